import ContractKit
import Foundation

// Wrong:
struct FeedReader {
  let session: URLSession

  func read(_ address: String, completion: @escaping @Sendable (Result<String, any Error>) -> Void) {
    guard let url = URL(string: address) else { return }
    session.dataTask(with: url) { data, _, error in
      if let error { return completion(.failure(error)) }
      completion(.success(String(decoding: data ?? Data(), as: UTF8.self)))
    }.resume()
  }
}

// Right:
extension FeedReader {
  func readRightly(_ address: String, completion: @escaping @Sendable (Result<String, any Error>) -> Void) {
    guard let url = URL(string: address) else { return completion(.failure(URLError(.badURL))) }
    session.dataTask(with: url) { data, _, error in
      if let error { return completion(.failure(error)) }
      completion(.success(String(decoding: data ?? Data(), as: UTF8.self)))
    }.resume()
  }
}

// Both:
extension Operations {
  mutating func returnsOnBadURL(_ isRight: Bool) {
    on("returnsOnBadURL", client: { FeedReader(session: $0.session) }) { client, call, done in
      let address = try call.input(String.self)
      if isRight { client.readRightly(address) { done($0) } } else { client.read(address) { done($0) } }
    }
  }
}
