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
    /// The methods that may be sent.
    var methods: Set<String> = ["GET", "HEAD", "OPTIONS"]
    /// The largest number of requests in a second, and in all.
    var rate = 2.0
    var most = 200
    /// How many seconds it has for an answer.
    var limit = 10.0
    var isStrict = false
    /// Whether redirects to the same server are followed, so that the client gets the last answer.
    var followsRedirects = true
  }

  let settings: Settings
  private let processes: Processes
  private let environment: [String: String]
  private let isStopped: @Sendable () -> Bool
  private let state = Mutex(State())

  private struct State {
    /// How many requests were sent.
    var count = 0
    /// When the next request may be sent.
    var next = ContinuousClock.now
  }

  /// The largest number of redirects that are followed one after another.
  private static let redirectLimit = 5

  /// - Parameter isStopped: Returns whether the run ends.
  init(
    _ settings: Settings, _ processes: Processes, _ environment: [String: String],
    isStopped: @escaping @Sendable () -> Bool
  ) {
    (self.settings, self.processes, self.environment, self.isStopped) = (settings, processes, environment, isStopped)
  }

  var isStrict: Bool { settings.isStrict }

  /// How many requests were sent.
  var count: Int { state.withLock(\.count) }

  func answer(to request: CapturedRequest, below base: BaseURL, named name: String?) -> ProviderAnswer {
    guard let own = settings.bases[name] else {
      return .failed(
        ProviderFailure(.refused, "the real server of a base URL is not known", next: "name it: --against NAME=URL"))
    }
    if !settings.methods.contains(request.method) {
      return .failed(
        ProviderFailure(
          .refused, "\(request.method) is not sent", next: "if the server may change, add --unsafe \(request.method)"))
    }
    do throws(ProviderFailure) {
      let sent = Self.forwarded(request, from: base, to: own)
      return .answer(Self.returned(try send(sent, below: own), from: own, to: base))
    } catch {
      return .failed(error)
    }
  }

  /// Sends a request that has the server's own URL, and follows redirects to the same server.
  ///
  /// - Returns: The answer as it came.
  func send(_ request: CapturedRequest, below own: BaseURL) throws(ProviderFailure) -> Reply {
    var sent = request
    var redirects = 0
    while true {
      if let failure = waitForTurn() { throw failure }
      let call = CurlCall(
        request: sent, limit: settings.limit, processes: processes, environment: environment, isStopped: isStopped)
      let reply: Reply
      do throws(CurlCall.Failure) {
        reply = try call.send()
      } catch {
        throw ProviderFailure(
          .refused, "\(own.host) gives no answer to \(request.method) \(request.target): \(error.why)",
          next: "try it with curl, which sends the requests")
      }
      guard settings.followsRedirects, let location = Self.redirect(reply) else { return reply }
      if let failure = follow(location, &sent, &redirects, own) { throw failure }
    }
  }

  /// Waits until another request may be sent. Returns why none may.
  private func waitForTurn() -> ProviderFailure? {
    let time = state.withLock { state -> ContinuousClock.Instant? in
      if state.count >= settings.most { return nil }
      state.count += 1
      let time = max(state.next, .now)
      state.next = time + .seconds(1 / settings.rate)
      return time
    }
    guard let time else {
      return ProviderFailure(
        .refused, "\(English.counted(settings.most, "request")) were sent", next: "allow more with --max, or fewer scenarios")
    }
    while ContinuousClock.now < time {
      if isStopped() { return ProviderFailure(.refused, "the run ends", next: "run it again") }
      Thread.sleep(forTimeInterval: min(0.1, max(0, (time - .now) / .seconds(1))))
    }
    return nil
  }

  // MARK: Redirects

  private static func redirect(_ reply: Reply) -> String? {
    guard case .status(let status) = reply.kind, [301, 302, 303, 307, 308].contains(status) else { return nil }
    return reply.headers["Location"]
  }

  /// Makes the request that follows a redirect. Returns why there is none.
  private func follow(
    _ location: String, _ sent: inout CapturedRequest, _ redirects: inout Int, _ own: BaseURL
  ) -> ProviderFailure? {
    let line = "\(sent.method) \(sent.target)"
    guard let target = URL(string: location, relativeTo: URL(string: sent.url))?.absoluteString,
      let url = RequestURL(target)
    else {
      return ProviderFailure(.refused, "\(own.host) redirects \(line) to no URL", next: "correct the server")
    }
    if !url.hasOrigin(of: own) {
      return ProviderFailure(
        .refused, "\(own.host) redirects \(line) to another host, which is not followed",
        next: "name the server that answers: --against URL")
    }
    redirects += 1
    if redirects > Self.redirectLimit {
      return ProviderFailure(
        .refused, "\(own.host) redirects \(line) more than \(Self.redirectLimit) times", next: "correct the server")
    }
    if !["GET", "HEAD"].contains(sent.method) {
      return ProviderFailure(
        .refused, "\(own.host) redirects \(line), which is not sent twice", next: "name the server that answers")
    }
    sent.url = target
    return nil
  }

  // MARK: What is passed on

  /// The headers that are only about one connection (RFC 9110, section 7.6.1), or that curl sets.
  private static let ofConnection: Set<String> = [
    "accept-encoding", "connection", "content-length", "expect", "host", "keep-alive", "proxy-authenticate",
    "proxy-authorization", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  /// Returns a request with the server's own URLs in place of those of this machine.
  static func forwarded(_ request: CapturedRequest, from base: BaseURL, to own: BaseURL) -> CapturedRequest {
    var sent = request
    sent.url = request.url.hasPrefix(base.text) ? own.text + request.url.dropFirst(base.text.count) : request.url
    sent.headers.lines = request.headers.lines.compactMap { line in
      if ofConnection.contains(line.name.lowercased()) { return nil }
      return .init(line.name, line.value.replacing(base.text, with: own.text))
    }
    return sent
  }

  /// Returns an answer with the URLs of this machine in place of the server's own, so that the client follows links to here.
  static func returned(_ reply: Reply, from own: BaseURL, to base: BaseURL) -> Reply {
    var reply = reply
    let (theirs, ours) = (own.text, base.text)
    func replaced(_ text: String) -> String {
      text.replacing(theirs, with: ours)
        .replacing(theirs.replacing("/", with: "\\/"), with: ours.replacing("/", with: "\\/"))
    }
    reply.headers.lines = reply.headers.lines.compactMap { line in
      ofConnection.contains(line.name.lowercased()) ? nil : .init(line.name, replaced(line.value))
    }
    if let body = reply.body, body.firstRange(of: Array(own.host.utf8)) != nil,
      let text = String(validating: body, as: UTF8.self)
    {
      reply.body = Array(replaced(text).utf8)
    }
    return reply
  }
}
