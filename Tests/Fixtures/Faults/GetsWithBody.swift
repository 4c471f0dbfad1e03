import ContractKit
import Foundation

// Wrong:
struct SearchClient {
  let session: any SearchSession
  let address: URL

  func search(_ search: Search) async throws -> [String] {
    var request = URLRequest(url: address)
    request.httpMethod = "GET"
    request.httpBody = try JSONEncoder().encode(search)
    return try JSONDecoder().decode([String].self, from: try await session.data(for: request, delegate: nil).0)
  }
}

// Right:
extension SearchClient {
  func searchRightly(_ search: Search) async throws -> [String] {
    let query = URLQueryItem(name: "author", value: search.author)
    let request = URLRequest(url: address.appending(queryItems: [query]))
    return try JSONDecoder().decode([String].self, from: try await session.data(for: request, delegate: nil).0)
  }
}

// Both:
struct Search: Codable { let author: String }

protocol SearchSession: Sendable {
  func data(for request: URLRequest, delegate: (any URLSessionTaskDelegate)?) async throws -> (Data, URLResponse)
}
extension URLSession: SearchSession {}
extension MockSession: SearchSession {}

extension Operations {
  mutating func getsWithBody(_ isRight: Bool) {
    on("getsWithBody") { call in
      let client = SearchClient(session: call.mock, address: call.baseURL.appendingPathComponent("books"))
      let search = try call.input(Search.self)
      return try await isRight ? client.searchRightly(search) : client.search(search)
    }
  }
}
