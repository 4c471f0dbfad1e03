import Foundation
import TodoClient
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The code that all tests share: a client over the mock, and assertions about the request that was sent and the error.
class TodoTestCase: XCTestCase {
  let client = TodoClient(session: MockURLProtocol.session(), baseURL: URL(string: "http://localhost:8080"))
  let token = "ZW1haWw6cGFzc3dvcmQ="

  func answer(_ body: String = "", status: Int? = 200, headers: [String: String]? = nil) {
    MockURLProtocol.set(
      MockURLProtocol.Answer(status: status, headers: headers ?? ["Content-Type": "application/json"], body: body))
  }

  func fail(_ error: URLError.Code, after body: String = "") {
    MockURLProtocol.set(MockURLProtocol.Answer(body: body, error: error))
  }

  /// Asserts that exactly one request was sent, with exactly these parts.
  func assertSent(
    _ method: String, _ path: String, authorization: String? = nil, body: String? = nil, file: StaticString = #filePath,
    line: UInt = #line
  ) throws {
    let requests = MockURLProtocol.requests
    XCTAssertEqual(requests.count, 1, file: file, line: line)
    let request = try XCTUnwrap(requests.first, file: file, line: line)
    XCTAssertEqual(request.httpMethod, method, file: file, line: line)
    XCTAssertEqual(request.url?.absoluteString, "http://localhost:8080" + path, file: file, line: line)
    XCTAssertEqual(request.timeoutInterval, 10, file: file, line: line)
    var headers = ["content-type": "application/json", "cache-control": "no-cache"]
    headers["authorization"] = authorization
    var sent: [String: String] = [:]
    for (name, value) in request.allHTTPHeaderFields ?? [:] where !Self.ofTheStack.contains(name.lowercased()) {
      sent[name.lowercased()] = value
    }
    XCTAssertEqual(sent, headers, file: file, line: line)
    let data = Self.body(of: request)
    guard let body else { return XCTAssertNil(data, file: file, line: line) }
    let json = try JSONSerialization.jsonObject(with: XCTUnwrap(data, file: file, line: line)) as? NSObject
    let expected = try JSONSerialization.jsonObject(with: Data(body.utf8)) as? NSObject
    XCTAssertEqual(json, expected, file: file, line: line)
  }

  private static let ofTheStack: Set = [
    "accept", "accept-encoding", "accept-language", "content-length", "host", "user-agent",
  ]

  private static func body(of request: URLRequest) -> Data? {
    if let body = request.httpBody { return body }
    guard let stream = request.httpBodyStream else { return nil }
    stream.open()
    defer { stream.close() }
    var (data, bytes) = (Data(), [UInt8](repeating: 0, count: 4096))
    while case let count = stream.read(&bytes, maxLength: bytes.count), count > 0 { data += bytes[..<count] }
    return data
  }

  func assertThrows(
    _ expected: APIError, file: StaticString = #filePath, line: UInt = #line, _ call: () async throws -> Void
  ) async {
    do {
      try await call()
      XCTFail("no error", file: file, line: line)
    } catch {
      XCTAssertEqual(error as? APIError, expected, "\(error)", file: file, line: line)
    }
  }

  func assertThrows(
    _ code: URLError.Code, file: StaticString = #filePath, line: UInt = #line, _ call: () async throws -> Void
  ) async {
    do {
      try await call()
      XCTFail("no error", file: file, line: line)
    } catch {
      XCTAssertEqual((error as? URLError)?.code, code, "\(error)", file: file, line: line)
    }
  }

  enum Decoding: String { case dataCorrupted, keyNotFound, typeMismatch, valueNotFound }

  func assertThrows(
    _ expected: Decoding, file: StaticString = #filePath, line: UInt = #line, _ call: () async throws -> Void
  ) async {
    do {
      try await call()
      XCTFail("no error", file: file, line: line)
    } catch let error as DecodingError {
      let actual: Decoding? =
        switch error {
        case .dataCorrupted: .dataCorrupted
        case .keyNotFound: .keyNotFound
        case .typeMismatch: .typeMismatch
        case .valueNotFound: .valueNotFound
        @unknown default: nil
        }
      XCTAssertEqual(actual, expected, file: file, line: line)
    } catch {
      XCTFail("\(error)", file: file, line: line)
    }
  }
}
