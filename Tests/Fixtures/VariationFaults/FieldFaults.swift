import ContractKit
import Foundation

// Mistakes with single values of a response.
extension Operations {
  mutating func addFieldFaults() {
    on("exhaustiveEnum") { call in
      let item = try JSONDecoder().decode(Item.self, from: await call.response().body)
      // swift-format-ignore: NeverForceUnwrap
      return ItemName(rawValue: item.name)!.rawValue
    }
    on("defaultsMissing") { call in
      let item = try JSONDecoder().decode(LenientItem.self, from: await call.response().body)
      return Item(id: item.id, name: item.name ?? "unnamed")
    }
    on("quadraticList") { call in
      let items = try JSONDecoder().decode([Item].self, from: await call.response().body)
      for index in items.indices { compare(index) }
      return items.count
    }
    on("narrowInteger") { call in
      let item = try JSONDecoder().decode(WideItem.self, from: await call.response().body)
      return Int32(item.id)
    }
    on("forcedDate") { call in
      let item = try JSONDecoder().decode(Item.self, from: await call.response().body)
      // swift-format-ignore: NeverForceUnwrap
      return ISO8601DateFormatter().date(from: item.name)!
    }
    on("dateBecomesNow") { call in
      let item = try JSONDecoder().decode(LenientItem.self, from: await call.response().body)
      return item.name.flatMap(ISO8601DateFormatter().date) ?? Date.now
    }
    on("dateOrNothing") { call in
      // Right: without a date that it can read, the client returns none. Its time of loading is not from the response.
      let item = try JSONDecoder().decode(LenientItem.self, from: await call.response().body)
      return DatedItem(
        made: item.name.flatMap(ISO8601DateFormatter().date), loaded: Date.now.timeIntervalSince1970)
    }
  }
}

private struct DatedItem: Encodable {
  var made: Date?
  var loaded: Double
}

/// Stands for a comparison of an element with all elements before it. All calls for 10,000 elements together take 50 s,
/// on any machine.
private func compare(_ index: Int) { Thread.sleep(forTimeInterval: Double(index) * 1e-6) }

private enum ItemName: String { case lamp, chair }

private struct LenientItem: Decodable {
  var id: Int
  var name: String?
}

private struct WideItem: Decodable {
  var id: Int64
}
