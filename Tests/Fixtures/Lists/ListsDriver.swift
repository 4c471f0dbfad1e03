import ContractKit
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The clients of driver.py for Swift: `lists-driver careful|escapes|joins`.
@main struct ListsDriver: Driver {
  func register(in operations: inout Operations) {
    operations.on("search") { call in try await Client(call).search(call.input()) }
    operations.on("save") { call in try await Client(call).save(call.input(at: "ids")) }
  }
}

private struct Filter: Decodable {
  var ids, tags, words, sizes: [String]
  var color: String
}

private struct Client {
  let session: URLSession
  let baseURL: URL

  init(_ call: Call) { (session, baseURL) = (call.session, call.baseURL) }

  func search(_ filter: Filter) async throws -> Int {
    let sizes = filter.sizes.map { "&sizes=\(escaped($0))" }.joined()
    let lists =
      "ids=\(joined(filter.ids))&tags=\(joined(filter.tags, "|"))&words=\(joined(filter.words, " "))"
    return try await count("GET", "/items?\(lists)\(sizes)&filter%5Bcolor%5D=\(escaped(filter.color))")
  }

  func save(_ ids: [String]) async throws -> Int {
    try await count("POST", "/items", Data("ids=\(joined(ids))".utf8))
  }

  private func escaped(_ text: String) -> String {
    let unreserved = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\u{0}"..."\u{7F}"))
    return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  private func joined(_ elements: [String], _ separator: String = ",") -> String {
    switch CommandLine.arguments.dropFirst().first {
    case "escapes": escaped(elements.joined(separator: separator))
    case "joins": escaped(elements.joined(separator: separator)).replacingOccurrences(of: "%2C", with: ",")
    default: elements.map(escaped).joined(separator: separator == "," ? separator : escaped(separator))
    }
  }

  private func count(_ method: String, _ path: String, _ body: Data? = nil) async throws -> Int {
    guard let url = URL(string: baseURL.absoluteString + path) else { throw URLError(.badURL) }
    var request = URLRequest(url: url, timeoutInterval: 5)
    request.httpMethod = method
    request.httpBody = body
    if body != nil { request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type") }
    let (data, _) = try await session.data(for: request)
    struct Answer: Decodable { var count: Int }
    return try JSONDecoder().decode(Answer.self, from: data).count
  }
}
