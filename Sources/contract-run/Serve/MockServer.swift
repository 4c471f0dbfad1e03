import ContractCore
import ContractLoopback

/// A mock backend on a port. The control page handles its own requests, and contracts answer all other requests.
final class MockServer: Sendable {
  let hosts: OwnHosts
  private let listener: Listener
  private let backend: MockBackend
  private let control: ControlAPI
  private let files: ContractFiles
  private let console: ServeConsole

  /// How many descriptors are left to the rest of the process, which reads contracts at any time.
  private static let reserve = 32
  /// For how many seconds a client may keep a connection on which it sends nothing.
  private static let idleLimit = 60.0
  /// For how long it may keep one that others wait for.
  private static let shortIdleLimit = Duration.milliseconds(500)

  /// Opens the port. Connections wait until `start`.
  init(
    _ place: (host: String, port: Int), _ backend: MockBackend, _ files: ContractFiles, _ console: ServeConsole
  ) throws(SocketError) {
    // The port can be used again as soon as its last server has ended.
    let limits = Listener.Limits(connections: max(4, Platform.descriptorLimit - Self.reserve), idle: Self.idleLimit)
    listener = try Listener(host: place.host, port: place.port, reusesAddress: true, limits: limits)
    hosts = OwnHosts(port: listener.port, host: place.host)
    control = ControlAPI(backend: backend, hosts: hosts, runner: "contract-run \(version)")
    (self.backend, self.files, self.console) = (backend, files, console)
  }

  var page: String { hosts.origin + ControlAPI.path }

  func start() throws(SocketError) {
    try listener.start { [listener] in
      listener.shutDownIdle(for: Self.shortIdleLimit)
    } _: { [self] connection in
      connection.serve {
        answer($0, on: connection)
      } refused: { error in
        console.report(
          backend.remember(ServedRequest(refused: backend.secrets.applied(to: error), at: ServeConsole.time())))
      }
    }
  }

  /// Closes the port and all connections, without waiting for requests in progress.
  func stop() { listener.stop() }

  func refresh() {
    guard let change = files.changed() else { return }
    backend.replace(change.contracts, change.diagnostics)
    if change.isNews { console.report(change, at: ServeConsole.time()) }
  }

  /// Answers a request. Returns whether another may come on the connection.
  private func answer(_ sent: HTTPRequest, on connection: Connection) -> Bool {
    let request = captured(sent)
    refresh()
    if let reply = control.reply(to: request) { return connection.answer(sent, with: reply) }
    let router = backend.snapshot.router
    let preflight = CrossOrigin.preflight(request) { method, path in router.methods(at: path).contains(method) }
    if let preflight { return connection.answer(sent, with: preflight) }
    let answer = backend.answer(request, at: ServeConsole.time())
    console.report(answer.served)
    return connection.answer(sent, with: CrossOrigin.opened(answer.reply, to: request))
  }

  /// Returns the request with a complete URL, which has the host that its sender used for this server.
  private func captured(_ sent: HTTPRequest) -> CapturedRequest {
    var url = sent.target
    if url.utf8.first == UInt8(ascii: "/") {
      let host = sent.headers["Host"] ?? ""
      let called = host.contains("/") ? nil : BaseURL("http://\(host)").map { _ in "http://\(host)" }
      url = (called ?? hosts.origin) + sent.target
    }
    return CapturedRequest(method: sent.method, url: url, headers: sent.headers, body: sent.body)
  }
}
