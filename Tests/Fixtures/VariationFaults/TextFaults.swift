import ContractKit
import Foundation

// Mistakes of clients that read JSON as text.
extension Operations {
  mutating func addTextFaults() {
    on("scansForText") { call in
      let body = try await call.response().body
      let item = try JSONDecoder().decode(Item.self, from: body)
      guard String(decoding: body, as: UTF8.self).contains(#""id":1"#) else { throw ItemError.noTotal }
      return item
    }
    on("reliesOnOrder") { call in
      let body = try await call.response().body
      let item = try JSONDecoder().decode(Item.self, from: body)
      // The number of the first member.
      let first = String(decoding: body, as: UTF8.self).split(separator: ",").first?.split(separator: ":").last ?? ""
      guard Int(first.filter(\.isNumber)) == item.id, !first.contains("\"") else { throw ItemError.noTotal }
      return item
    }
    on("readsEscapes") { call in
      let body = try await call.response().body
      _ = try JSONDecoder().decode(Item.self, from: body)
      guard let name = String(decoding: body, as: UTF8.self).firstMatch(of: #/"name"\s*:\s*"([^"]*)"/#)?.1 else {
        throw DecodingError.unexpectedText
      }
      return String(name)
    }
    on("looksAtFirstByte") { call in
      let body = try await call.response().body
      guard body.first == UInt8(ascii: "{") else { throw DecodingError.unexpectedText }
      return try JSONDecoder().decode(Item.self, from: body)
    }
  }
}
