import ContractAuthoring
import ContractCore
import ContractLoopback
import Foundation

/// A server on this machine that passes requests to the real server, and its answers back, and records both.
final class RecordingServer: Sendable {
  /// The base URL for the client.
  let base: BaseURL
  private let upstream: BaseURL
  private let server: RealServer
  private let recording: Recording
  private let listener: Listener
  private let hosts: OwnHosts
  private let secrets: Secrets
  /// Whether requests that change nothing are sent twice, to see what varies by itself.
  private let sendsTwice: Bool
  /// Prints a line about a request.
  private let say: @Sendable (String) -> Void
  /// Called after each request.
  private let onEnd: @Sendable () -> Void

  /// Opens the port. Connections wait until `start`.
  init(
    host: String, port: Int, _ upstream: BaseURL, _ server: RealServer, _ recording: Recording, _ secrets: Secrets,
    sendsTwice: Bool, say: @escaping @Sendable (String) -> Void, onEnd: @escaping @Sendable () -> Void
  ) throws(SocketError) {
    listener = try Listener(host: host, port: port, reusesAddress: true)
    hosts = OwnHosts(port: listener.port, host: host)
    let shown = hosts.isEverywhere ? "127.0.0.1" : host
    base = upstream.moved(to: shown, port: listener.port, scheme: "http")
    (self.upstream, self.server, self.recording, self.secrets) = (upstream, server, recording, secrets)
    (self.sendsTwice, self.say, self.onEnd) = (sendsTwice, say, onEnd)
  }

  /// Whether only this machine reaches it.
  var isLocal: Bool { hosts.isLocal }

  func start() throws(SocketError) { try listener.start { [self] connection in serve(connection) } }

  /// Closes the port, and waits for nothing.
  func stop() { listener.stop() }

  private func serve(_ connection: Connection) {
    var reader = HTTPReader(connection)
    while true {
      do throws(MalformedRequest) {
        guard let request = try reader.next() else { return }
        let reply = isOwn(request) ? answer(request) : Self.otherHost
        defer { onEnd() }
        guard connection.answer(request, with: reply) else { return }
      } catch {
        return connection.refuse(error)
      }
    }
  }

  private static let otherHost = Reply(
    .status(403), body: Array("contract-run: this request is not for the recording server\n".utf8))

  /// Whether a request is for this server, and not one of a page on another site, or for a proxy.
  private func isOwn(_ request: HTTPRequest) -> Bool {
    let origin = request.headers["Origin"].flatMap { BaseURL($0) }
    let isHere = origin.map { ["localhost", "127.0.0.1"].contains($0.host) } ?? !request.headers.has("Origin")
    return hosts.contains(request.headers["Host"] ?? "") && request.target.utf8.first == UInt8(ascii: "/") && isHere
  }

  private func answer(_ request: HTTPRequest) -> Reply {
    let origin = base.text.dropLast(base.pathPrefix.utf8.count)
    let captured = CapturedRequest(
      method: request.method, url: origin + request.target, headers: request.headers, body: request.body)
    let urls = ServedURLs([(upstream, base)])
    guard let sent = RealServer.forwarded(captured, urls) else { return Self.otherHost }
    let line = "\(sent.method) \(HARURL.shown(sent.url, secrets))"
    let number = recording.begin(line)
    let began = Date.now
    do throws(CurlCall.Failure) {
      let answer = try server.send(sent)
      let isRepeated = sendsTwice && ["GET", "HEAD"].contains(sent.method)
      let again = isRepeated ? try? server.send(sent) : nil
      recording.end(number, sent, answer, again: again, began: began)
      if case .status(let status) = answer.reply.kind { say("\(line) → \(status)") }
      return RealServer.returned(answer.reply, to: sent, urls)
    } catch {
      let why = "no usable answer: \(secrets.masked(error.why))"
      recording.lose(number, why: why)
      say("\(line) → \(why)")
      return Reply(.status(502), body: Array("contract-run: \(why)\n".utf8))
    }
  }
}
