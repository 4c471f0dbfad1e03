import ContractCore
import Foundation
import Synchronization

/// The real server: it gets the requests of the client, with its own URLs in place of those on this machine, and its answers
/// go back to the client.
final class RealServer: Provider {
  /// What the command line says about it.
  struct Settings {
    /// Its base URL, in place of the contracts' `baseURL` by nil and of those with names.
    var bases: [String?: BaseURL] = [:]
    var methods = Exchange.readingMethods.union(["OPTIONS"])
    /// The largest number of requests in a second, and in all.
    var rate = 2.0
    var most = 200
    /// How many seconds it has for an answer.
    var limit = 10.0
    var isStrict = false
  }

  let settings: Settings
  private let invocation: Invocation
  private let state = Mutex(State())

  private struct State {
    var count = 0
    /// When the next request may be sent.
    var next = ContinuousClock.now
  }

  init(_ settings: Settings, _ invocation: Invocation) { (self.settings, self.invocation) = (settings, invocation) }

  var isStrict: Bool { settings.isStrict }

  var count: Int { state.withLock(\.count) }

  func answer(to request: CapturedRequest, at addresses: Addresses) throws(ProviderFailure) -> Reply {
    let urls = ServedURLs(settings.bases.compactMap { name, own in addresses[name].map { (own, $0) } })
    // The scenarios that send others are left out.
    guard settings.methods.contains(request.method), let sent = Self.forwarded(request, urls) else {
      throw ProviderFailure(.refused, "\(request.method) is not sent there", next: "correct the client")
    }
    let line = "\(sent.method) \(sent.target)"
    try waitForTurn()
    let reply: Reply
    do throws(CurlCall.Failure) {
      reply = try send(sent).reply
    } catch {
      throw ProviderFailure(
        .refused, "no usable answer of the real server to \(line): \(error.why)",
        next: "try it with curl, which sends the requests")
    }
    if let location = Self.redirect(reply, of: sent), urls.here(location) == nil {
      throw ProviderFailure(
        .refused, "the real server redirects \(line) to another host, which is not followed",
        next: "name the server that answers: --against URL")
    }
    return Self.returned(reply, to: sent, urls)
  }

  /// Sends a request that has the server's own URL. Returns the answer as it came.
  func send(_ request: CapturedRequest) throws(CurlCall.Failure) -> CurlCall.Answer {
    try CurlCall(invocation: invocation, request: request, limit: settings.limit).send()
  }

  /// Waits until another request may be sent.
  private func waitForTurn() throws(ProviderFailure) {
    let time = state.withLock { state -> ContinuousClock.Instant? in
      if state.count >= settings.most { return nil }
      state.count += 1
      let time = max(state.next, .now)
      state.next = time + .seconds(1 / settings.rate)
      return time
    }
    guard let time else {
      throw ProviderFailure(
        .refused, "the limit of \(English.counted(settings.most, "request")) is reached",
        next: "allow more with --max-requests, or play fewer scenarios")
    }
    while ContinuousClock.now < time {
      if invocation.interruption.signal != nil {
        throw ProviderFailure(.refused, "the run ends", next: "run it again")
      }
      Thread.sleep(forTimeInterval: min(0.1, max(0, (time - .now) / .seconds(1))))
    }
  }

  /// Returns where an answer leads, as a whole URL; nil if it is an answer of its own.
  private static func redirect(_ reply: Reply, of request: CapturedRequest) -> String? {
    guard case .status(300..<400) = reply.kind, let location = reply.headers["Location"] else { return nil }
    return URL(string: location, relativeTo: URL(string: request.url))?.absoluteString ?? location
  }

  // MARK: What is passed on

  /// The headers that are only about one connection (RFC 9110, section 7.6.1), or that curl sets.
  private static let ofConnection: Set<String> = [
    "connection", "content-length", "expect", "host", "keep-alive", "proxy-authenticate", "proxy-authorization",
    "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  /// Returns a request with the server's own URLs in place of those of this machine; nil if it goes elsewhere.
  static func forwarded(_ request: CapturedRequest, _ urls: ServedURLs) -> CapturedRequest? {
    guard let url = urls.own(request.url) else { return nil }
    var sent = request
    sent.url = url
    // It has no meaning, and curl cannot send it.
    if sent.method == "HEAD" { sent.body = nil }
    // The client may send a URL back that it got from an answer.
    if let text = sent.body.flatMap({ String(validating: $0, as: UTF8.self) }) {
      sent.body = Array(urls.own(in: text).utf8)
    }
    sent.headers.lines = request.headers.lines.compactMap { line in
      if ofConnection.contains(line.name.lowercased()) { return nil }
      // curl decodes it.
      if line.name.isSameName("Accept-Encoding") { return line.value.contains("gzip") ? .init(line.name, "gzip") : nil }
      return .init(line.name, urls.own(in: line.value), isLatin: line.isLatin)
    }
    return sent
  }

  /// Returns an answer with the URLs of this machine in place of the server's own, so that the client follows links to here.
  static func returned(_ reply: Reply, to request: CapturedRequest, _ urls: ServedURLs) -> Reply {
    var reply = reply
    let location = redirect(reply, of: request).flatMap(urls.here)
    reply.headers.lines = reply.headers.lines.compactMap { line in
      // An answer to HEAD has the length of a body that is not sent.
      let isLength = line.name.isSameName("Content-Length") && request.method == "HEAD"
      if ofConnection.contains(line.name.lowercased()), !isLength { return nil }
      if line.name.isSameName("Content-Encoding") { return nil }
      if line.name.isSameName("Location"), let location { return .init(line.name, location) }
      let isCookie = line.name.isSameName("Set-Cookie")
      var value = isCookie ? cookieOfHere(line.value, below: urls.path) : urls.here(in: line.value)
      if line.name.isSameName("Link") { value = value.replacing(/<\/(?!\/)/, with: "<\(urls.path)/") }
      return .init(line.name, value, isLatin: line.isLatin)
    }
    if let text = reply.body.flatMap({ String(validating: $0, as: UTF8.self) }) {
      reply.body = Array(urls.here(in: text).utf8)
    }
    return reply
  }

  /// Returns a cookie without what binds it to the server's host, and to TLS, and with the path that the client sees.
  private static func cookieOfHere(_ value: String, below path: String) -> String {
    let parts = value.split(separator: ";", omittingEmptySubsequences: false)
    let attributes = parts.dropFirst().compactMap { part -> String? in
      let name = part.prefix { $0 != "=" }.trimmingCharacters(in: .whitespaces).lowercased()
      if ["domain", "secure"].contains(name) { return nil }
      let rest = part.drop { $0 != "=" }.dropFirst().trimmingCharacters(in: .whitespaces)
      guard name == "path", rest.hasPrefix("/"), !path.isEmpty else { return String(part) }
      return " Path=" + path + (rest == "/" ? "" : rest)
    }
    return (parts.prefix(1).map(String.init) + attributes).joined(separator: ";")
  }
}
