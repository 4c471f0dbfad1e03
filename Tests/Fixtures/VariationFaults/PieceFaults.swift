import ContractKit
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// Mistakes of clients that read a response piece by piece.
extension Operations {
  mutating func addPieceFaults() {
    on("readsFirstPiece") { call in
      let reader = FirstPiece()
      let session = URLSession(configuration: call.configuration, delegate: reader, delegateQueue: nil)
      defer { session.finishTasksAndInvalidate() }
      let loaded = try await withCheckedThrowingContinuation { continuation in
        reader.continuation.withLock { $0 = continuation }
        session.dataTask(with: call.itemURL).resume()
      }
      return try JSONDecoder().decode(Item.self, from: Call.checked(loaded).body)
    }
    on("needsLength") { call in
      let (body, response) = try await call.response()
      guard response.expectedContentLength == body.count else { throw ItemError.wrongType }
      return try JSONDecoder().decode(Item.self, from: body)
    }
    on("takesFirstStatus") { call in
      // With -i, curl prints the head of each response.
      let curl = Process()
      let output = Pipe()
      curl.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      curl.arguments = ["curl", "-s", "-i", call.itemURL.absoluteString]
      curl.standardOutput = output
      try curl.run()
      let data = output.fileHandleForReading.readDataToEndOfFile()
      curl.waitUntilExit()
      guard curl.terminationStatus == 0 else { throw URLError(.cannotLoadFromNetwork) }
      guard let text = String(data: data, encoding: .utf8) else { throw DecodingError.unexpectedText }
      let status = text.split(separator: " ").dropFirst().first.flatMap { Int($0.prefix(3)) } ?? 0
      guard status == 200 else { throw ItemError.status(status) }
      let body = text.split(separator: "\r\n\r\n", maxSplits: 1).dropFirst().first ?? ""
      return try JSONDecoder().decode(Item.self, from: Data(body.utf8))
    }
  }
}

/// A delegate that takes the first piece of a body for the whole body.
private final class FirstPiece: NSObject, URLSessionDataDelegate {
  let continuation = Mutex<CheckedContinuation<(Data, URLResponse), any Error>?>(nil)
  private let piece = Mutex<Data?>(nil)

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    piece.withLock { piece in if piece == nil { piece = data } }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let continuation = continuation.withLock { $0.take() }
    if let error { return continuation?.resume(throwing: error) ?? () }
    guard let response = task.response else { return continuation?.resume(throwing: ItemError.notHTTP) ?? () }
    continuation?.resume(returning: (piece.withLock { $0 } ?? Data(), response))
  }
}
