import ContractKit
import Foundation

// Wrong:
struct PhoneBook {
  let session: URLSession
  let baseURL: URL

  func name(of number: String) async throws -> String {
    var components = URLComponents(url: baseURL.appendingPathComponent("people"), resolvingAgainstBaseURL: true)
    components?.queryItems = [URLQueryItem(name: "phone", value: number)]
    guard let url = components?.url else { throw URLError(.badURL) }
    return String(decoding: try await session.data(from: url).0, as: UTF8.self)
  }
}

// Right:
extension PhoneBook {
  func nameRightly(of number: String) async throws -> String {
    var components = URLComponents(url: baseURL.appendingPathComponent("people"), resolvingAgainstBaseURL: true)
    let phone = number.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
    components?.percentEncodedQueryItems = [URLQueryItem(name: "phone", value: phone)]
    guard let url = components?.url else { throw URLError(.badURL) }
    return String(decoding: try await session.data(from: url).0, as: UTF8.self)
  }
}

// Both:
extension Operations {
  mutating func leavesPlusInQuery(_ isRight: Bool) {
    on("leavesPlusInQuery") { call in
      let client = PhoneBook(session: call.session, baseURL: call.baseURL)
      let number = try call.input(String.self)
      return try await isRight ? client.nameRightly(of: number) : client.name(of: number)
    }
  }
}
