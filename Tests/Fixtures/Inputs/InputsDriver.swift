import ContractKit
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Clients that write their input into requests, each with the one mistake that its operation is named after. driver.py
/// has the same clients for Python.
@main struct InputsDriver: Driver {
  func register(in operations: inout Operations) {
    for mistake in ["right", "truthy", "none-in-path", "none-as-text"] {
      operations.on("find-\(mistake)") { call in
        let query = Query(
          limit: try call.input(at: "limit"), active: try call.input(at: "active"), tags: try call.input(at: "tags"))
        return try await call.client.find(
          in: try call.input(at: "shop"), query, note: try call.input(at: "note"), mistake: mistake)
      }
    }
    for mistake in ["right", "drops-null", "double"] {
      operations.on("save-\(mistake)") { call in
        let client = call.client
        switch mistake {
        case "drops-null":
          return try await client.save(try call.input(OptionalItem?.self, at: "item"), id: try call.input(at: "id"))
        case "double":
          let id = try call.input(Double?.self, at: "id").map { Int($0) }
          return try await client.save(try call.input(Item<Double>?.self, at: "item"), id: id)
        default:
          return try await client.save(try call.input(Item<Int>?.self, at: "item"), id: try call.input(at: "id"))
        }
      }
    }
    for mistake in ["right", "local-day"] {
      operations.on("log-\(mistake)") { call in
        try await call.client.log(
          try call.input(at: "title"), at: try call.input(at: "at"), amount: try call.input(at: "amount"),
          mistake: mistake)
      }
    }
  }
}

extension Call {
  fileprivate var client: Client { Client(session: session, baseURL: baseURL) }
}

private struct Missing: Error {}

private struct Query {
  var limit: Int?
  var active: Bool?
  var tags: [String]?
}

private struct Client {
  let session: URLSession
  let baseURL: URL

  private func send(_ method: String, _ path: String, note: String? = nil, _ body: Data? = nil) async throws -> String {
    guard let url = URL(string: baseURL.absoluteString + path) else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    (request.httpMethod, request.httpBody) = (method, body)
    if let note { request.setValue(note, forHTTPHeaderField: "X-Note") }
    if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
    let (data, _) = try await session.data(for: request)
    return String(decoding: data, as: UTF8.self)
  }

  /// Returns the items of a shop. All but the shop can be left out.
  func find(in shop: String?, _ query: Query, note: String?, mistake: String) async throws -> [String] {
    var query = query
    if mistake == "truthy" {
      query.limit = query.limit == 0 ? nil : query.limit
      query.active = query.active == false ? nil : query.active
    }
    if mistake != "none-in-path", shop?.isEmpty != false { throw Missing() }
    let segment = (shop ?? String(describing: shop)).addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    func items(_ name: String, _ texts: [String]?) -> [URLQueryItem] {
      let texts = texts ?? (mistake == "none-as-text" ? [String(describing: texts)] : [])
      return texts.map { URLQueryItem(name: name, value: $0) }
    }
    var components = URLComponents()
    components.queryItems =
      items("limit", query.limit.map { [String($0)] }) + items("active", query.active.map { [String($0)] })
      + items("tag", query.tags)
    let text = try await send("GET", "/shops/\(segment)/items?\(components.percentEncodedQuery ?? "")", note: note)
    return try JSONDecoder().decode([String].self, from: Data(text.utf8))
  }

  /// Saves an item under its number.
  func save(_ item: (some Encodable)?, id: Int?) async throws -> String {
    guard let item, let id else { throw Missing() }
    let text = try await send("PUT", "/items/\(id)", JSONEncoder().encode(item))
    return try JSONDecoder().decode(String.self, from: Data(text.utf8))
  }

  /// Logs an entry under the day in UTC.
  func log(_ title: String, at time: Int, amount: Double, mistake: String) async throws -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = mistake == "local-day" ? .current : .gmt
    let day = calendar.dateComponents([.year, .month, .day], from: Date(timeIntervalSince1970: Double(time)))
    let entry = [
      "key": title.uppercased(),
      "day": String(format: "%04d-%02d-%02d", day.year ?? 0, day.month ?? 0, day.day ?? 0),
      "amount": "\(amount)",
    ]
    let text = try await send("POST", "/entries", JSONEncoder().encode(entry))
    return try JSONDecoder().decode(String.self, from: Data(text.utf8))
  }
}

/// An item as Swift writes the code: optionals are encoded if they are present, so that null is dropped.
private struct OptionalItem: Codable {
  var name: String?
  var count: Int?
  var price: Double?
  var hidden: Bool?
  var tags: [String]?
  var maker: Maker?
}

private struct Maker: Codable {
  var city: Field<String>

  init(from decoder: any Decoder) throws {
    city = try decoder.container(keyedBy: CodingKeys.self).field(.city)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(city, .city)
  }

  enum CodingKeys: String, CodingKey { case city }
}

/// An item whose members can be missing or null.
private struct Item<Number: Codable>: Codable {
  var name: Field<String>
  var count: Field<Number>
  var price: Field<Double>
  var hidden: Field<Bool>
  var tags: Field<[String]>
  var maker: Field<Maker>

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    (name, count, price) = (try container.field(.name), try container.field(.count), try container.field(.price))
    (hidden, tags, maker) = (try container.field(.hidden), try container.field(.tags), try container.field(.maker))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, .name)
    try container.encode(count, .count)
    try container.encode(price, .price)
    try container.encode(hidden, .hidden)
    try container.encode(tags, .tags)
    try container.encode(maker, .maker)
  }

  enum CodingKeys: String, CodingKey { case name, count, price, hidden, tags, maker }
}

private enum Field<Value: Codable> {
  case missing, null
  case value(Value)
}

extension KeyedDecodingContainer {
  fileprivate func field<Value>(_ key: Key) throws -> Field<Value> {
    if !contains(key) { return .missing }
    return try decodeNil(forKey: key) ? .null : .value(decode(Value.self, forKey: key))
  }
}

extension KeyedEncodingContainer {
  fileprivate mutating func encode<Value>(_ field: Field<Value>, _ key: Key) throws {
    switch field {
    case .missing: break
    case .null: try encodeNil(forKey: key)
    case .value(let value): try encode(value, forKey: key)
    }
  }
}
