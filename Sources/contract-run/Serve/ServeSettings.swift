import ContractCore

/// The options of `serve`, after their validation.
struct ServeSettings {
  /// The port if `--port` is not given. Tutorials often use it.
  static let defaultPort = 8080

  var host = "127.0.0.1"
  var port = defaultPort
  var opens: Bool

  init(_ arguments: Arguments) throws(Arguments.UsageError) {
    opens = arguments.has(.open)
    if let text = arguments.last(.port) {
      guard let number = Int(text), (0...65535).contains(number) else {
        throw Arguments.UsageError(
          message: "'--port' needs a whole number from 0 to 65535, found '\(text)'", help: "0 chooses a free port",
          command: .serve)
      }
      port = number
    }
    if let text = arguments.last(.host) {
      guard text == "localhost" || OwnHosts.isIPv4(text) else {
        throw Arguments.UsageError(
          message: "'--host' needs an IPv4 address or localhost, found '\(text)'",
          help: "127.0.0.1 is reachable only from this machine, 0.0.0.0 from all of its networks", command: .serve)
      }
      host = text
    }
  }
}
