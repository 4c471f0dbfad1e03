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
        let reply = hosts.contains(request.headers["Host"] ?? "") ? answer(request) : Self.otherHost
        guard connection.answer(request, with: reply) else { return }
      } catch {
        return connection.refuse(error)
      }
    }
  }

  private static let otherHost = Reply(
    .status(403), body: Array("contract-run: this is not the host of the recording server\n".utf8))

  private func answer(_ request: HTTPRequest) -> Reply {
    defer { onEnd() }
    let isPath = request.target.utf8.first == UInt8(ascii: "/")
    let origin = base.text.dropLast(base.pathPrefix.utf8.count)
    let captured = CapturedRequest(
      method: request.method, url: isPath ? origin + request.target : request.target, headers: request.headers,
      body: request.body)
    let sent = RealServer.forwarded(captured, from: base, to: upstream)
    let line = "\(sent.method) \(HARURL.shown(sent.url, secrets))"
    let number = recording.begin(line)
    let began = Date.now
    do throws(ProviderFailure) {
      let answer = try server.send(sent, to: upstream)
      let isRepeated = sendsTwice && ["GET", "HEAD"].contains(sent.method)
      let again = isRepeated ? try? server.send(sent, to: upstream) : nil
      recording.end(number, sent, answer, again: again, began: began)
      if case .status(let status) = answer.reply.kind { say("\(line) → \(status)") }
      return RealServer.returned(answer.reply, from: upstream, to: base)
    } catch {
      let why = secrets.masked(error.why)
      recording.lose(number, why: why)
      say("\(line) → \(why)")
      return Reply(.status(502), body: Array("contract-run: \(why)\n".utf8))
    }
  }
}
