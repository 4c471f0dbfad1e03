import ContractKit
import Foundation

// Wrong:
struct ImageLoader {
  let session: any ImageSession

  func image(at url: URL, completion: @escaping @Sendable (Result<Data, any Error>) -> Void) {
    session.dataTask(with: url) { data, _, error in
      if let error { completion(.failure(error)) }
      guard let data else { return completion(.failure(ImageError.noData)) }
      completion(.success(data))
    }.resume()
  }
}

// Right:
extension ImageLoader {
  func imageRightly(at url: URL, completion: @escaping @Sendable (Result<Data, any Error>) -> Void) {
    session.dataTask(with: url) { data, _, error in
      if let error { return completion(.failure(error)) }
      guard let data else { return completion(.failure(ImageError.noData)) }
      completion(.success(data))
    }.resume()
  }
}

// Both:
enum ImageError: Error { case noData }

protocol ImageSession: Sendable {
  func dataTask(
    with url: URL, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask
}
extension URLSession: ImageSession {}
extension MockSession: ImageSession {}

extension Operations {
  mutating func completesTwice(_ isRight: Bool) {
    on("completesTwice", client: { ImageLoader(session: $0.mock) }) { client, call, done in
      let url = call.baseURL.appendingPathComponent("image.png")
      if isRight { client.imageRightly(at: url) { done($0) } } else { client.image(at: url) { done($0) } }
    }
  }
}
