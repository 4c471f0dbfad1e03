import ContractCore

/// The control page and its API, which are everything below `/__contract`. Requests of pages with other origins, and
/// requests with a host name that is not this server's, are refused.
///
/// Every page in the user's browser can reach a mock server. So the API requires its own Host (against DNS rebinding),
/// its own Origin, and a Content-Type that no form sends.
struct ControlAPI: Sendable {
  let backend: MockBackend
  let hosts: OwnHosts
  /// The runner's name and version.
  let runner: String

  /// The path of the page. Every path below it belongs to the API too.
  static let path = "/__contract"

  /// Returns whether a path is the control page's path or below it.
  static func isBelow(_ path: String) -> Bool { path == Self.path || path.hasPrefix(Self.path + "/") }

  /// Returns the reply to a request, or nil if the request is not for the control page.
  func reply(to request: CapturedRequest) -> Reply? {
    guard let path = request.path, Self.isBelow(path) else { return nil }
    if let refusal = refusal(of: request, isPage: path == Self.path) { return refusal }
    switch (path.dropFirst(Self.path.count), request.method) {
    case ("", "GET"), ("", "HEAD"): return page()
    case ("/state", "GET"), ("/state", "HEAD"): return state(request)
    case ("/choose", "POST"): return change(request) { try choose($0) }
    case ("/reset", "POST"): return change(request) { try reset($0) }
    case ("", _), ("/state", _): return Self.text(405, "only GET is allowed here", [.init("Allow", "GET, HEAD")])
    case ("/choose", _), ("/reset", _): return Self.text(405, "only POST is allowed here", [.init("Allow", "POST")])
    default:
      let paths = ["", "/state", "/choose", "/reset"].map { Self.path + $0 }
      return Self.text(404, "unknown path; paths: \(paths.joined(separator: ", "))")
    }
  }

  // MARK: Access

  /// Returns the refusal of a request, or nil if the request is allowed.
  private func refusal(of request: CapturedRequest, isPage: Bool) -> Reply? {
    let named = request.headers.values("Host")
    guard named.count == 1, let host = named.first, hosts.contains(host) else {
      return Self.text(403, "the host \((request.headers["Host"] ?? "").asLine) is not this server; \(hosts.shown)")
    }
    if let origin = request.headers["Origin"], origin.lowercased() != "http://\(host.lowercased())" {
      return Self.text(403, "the control page accepts requests only from its own origin")
    }
    // Any site may link to the page. All other requests must come from the page itself.
    if let site = request.headers["Sec-Fetch-Site"], site != "same-origin", site != "none", !isPage {
      return Self.text(403, "the control page accepts requests only from its own site")
    }
    return nil
  }

  // MARK: Answers

  private func page() -> Reply {
    let nonce = (0..<4).map { _ in String(UInt32.random(in: 0...UInt32.max), radix: 36) }.joined()
    let policy = [
      "default-src 'none'", "script-src 'nonce-\(nonce)'", "style-src 'nonce-\(nonce)'", "connect-src 'self'",
      "img-src data:", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
    ]
    return Self.answer(
      200, "text/html; charset=utf-8", ControlPage.html(nonce: nonce),
      [
        .init("Content-Security-Policy", policy.joined(separator: "; ")), .init("X-Frame-Options", "DENY"),
        .init("Referrer-Policy", "no-referrer"), .init("Cross-Origin-Opener-Policy", "same-origin"),
      ])
  }

  /// Returns what the page shows, or an empty reply if the page has the current state already.
  private func state(_ request: CapturedRequest) -> Reply {
    let state = backend.snapshot
    let tag = "\"\(runID).\(state.version)\""
    if request.headers["If-None-Match"] == tag {
      return Reply(.status(304), headers: Headers(Self.headers + [.init("ETag", tag)]))
    }
    return Self.answer(200, "application/json", state.json(runner: runner, run: runID).text, [.init("ETag", tag)])
  }

  /// Distinguishes the state of this process from that of an earlier process on the same port.
  private let runID = String(UInt64.random(in: 0...UInt64.max), radix: 36)

  init(backend: MockBackend, hosts: OwnHosts, runner: String) {
    self.backend = backend
    self.hosts = hosts
    self.runner = runner
  }

  private struct Refused: Error {
    var status: Int
    var why: String
  }

  private func change(_ request: CapturedRequest, _ body: (JSON) throws -> Void) -> Reply {
    let type = request.headers["Content-Type"].map { HeaderValue.split($0, at: UInt8(ascii: ";"))[0] }
    guard type?.isSameName("application/json") == true else {
      return Self.text(415, "the Content-Type must be application/json")
    }
    guard let json = JSON.parse(request.body ?? []), json.object != nil else {
      return Self.text(400, "the body must be a JSON object")
    }
    do {
      try body(json)
      return Reply(.status(204), headers: Headers(Self.headers))
    } catch let refused as Refused {
      return Self.text(refused.status, refused.why)
    } catch {
      return Self.text(500, "\(error)")
    }
  }

  private func choose(_ json: JSON) throws {
    guard let contract = json["contract"]?.string, let scenario = json["scenario"]?.string else {
      throw Refused(status: 400, why: #"write {"contract": NAME, "scenario": NAME}"#)
    }
    if let why = backend.choose(scenario, of: contract) { throw Refused(status: 404, why: why) }
  }

  private func reset(_ json: JSON) throws {
    if let contract = json["contract"], contract.string == nil {
      throw Refused(status: 400, why: #"write {"contract": NAME}, or {} for all"#)
    }
    if let why = backend.reset(json["contract"]?.string) { throw Refused(status: 404, why: why) }
  }

  /// The headers of every reply: no caching, no guessing of content types, and no use by other origins.
  private static let headers: [Headers.Line] = [
    .init("Cache-Control", "no-store"), .init("X-Content-Type-Options", "nosniff"),
    .init("Cross-Origin-Resource-Policy", "same-origin"),
  ]

  private static func answer(_ status: Int, _ type: String, _ body: String, _ more: [Headers.Line] = []) -> Reply {
    Reply(
      .status(status), headers: Headers([.init("Content-Type", type)] + headers + more), body: Array(body.utf8))
  }

  private static func text(_ status: Int, _ text: String, _ more: [Headers.Line] = []) -> Reply {
    answer(status, "text/plain; charset=utf-8", "contract-run: \(text)\n", more)
  }
}
