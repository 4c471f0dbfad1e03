import ContractCore

/// The options of `serve`, after their validation.
struct ServeSettings {
  /// The port if `--port` is not given. Tutorials often use it.
  static let defaultPort = 8080

  var host = "127.0.0.1"
  var port = defaultPort
  var opens: Bool

  init(_ arguments: Arguments) throws(Exit) {
    opens = arguments.has(.open)
    port = try arguments.number(.port, 0...65535, help: "0 chooses a free port") ?? port
    if let text = arguments.last(.host) {
      guard text == "localhost" || OwnHosts.isIPv4(text) else {
        throw .usage(
          "'--host' needs an IPv4 address or localhost, found '\(text)'",
          "127.0.0.1 is reachable only from this machine, 0.0.0.0 from all of its networks")
      }
      host = text
    }
  }
}

extension Option {
  static let host = Option(
    "host", .text("ADDRESS"),
    "the IPv4 address to listen on (default: 127.0.0.1, which only this machine can reach)", page: "serve.md")
  static let port = Option(
    "port", .text("N"), "the port to listen on; 0 chooses a free one (default: \(ServeSettings.defaultPort))")
  static let open = Option("open", "open the control page in the browser")
}
