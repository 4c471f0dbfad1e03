import ContractCore
import ContractResources
import Foundation

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
    guard let path = request.path else { return nil }
    // A worker that a contract's page registers would answer for every page of this origin, and so for this one.
    if request.headers["Service-Worker"] != nil {
      return Self.text(403, "a service worker would also answer in place of the control page, so none is served here")
    }
    guard Self.isBelow(path) else { return welcome(request, path) }
    if let refusal = refusal(of: request, isPage: path == Self.path) { return refusal }
    let below = path.dropFirst(Self.path.count)
    guard let route = Self.routes.first(where: { $0.path == below }) else {
      return Self.text(404, "unknown path; paths: \(Self.routes.map { Self.path + $0.path }.joined(separator: ", "))")
    }
    guard route.methods.contains(request.method) else {
      let allowed = Headers.Line("Allow", route.methods.joined(separator: ", "))
      return Self.text(405, "only \(route.methods[0]) is allowed here", [allowed])
    }
    return route.reply(self, request)
  }

  /// What can be read and changed, by path below the page's.
  private static var routes: [(path: String, methods: [String], reply: (Self, CapturedRequest) -> Reply)] {
    let (read, change) = (["GET", "HEAD"], ["POST"])
    return [
      ("", read, { $0.page($1) }), ("/state", read, { $0.state($1) }), ("/request", read, { $0.exchange($1) }),
      ("/scenario", read, { $0.examples($1) }), ("/choose", change, { $0.change($1, $0.choose) }),
      ("/reset", change, { $0.change($1, $0.reset) }), ("/clear", change, { $0.change($1, $0.clear) }),
    ]
  }

  /// Returns the reply to a browser that opens this server instead of the page, and to its request for an icon. What a
  /// contract describes is not the page's, nor is a request of an app, which does not ask for HTML.
  private func welcome(_ request: CapturedRequest, _ path: String) -> Reply? {
    guard request.method == "GET", let wanted = request.headers["Accept"] else { return nil }
    let isPage = path == "/" && wanted.contains("text/html")
    let isIcon = path == "/favicon.ico" && wanted.hasPrefix("image/")
    guard isPage || isIcon, backend.snapshot.router.methods(at: path).isEmpty else { return nil }
    return isIcon
      ? Self.text(404, "there is no icon")
      : Reply(.status(302), headers: Headers(Self.headers + [.init("Location", Self.path)]))
  }

  // MARK: Access

  /// Returns the refusal of a request, or nil if the request is allowed.
  private func refusal(of request: CapturedRequest, isPage: Bool) -> Reply? {
    let named = request.headers.values("Host")
    guard named.count == 1, let host = named.first, hosts.contains(host) else {
      return Self.text(
        403, "the host \((request.headers["Host"] ?? "").asLine) is not this server; use \(hosts.origin)")
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

  private func page(_: CapturedRequest) -> Reply {
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

  private func exchange(_ request: CapturedRequest) -> Reply {
    guard let number = Self.item("number", request).flatMap({ Int($0) }) else {
      return Self.text(400, "write ?number=N, with the number of a request")
    }
    guard let served = backend.snapshot.log.first(where: { $0.number == number }) else {
      return Self.text(404, "request \(number) is not remembered; the last \(MockBackend.kept) are")
    }
    return Self.answer(200, "application/json", served.exchange.text)
  }

  private func examples(_ request: CapturedRequest) -> Reply {
    guard let contract = Self.item("contract", request), let scenario = Self.item("scenario", request) else {
      return Self.text(400, "write ?contract=NAME&scenario=NAME")
    }
    let name = MockBackend.ScenarioName(contract: contract, scenario: scenario)
    guard let origin = request.origin, let examples = backend.examples(of: name, at: origin) else {
      return Self.text(404, "unknown scenario \"\(scenario.asLine)\" in \(contract.asLine)")
    }
    return Self.answer(200, "application/json", examples.text)
  }

  private static func item(_ name: String, _ request: CapturedRequest) -> String? {
    URLComponents(string: request.url)?.queryItems?.first { $0.name == name }?.value
  }

  /// Distinguishes the state of this process from that of an earlier process on the same port.
  let runID = String(UInt64.random(in: 0...UInt64.max), radix: 36)

  /// - Parameter make: Makes the change, and returns nil, or why it was not made.
  private func change(_ request: CapturedRequest, _ make: (JSON) -> Reply?) -> Reply {
    let type = request.headers["Content-Type"].map { HeaderValue.split($0, at: UInt8(ascii: ";"))[0] }
    guard type?.isSameName("application/json") == true else {
      return Self.text(415, "the Content-Type must be application/json")
    }
    guard let json = JSON.parse(request.body ?? []), json.object != nil else {
      return Self.text(400, "the body must be a JSON object")
    }
    return make(json) ?? Reply(.status(204), headers: Headers(Self.headers))
  }

  private func choose(_ json: JSON) -> Reply? {
    guard let contract = json["contract"]?.string, let scenario = json["scenario"]?.string else {
      return Self.text(400, #"write {"contract": NAME, "scenario": NAME}"#)
    }
    return backend.choose(scenario, of: contract).map { Self.text(404, $0) }
  }

  private func reset(_ json: JSON) -> Reply? {
    if let contract = json["contract"], contract.string == nil {
      return Self.text(400, #"write {"contract": NAME}, or {} for all"#)
    }
    return backend.reset(json["contract"]?.string).map { Self.text(404, $0) }
  }

  private func clear(_: JSON) -> Reply? {
    backend.clear()
    return nil
  }

  /// The headers of every reply: no caching, no guessing of content types, and no use by other origins.
  private static let headers: [Headers.Line] = [
    .init("Cache-Control", "no-store"), .init("X-Content-Type-Options", "nosniff"),
    .init("Cross-Origin-Resource-Policy", "same-origin"),
  ]

  private static func answer(_ status: Int, _ type: String, _ body: String, _ more: [Headers.Line] = []) -> Reply {
    Reply(.status(status), headers: Headers([.init("Content-Type", type)] + headers + more), body: Array(body.utf8))
  }

  private static func text(_ status: Int, _ text: String, _ more: [Headers.Line] = []) -> Reply {
    answer(status, "text/plain; charset=utf-8", "contract-run: \(text)\n", more)
  }
}

/// The control page: one document, which fetches only the state.
enum ControlPage {
  private static let template = String(cString: contractServePage)
  private static let style = String(cString: contractPageStyle) + String(cString: contractServeStyle)
  /// The page's script. It sets text from requests and contracts only as text, never as HTML.
  static let script = String(cString: contractPageScript) + String(cString: contractServeScript)

  /// Returns the document.
  ///
  /// - Parameter nonce: The mark of the page's own style and script. The browser runs no others (CSP, level 3).
  static func html(nonce: String) -> String {
    template.filled(with: [
      "nonce": nonce, "style": style, "script": script, "documentation": Documentation.page("serve.md"),
    ])
  }
}
