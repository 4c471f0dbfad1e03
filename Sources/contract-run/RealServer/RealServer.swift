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
    // The scenarios that send others are left out.
    if !settings.methods.contains(request.method) {
      return .failed(ProviderFailure(.refused, "\(request.method) is not sent", next: "correct the client"))
    }
    do throws(ProviderFailure) {
      let sent = Self.forwarded(request, from: base, to: own)
      let reply = Self.returned(try send(sent, to: own).reply, from: own, to: base)
      if let location = Self.redirect(reply), let url = RequestURL(location), !url.hasOrigin(of: base) {
        throw ProviderFailure(
          .refused, "\(own.host) redirects \(sent.method) \(sent.target) to another host, which is not followed",
          next: "name the server that answers: --against URL")
      }
      return .answer(reply)
    } catch {
      return .failed(error)
    }
  }

  /// Sends a request that has the server's own URL. Returns the answer as it came.
  func send(_ request: CapturedRequest, to own: BaseURL) throws(ProviderFailure) -> CurlCall.Answer {
    if let failure = waitForTurn() { throw failure }
    let call = CurlCall(
      request: request, limit: settings.limit, processes: processes, environment: environment, isStopped: isStopped)
    do throws(CurlCall.Failure) {
      return try call.send()
    } catch {
      throw ProviderFailure(
        .refused, "no usable answer of \(own.host) to \(request.method) \(request.target): \(error.why)",
        next: "try it with curl, which sends the requests")
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
        .refused, "the limit of \(English.counted(settings.most, "request")) is reached",
        next: "allow more with --max, or play fewer scenarios")
    }
    while ContinuousClock.now < time {
      if isStopped() { return ProviderFailure(.refused, "the run ends", next: "run it again") }
      Thread.sleep(forTimeInterval: min(0.1, max(0, (time - .now) / .seconds(1))))
    }
    return nil
  }

  private static func redirect(_ reply: Reply) -> String? {
    guard case .status(300..<400) = reply.kind else { return nil }
    return reply.headers["Location"]
  }

  // MARK: What is passed on

  /// The headers that are only about one connection (RFC 9110, section 7.6.1), or that curl sets.
  private static let ofConnection: Set<String> = [
    "connection", "content-length", "expect", "host", "keep-alive", "proxy-authenticate",
    "proxy-authorization", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  /// Returns a request with the server's own URLs in place of those of this machine.
  static func forwarded(_ request: CapturedRequest, from base: BaseURL, to own: BaseURL) -> CapturedRequest {
    var sent = request
    sent.url = request.url.hasPrefix(base.text) ? own.text + request.url.dropFirst(base.text.count) : request.url
    sent.headers.lines = request.headers.lines.compactMap { line in
      if ofConnection.contains(line.name.lowercased()) { return nil }
      if line.name.isSameName("Accept-Encoding") { return line.value.contains("gzip") ? .init(line.name, "gzip") : nil }
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
      // curl has decoded the body.
      let isLeftOut = ofConnection.contains(line.name.lowercased()) || line.name.isSameName("Content-Encoding")
      return isLeftOut ? nil : .init(line.name, replaced(line.value))
    }
    if let body = reply.body, body.firstRange(of: Array(own.host.utf8)) != nil,
      let text = String(validating: body, as: UTF8.self)
    {
      reply.body = Array(replaced(text).utf8)
    }
    return reply
  }
}
