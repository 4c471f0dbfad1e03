import ContractKit
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A client of a stream of events. It comes back if the stream is lost, with at most one mistake.
struct EventClient: Sendable {
  private let keepsFirstID: Bool
  private let saysID: Bool
  private let waits: Bool
  private var lastID: String?
  private var retry = 1.0
  private var events: [String] = []

  init(keepsFirstID: Bool = false, saysID: Bool = true, waits: Bool = true) {
    (self.keepsFirstID, self.saysID, self.waits) = (keepsFirstID, saysID, waits)
  }

  mutating func events(at url: URL, with configuration: URLSessionConfiguration) async throws -> [String] {
    while true {
      var request = URLRequest(url: url)
      if saysID, let lastID { request.setValue(lastID, forHTTPHeaderField: "Last-Event-ID") }
      let (status, text) = await Received.all(of: request, with: configuration)
      if status == 204 { return events }
      for line in text.split(separator: "\n") where take(line) { return events }
      if waits { try await Task.sleep(for: .seconds(retry)) }
    }
  }

  /// Takes a line of the stream. Returns whether it is the last one.
  private mutating func take(_ line: Substring) -> Bool {
    let parts = line.components(separatedBy: ": ")
    guard parts.count == 2 else { return false }
    switch parts[0] {
    case "id" where !keepsFirstID || lastID == nil: lastID = parts[1]
    case "retry": retry = (Double(parts[1]) ?? 1000) / 1000
    case "data" where parts[1] == "[DONE]": return true
    case "data": events.append(parts[1])
    default: break
    }
    return false
  }
}

/// What came of an answer, also if its connection was lost.
private final class Received: NSObject, URLSessionDataDelegate {
  // Used only on the queue of the session, which runs one operation at a time.
  nonisolated(unsafe) private var received = Data()
  private let ended: @Sendable (Int, String) -> Void

  init(_ ended: @escaping @Sendable (Int, String) -> Void) { self.ended = ended }

  /// Sends a request. Returns the status and what came of the body.
  static func all(of request: URLRequest, with configuration: URLSessionConfiguration) async -> (Int, String) {
    await withCheckedContinuation { continuation in
      let session = URLSession(
        configuration: configuration, delegate: Received { continuation.resume(returning: ($0, $1)) },
        delegateQueue: nil)
      session.dataTask(with: request).resume()
      session.finishTasksAndInvalidate()
    }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) { received += data }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    ended((task.response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: received, as: UTF8.self))
  }
}
