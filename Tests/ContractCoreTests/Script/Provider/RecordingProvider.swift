import Synchronization

@testable import ContractCore

/// A real server in process. It records each request that it gets.
final class RecordingProvider: Provider {
  private let state = Mutex<[CapturedRequest]>([])
  private let server: @Sendable (CapturedRequest) -> Reply

  /// - Parameter server: Returns the answer to a request.
  init(_ server: @escaping @Sendable (CapturedRequest) -> Reply) { self.server = server }

  var isStrict: Bool { false }

  /// What it got, in order: method, URL and body of each.
  var requests: [CapturedRequest] { state.withLock { $0 } }

  func answer(to request: CapturedRequest, at addresses: Addresses) -> Reply {
    state.withLock { $0.append(request) }
    return server(request)
  }
}

extension Reply {
  /// An answer with JSON.
  static func json(_ json: JSON, _ headers: [(String, String)] = [], status: Int = 200) -> Reply {
    let lines = [("Content-Type", "application/json")] + headers
    return Reply(.status(status), headers: Headers(lines.map { Headers.Line($0.0, $0.1) }), body: json.utf8)
  }

  /// The body as JSON; null if it is not JSON.
  var json: JSON { body.flatMap { JSON.parse($0) } ?? .null }

  /// Returns a string or number of the body as a text; a text that no server knows if it is not there.
  func text(_ pointer: String...) -> String {
    let value = pointer.reduce(json) { json, step in
      (Int(step).flatMap { json.elements.indices.contains($0) ? json.elements[$0] : nil } ?? json[step]) ?? .null
    }
    return value.string ?? (value.isNull ? "nothing" : value.text)
  }
}

/// A request of a client, in parts that a fault can change.
struct SentRequest: Sendable {
  enum Body: Sendable {
    case json(JSON)
    case form([(name: String, value: String)])
    case text(String)
  }

  var method: String
  var base = "http://127.0.0.1:9/v1"
  /// The segments below the base URL, as they are sent.
  var path: [String]
  var query: [(name: String, value: String)]
  var headers: [(name: String, value: String)]
  var body: Body?

  init(
    _ method: String, _ path: String, query: KeyValuePairs<String, String> = [:],
    headers: KeyValuePairs<String, String> = [:], body: Body? = nil
  ) {
    (self.method, self.body) = (method, body)
    self.path = path.split(separator: "/").map(String.init)
    self.query = query.map { ($0.key, $0.value) }
    self.headers = headers.map { ($0.key, $0.value) }
  }

  /// Makes a request to a URL that an answer named.
  init(_ method: String, url: String, headers: KeyValuePairs<String, String> = [:], body: Body? = nil) {
    let url = RequestURL(url) ?? RequestURL("http://127.0.0.1:9/v1/nothing")
    self.init(method, url.map { String($0.path) } ?? "", headers: headers, body: body)
    base = url?.origin ?? ""
    query = (url?.query ?? "").split(separator: "&").map { item in
      let parts = item.split(separator: "=", maxSplits: 1)
      return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
    }
  }

  /// The request as a server sees it.
  var captured: CapturedRequest {
    let items = query.map { "\($0.name.encodedItem)=\($0.value.encodedItem)" }.joined(separator: "&")
    let bytes: [UInt8]? =
      switch body {
      case .json(let json)?: json.utf8
      case .form(let fields)?:
        Array(fields.map { "\($0.name.encodedItem)=\($0.value.encodedItem)" }.joined(separator: "&").utf8)
      case .text(let text)?: Array(text.utf8)
      case nil: nil
      }
    return CapturedRequest(
      method: method, url: base + path.map { "/\($0)" }.joined() + (items.isEmpty ? "" : "?\(items)"),
      headers: Headers(headers.map { Headers.Line($0.name, $0.value) }), body: bytes)
  }
}
