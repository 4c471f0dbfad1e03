import ContractAuthoring
import ContractCore
import ContractLoopback
import Foundation
import Synchronization

/// A server on this machine that passes requests to the real server, and its answers back, and records both.
final class RecordingServer: Sendable {
  /// What the command line says about it.
  struct Settings {
    var host: String
    var port: Int
    var upstream: BaseURL
    /// What stands before the paths of the base URL for the client.
    var key: RecordingKey
    var secrets: Secrets
    /// Whether requests that change nothing are sent twice, to see what varies by itself.
    var sendsTwice: Bool
  }

  let base: BaseURL
  private let settings: Settings
  private let urls: ServedURLs
  private let server: RealServer
  private let recording: Recording
  private let listener: Listener
  let hosts: OwnHosts
  /// Called after each request.
  private let onEnd: @Sendable () -> Void
  /// A place for each request that is passed on.
  private let places: DispatchSemaphore
  private let state = Mutex(State())

  private struct State {
    var refused: [Refusal: Int] = [:]
    /// Whether it was said that clients wait, and that the recording is full.
    var saidThatClientsWait = false
    var saidThatItIsFull = false
  }

  // MARK: Limits

  /// How many descriptors a request by curl needs while curl is started.
  private static let descriptorsOfCurl = 8
  /// How many descriptors are left to the rest of the process.
  private static let reserve = 32
  /// The largest number of requests at a time, and of connections.
  private static let (mostRequests, mostConnections) = (16, 256)
  /// For how many seconds a client may keep a connection on which it sends nothing.
  private static let idleLimit = 60.0
  /// For how long it may keep one that others wait for.
  private static let shortIdleLimit = Duration.milliseconds(500)

  /// Opens the port. Connections wait until `start`.
  init(
    _ settings: Settings, _ server: RealServer, _ recording: Recording, onEnd: @escaping @Sendable () -> Void
  ) throws(SocketError) {
    let descriptors = Platform.descriptorLimit - Self.reserve
    let requests = max(1, min(Self.mostRequests, descriptors / (2 * Self.descriptorsOfCurl)))
    let connections = max(4, min(Self.mostConnections, descriptors - requests * Self.descriptorsOfCurl))
    listener = try Listener(
      host: settings.host, port: settings.port, reusesAddress: true,
      limits: Listener.Limits(connections: connections, idle: Self.idleLimit))
    places = DispatchSemaphore(value: requests)
    hosts = OwnHosts(port: listener.port, host: settings.host)
    var base = settings.upstream.moved(to: hosts.name, port: listener.port, scheme: "http")
    let origin = base.origin
    base.pathPrefix = settings.key.path + base.pathPrefix
    base.text = origin + base.pathPrefix
    self.base = base
    urls = ServedURLs([(settings.upstream, base)], key: settings.key)
    (self.settings, self.server, self.recording, self.onEnd) = (settings, server, recording, onEnd)
  }

  /// The requests that were not passed on, one line for each reason that more than one had.
  var refusals: [String] {
    let refused = state.withLock(\.refused)
    return Refusal.allCases.compactMap { refusal in
      refused[refusal].flatMap { $0 > 1 ? refusal.summary($0) : nil }
    }
  }

  func start() throws(SocketError) {
    try listener.start { [self] in
      listener.shutDownIdle(for: Self.shortIdleLimit)
      sayOnce(\.saidThatClientsWait) {
        "note: new connections wait, because too many are open; let the client open fewer at a time, or raise the limit"
          + " of open files (ulimit -n)"
      }
    } _: { [self] connection in
      connection.serve { request in
        let captured = CapturedRequest(
          method: request.method, url: base.origin + request.target, headers: request.headers, body: request.body)
        let answer = refusal(of: request).map { refuse(captured, $0) } ?? pass(captured)
        let continues = connection.answer(request, with: answer.reply)
        if answer.isPassedOn {
          recording.finish()
          onEnd()
        }
        return continues
      }
    }
  }

  /// Closes the port, and waits for nothing.
  func stop() { listener.stop() }

  private func sayOnce(_ isSaid: WritableKeyPath<State, Bool>, _ text: () -> String) {
    let wasSaid = state.withLock { state in
      defer { state[keyPath: isSaid] = true }
      return state[keyPath: isSaid]
    }
    if !wasSaid { StandardError.print("\(text())") }
  }

  // MARK: Requests

  /// What the client gets, and whether its request was passed on.
  private typealias Answer = (reply: Reply, isPassedOn: Bool)

  /// Returns why a request is not passed on; nil if it is.
  private func refusal(of request: HTTPRequest) -> Refusal? {
    guard hosts.contains(request.headers["Host"] ?? ""), request.target.utf8.first == UInt8(ascii: "/") else {
      return .host
    }
    if let origin = request.headers["Origin"] {
      guard let host = BaseURL(origin)?.host, ["localhost", "127.0.0.1"].contains(host) else { return .page }
    } else if settings.key.path.isEmpty, request.headers["Sec-Fetch-Site"] == "cross-site" {
      // Browsers send no Origin with a GET whose answer the page cannot read.
      return .page
    }
    return settings.key.begins(request.target) ? nil : .key
  }

  private func refuse(_ request: CapturedRequest, _ refusal: Refusal) -> Answer {
    let isFirst = state.withLock { state in
      state.refused[refusal, default: 0] += 1
      return state.refused[refusal] == 1
    }
    if isFirst {
      let line = "\(request.method) \(HARURL.shown(urls.own(request.url) ?? request.url, settings.secrets))"
      StandardError.print("\(refusal.note(line, request.headers, base: base.text))")
    }
    return (refusal.reply, false)
  }

  private func pass(_ request: CapturedRequest) -> Answer {
    guard let sent = RealServer.forwarded(request, urls) else { return refuse(request, .host) }
    places.wait()
    defer { places.signal() }
    return (answer(sent), true)
  }

  private func answer(_ sent: CapturedRequest) -> Reply {
    let line = "\(sent.method) \(HARURL.shown(sent.url, settings.secrets))"
    let number = recording.begin(line)
    let began = Date.now
    do throws(CurlCall.Failure) {
      let answer = try server.send(sent)
      let isRepeated = settings.sendsTwice && Exchange.readingMethods.contains(sent.method)
      let again = isRepeated ? try? server.send(sent) : nil
      let isRecorded = recording.end(number, sent, answer, again: again, began: began)
      if !isRecorded {
        sayOnce(\.saidThatItIsFull) {
          "note: the recording is full: it may have \(Recording.sizeLimit >> 20) MiB; this request and all later ones are"
            + " passed on, but not recorded; end this session, and record the rest in another one"
        }
      }
      if case .status(let status) = answer.reply.kind {
        StandardOutput.print("\(line) → \(status)\(isRecorded ? "" : ", not recorded")")
      }
      return RealServer.returned(answer.reply, to: sent, urls)
    } catch {
      let why = "no usable answer: \(Mask(settings.secrets).text(error.why))"
      recording.lose(number, why: why)
      StandardOutput.print("\(line) → \(why)")
      return Reply(.status(502), body: Array("contract-run: \(why)\n".utf8))
    }
  }
}
