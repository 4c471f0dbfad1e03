import ContractCore

/// The check for error codes that sockets report on one platform but not on another.
///
/// It looks only at scenarios that run on loopback, and only at a code without alternatives. In memory, a client gets
/// exactly the error that its contract names.
enum PlatformCode {
  /// Returns the first code in a scenario's expectation on loopback that is right on one platform only.
  static func doubt(in scenario: Scenario) -> (ContractWarning, SourceRange)? {
    guard case .failure(let pattern, _)? = scenario.expected(on: .loopback),
      let event = scenario.exchanges.lazy.compactMap({ SocketEvent($0.response) }).last
    else { return nil }
    return doubt(in: pattern, after: event)
  }

  /// Returns whether the code of a failure on loopback is right on one platform only.
  static func doubts(_ failure: JSON, of scenario: Scenario) -> Bool {
    guard let code = failure["code"]?.int,
      let event = scenario.exchanges.lazy.compactMap({ SocketEvent($0.response) }).last
    else { return false }
    return doubt(code, after: event) { failure[$0]?.string } != nil
  }

  // MARK: Events

  /// A failure on a socket, as far as it decides whether platforms report different codes.
  private enum SocketEvent {
    /// A failure with the same code everywhere: refused, not found, or silence.
    case portable
    /// A failure for which each platform has its own code, with a description of the failure.
    case varying(String)

    init?(_ response: Response) {
      switch response.socketFault {
      case .refused, .notFound, .silence: self = .portable
      case .reset: self = .varying("a connection that is reset")
      case .closed, .cut: self = .varying("a connection that is closed too early")
      case .brokenTLS: self = .varying("a failed TLS handshake")
      case .certificate: self = .varying("a wrong certificate")
      case .unparsable: self = .varying("bytes that cannot be parsed")
      case nil where response.kind == .nonHTTP: self = .varying("bytes that are not HTTP")
      case nil:
        let length = response.headers["Content-Length"].flatMap { Int(digits: $0.utf8) }
        guard let length, length > response.body?.bytes.count ?? 0 else { return nil }
        self = .varying("a truncated body")
      }
    }
  }

  /// The URLError codes that mean the same whatever the socket did: cancelled, badURL, timedOut, cannotFindHost,
  /// cannotConnectToHost.
  private static let portable: Set<Int> = [-999, -1000, -1001, -1003, -1004]

  /// Whether an `errno` has a different meaning on Linux than on Darwin. Every number above 34 has; 11 is EAGAIN on
  /// Linux and EDEADLK on Darwin.
  private static func isOneSystems(_ errno: Int) -> Bool { errno == 11 || errno > 34 }

  // MARK: Assertions

  private static func doubt(in pattern: Pattern, after event: SocketEvent) -> (ContractWarning, SourceRange)? {
    switch pattern.kind {
    case .partial(let inner), .optional(let inner): return doubt(in: inner, after: event)
    // With multiple alternatives, another one may be right elsewhere.
    case .anyOf(let alternatives) where alternatives.count == 1: return doubt(in: alternatives[0], after: event)
    case .allOf(let patterns): return patterns.lazy.compactMap { doubt(in: $0, after: event) }.first
    case .object(let members):
      func value(_ name: String) -> JSON? { members.first { $0.name == name }.flatMap { only($0.pattern) } }
      if let code = members.first(where: { $0.name == "code" }), let number = value("code")?.number?.int,
        let why = doubt(number, after: event, { value($0)?.string })
      {
        return (.codeWithoutPlatform(code: String(number), why: why), code.range)
      }
      return members.first { $0.name == "underlying" }.flatMap { doubt(in: $0.pattern, after: event) }
    default: return nil
    }
  }

  /// Returns the reason why a code is right on one platform only; nil if it is the client's own code, or the same
  /// everywhere.
  ///
  /// - Parameter text: Returns the text of another member of the failure; nil if it has none.
  private static func doubt(_ code: Int, after event: SocketEvent, _ text: (String) -> String?) -> String? {
    let type = text("type")?.split(separator: ".").last.map(String.init)
    let domain = text("domain")
    if domain == "NSPOSIXErrorDomain" || (domain == nil && ["POSIXError", "POSIXErrorCode"].contains(type)) {
      return isOneSystems(code) ? "errno has different numbers on Linux and Darwin" : nil
    }
    let isURLError =
      domain.map { $0 == NetworkError.urlErrorDomain } ?? (type.map { ["URLError", "NSError"].contains($0) } ?? true)
    guard case .varying(let what) = event, isURLError, NetworkError.name(ofCode: code) != nil, !portable.contains(code)
    else { return nil }
    return "each platform has its own code for \(what)"
  }

  /// Returns the single value that a pattern allows; nil if it allows more.
  private static func only(_ pattern: Pattern) -> JSON? {
    switch pattern.kind {
    case .literal(let json): json
    case .anyOf(let alternatives) where alternatives.count == 1: only(alternatives[0])
    case .allOf(let patterns): patterns.lazy.compactMap(only).first
    case .optional(let inner): only(inner)
    default: nil
    }
  }
}
