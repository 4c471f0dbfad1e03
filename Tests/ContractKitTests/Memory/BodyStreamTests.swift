import Foundation
import TestSupport
import Testing

@testable import ContractKit

/// A stream that provides its bytes when a test decides.
// A test sets the content before it uses the stream, and only the reader of the stream reads it.
private final class ScriptedStream: InputStream {
  private var pieces: [[UInt8]]
  private let end: End
  private let comes: DispatchSemaphore?

  enum End { case ends, fails, goesOn }

  init(_ pieces: [String], _ end: End = .ends, comes: DispatchSemaphore? = nil) {
    self.pieces = pieces.map { Array($0.utf8) }
    self.end = end
    self.comes = comes
    super.init(data: Data())
  }

  override func open() {}
  override func close() {}
  override var streamError: (any Error)? { URLError(.cannotOpenFile) }

  override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength length: Int) -> Int {
    comes?.wait()
    if !pieces.isEmpty {
      let piece = pieces.removeFirst()
      for (index, byte) in piece.enumerated() { buffer[index] = byte }
      return piece.count
    }
    switch end {
    case .ends: return 0
    case .fails: return -1
    case .goesOn:
      buffer.initialize(repeating: 0, count: length)
      return length
    }
  }
}

@Suite("Bodies that are streams", .slow, .timeLimit(.hang))
struct BodyStreamTests {
  private func request(_ stream: InputStream) -> URLRequest {
    // swift-format-ignore: NeverForceUnwrap
    var request = URLRequest(url: URL(string: "http://localhost:8080/a")!)
    request.httpMethod = "POST"
    request.httpBodyStream = stream
    return request
  }

  @Test(
    "a stream that gets its bytes after the task was resumed is read to its end", arguments: InjectionPoint.allCases)
  func filledLater(injectionPoint: InjectionPoint) async {
    let seen = Notes<String>()
    let call = Call.memory { request in
      seen.add(String(decoding: request.body ?? [], as: UTF8.self))
      return .ok("{}")
    }
    let comes = DispatchSemaphore(value: 0)
    let request = request(ScriptedStream(["{", "}"], comes: comes))
    let code = await withCheckedContinuation { (continuation: CheckedContinuation<Int?, Never>) in
      injectionPoint.session(of: call).dataTask(with: request) { _, response, _ in
        continuation.resume(returning: (response as? HTTPURLResponse)?.statusCode)
      }.resume()
      for _ in 0..<3 { comes.signal() }
    }
    #expect(code == 200 && seen.all == ["{}"])
  }

  @Test(
    "a stream that fails, or that exceeds 64 MiB, sends no request and fails the task",
    arguments: InjectionPoint.allCases)
  func failing(injectionPoint: InjectionPoint) async {
    let seen = Notes<String>()
    let call = Call.memory { request in
      seen.add(request.url)
      return .ok("{}")
    }
    for (end, code) in [
      (ScriptedStream.End.fails, URLError.Code.cannotOpenFile), (.goesOn, URLError.Code.dataLengthExceedsMaximum),
    ] {
      let request = request(ScriptedStream(["{"], end))
      let error = await withCheckedContinuation { (continuation: CheckedContinuation<URLError.Code?, Never>) in
        injectionPoint.session(of: call).dataTask(with: request) { _, _, error in
          continuation.resume(returning: (error as? URLError)?.code)
        }.resume()
      }
      #expect(error == code)
    }
    #expect(seen.all == [])
  }
}
