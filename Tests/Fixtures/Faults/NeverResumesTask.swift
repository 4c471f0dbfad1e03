import ContractKit
import Foundation

// Wrong:
struct NewsClient {
  let session: any NewsSession
  let address: URL

  func headline(refresh: Bool, completion: @escaping @Sendable (String?) -> Void) {
    var request = URLRequest(url: address)
    let task: URLSessionDataTask
    if refresh {
      request.setValue("no-cache", forHTTPHeaderField: "Cache-Control")
      task = session.dataTask(with: request) { data, _, _ in completion(data?.text) }
    } else {
      task = session.dataTask(with: request) { data, _, _ in completion(data?.text) }
      task.resume()
    }
  }
}

// Right:
extension NewsClient {
  func headlineRightly(refresh: Bool, completion: @escaping @Sendable (String?) -> Void) {
    var request = URLRequest(url: address)
    if refresh { request.setValue("no-cache", forHTTPHeaderField: "Cache-Control") }
    session.dataTask(with: request) { data, _, _ in completion(data?.text) }.resume()
  }
}

// Both:
protocol NewsSession: Sendable {
  func dataTask(
    with request: URLRequest, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask
}
extension URLSession: NewsSession {}
extension MockSession: NewsSession {}

extension Data {
  fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}

extension Operations {
  mutating func neverResumesTask(_ isRight: Bool) {
    on(
      "neverResumesTask",
      client: { NewsClient(session: $0.mock, address: $0.baseURL.appendingPathComponent("headline")) }
    ) { client, call, done in
      let refresh = try call.input(Bool.self, at: "refresh")
      if isRight {
        client.headlineRightly(refresh: refresh) { done($0) }
      } else {
        client.headline(refresh: refresh) { done($0) }
      }
    }
  }
}
