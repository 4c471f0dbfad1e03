import ContractKit
import Foundation

extension Operations {
  mutating func addDownload() {
    on("download", client: { DownloadClient(session: $0.mock, baseURL: $0.baseURL) }) { client, call, done in
      client.download(try call.input(at: "id")) { result in
        done(
          result.flatMap { file in
            defer { try? FileManager.default.removeItem(at: file) }
            return Result { try String(contentsOf: file, encoding: .utf8) }
          })
      }
    }
  }
}

/// The part of `URLSession` that the client uses.
protocol DownloadSession {
  func downloadTask(
    with url: URL, completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDownloadTask
}

extension URLSession: DownloadSession {}
extension MockSession: DownloadSession {}

/// A client that downloads to a file. The caller must remove the file.
struct DownloadClient {
  var session: any DownloadSession = URLSession.shared
  var baseURL: URL

  func download(_ id: Int, completion: @escaping @Sendable (Result<URL, any Error>) -> Void) {
    session.downloadTask(with: baseURL.thing(id)) { file, response, error in
      completion(
        Result {
          if let error { throw error }
          guard let response = response as? HTTPURLResponse, let file else { throw ThingError.notHTTP }
          guard response.statusCode == 200 else { throw ThingError.status(response.statusCode) }
          // The session removes its file when this handler returns.
          let kept = FileManager.default.temporaryDirectory.appendingPathComponent("thing-\(UUID().uuidString)")
          try FileManager.default.moveItem(at: file, to: kept)
          return kept
        })
    }.resume()
  }
}
