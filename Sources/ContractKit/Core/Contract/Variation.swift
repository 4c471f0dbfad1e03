/// One change of a scenario, from which the runner derives another scenario that nobody has to write.
///
/// A variation changes one response, or one string of the input, and nothing else.
package enum Variation: Sendable, Hashable {
  /// An error status with some body.
  case status(Int, StatusBody)
  /// A response that is not HTTP: nothing that a client could read, or the body of the valid response.
  case nonHTTP(withBody: Bool)
  /// A body that is not JSON, with the status of a success.
  case corruptJSON(Corruption)
  /// An error of URLSession, only in memory: a name of `NetworkError`, before the response or within its body.
  case error(String, withinBody: Bool)
  /// What happens to a connection, only on loopback.
  case connection(Connection)
  /// A stream that is broken or has an event that no client knows, in the body of a response that was a stream.
  case stream(StreamChange)
  /// A success without a body.
  case empty(EmptyBody)
  /// A response that means the same.
  case equivalent(Equivalence)
  /// A string of the input that the URL must escape, in every request that carries it.
  case hostile(HostileValue)
  /// A change of one value in the body. Which ones there are depends on the body.
  case field(FieldChange)
  /// An answer or an input that makes a careless client unsafe, only on loopback.
  case security(SecurityVariation)
  /// One of these faults at an exchange before the last one.
  indirect case step(StepFault)

  /// The body of an error response.
  package enum StatusBody: String, Sendable, CaseIterable {
    case none = ""
    /// The body of the valid response.
    case valid = "valid body"
    case html = "HTML"
  }

  /// The ways in which the body of a valid response is broken.
  package enum Corruption: String, Sendable, CaseIterable {
    case cutByOneByte = "cut by one byte"
    case cutInHalf = "cut in half"
    case empty = "empty body"
    case html = "HTML"
    case invalidUTF8 = "invalid UTF-8"
    case trailingGarbage = "trailing garbage"
  }

  /// What can happen to a connection on loopback.
  package enum Connection: String, Sendable, CaseIterable {
    case refused = "connection refused"
    case reset = "connection reset"
    case resetWithinBody = "connection reset within the body"
    case closed = "connection closed"
    case contentLengthTooLong = "Content-Length too long"
    case unparsable = "malformed status line"
    /// Nothing is sent, and the connection stays open.
    case silence
  }

  /// The ways to write a response differently without a change of its meaning.
  package enum Equivalence: String, Sendable, CaseIterable {
    case membersReversed = "members reversed"
    case whiteSpace = "white space"
    case escapes = "escaped strings"
    case unknownHeaders = "unknown headers"
    case headerCase = "header case"
    case charset = "charset=utf-8"
    case chunked = "chunked"
    case oneBytePieces = "one-byte pieces"
    case chunkExtensions = "chunk extensions"
    case untilClose = "no length"
    case version10 = "HTTP/1.0"
    case gzip = "gzip"
    case deflate = "deflate"
    case listHeaders = "list headers in two lines"
    case eventsWithCRLF = "CRLF in events"
    case eventsWithCRLFInPieces = "CRLF in events, in pieces"
    case eventsWithCR = "CR in events"
    case comments = "comments in events"
    case noSpaces = "no spaces in events"
    case dataLines = "data in two lines"
    case idAndRetry = "id and retry in events"
    case linesWithCRLF = "CRLF in JSON lines"
    case linesWithCRLFInPieces = "CRLF in JSON lines, in pieces"
    case noLastLineEnd = "no last line feed"
    case byteOrderMark = "byte order mark in events"
    case emptyLines = "empty lines"
    case eventsWithSeparators = "line separators in events"
    case linesWithSeparators = "line separators in JSON lines"
    case interim = "103 before the answer"
    case unknownStatus = "status 299"

    /// Those that `"equivalent": true` plays.
    package static let usual = allCases.filter { !$0.isOptional }

    /// Whether it is played only if a contract asks for it by name. Its meaning is the same by the standards, but many
    /// clients that are right otherwise fail it, often because of the HTTP stack below them.
    package var isOptional: Bool {
      [
        .dataLines, .noLastLineEnd, .byteOrderMark, .emptyLines, .eventsWithSeparators, .linesWithSeparators, .interim,
        .unknownStatus,
      ].contains(self)
    }

    /// Whether only a socket can show the difference.
    package var needsSocket: Bool {
      switch self {
      case .chunked, .oneBytePieces, .chunkExtensions, .untilClose, .version10, .gzip, .deflate, .listHeaders, .interim,
        .eventsWithCRLFInPieces, .linesWithCRLFInPieces:
        true
      default: false
      }
    }

    /// The format of the streams that it is for; nil if it is for other bodies, too.
    var format: StreamFormat? {
      switch self {
      case .eventsWithCRLF, .eventsWithCRLFInPieces, .eventsWithCR, .comments, .noSpaces, .dataLines, .byteOrderMark,
        .idAndRetry, .eventsWithSeparators:
        .events
      case .linesWithCRLF, .linesWithCRLFInPieces, .noLastLineEnd, .emptyLines, .linesWithSeparators: .jsonLines
      default: nil
      }
    }
  }

  /// The changes of a stream.
  package enum StreamChange: String, Sendable, CaseIterable {
    case endsInEvent = "ends in an event"
    case noEndMark = "no end mark"
    case resetAfterFirst = "reset after the first event"
    case resetInTheMiddle = "reset after half of the events"
    case resetAfterLast = "reset after the last event"
    /// An event with a name that the client does not know.
    case unknownEvent = "unknown event"
    /// An event whose data is empty.
    case emptyData = "empty data"
    /// A complete stream without its last event. It is not a variation of its own, but what a client may make of a stream
    /// that ends in the last event.
    case withoutLast = "without the last event"

    /// Those that can be played.
    package static let all = allCases.filter { $0 != .withoutLast }

    /// Whether it is played only if a contract asks for it by name. What a client does with such an event is its own
    /// decision.
    package var isOptional: Bool { self == .unknownEvent || self == .emptyData }

    /// Whether the connection is lost.
    package var isReset: Bool { [.resetAfterFirst, .resetInTheMiddle, .resetAfterLast].contains(self) }

    /// Whether the client may have all that it needs.
    fileprivate var mayBeComplete: Bool { self != .resetAfterFirst && self != .resetInTheMiddle }
  }

  /// The successes without a body.
  package enum EmptyBody: String, Sendable, CaseIterable {
    case noContent = "status 204"
    case ok = "status 200, empty body"
  }

  /// The groups in which contracts declare variations. The first four are also kinds of responses.
  package enum Family: String, Sendable, CaseIterable {
    case statusError, nonHTTP, corruptJSON, networkError, stream, empty, equivalent, fields, hostile, security, steps

    /// The families of what goes wrong, which `"variations": true` has.
    package static let failing: [Family] = [.statusError, .nonHTTP, .corruptJSON, .networkError, .stream]
    /// The families for which a contract describes what the client must do.
    package static let expecting = failing + [.empty]
  }

  /// The group that the variation belongs to.
  package var family: Family {
    switch self {
    case .status: .statusError
    case .nonHTTP: .nonHTTP
    case .corruptJSON: .corruptJSON
    case .error, .connection: .networkError
    case .stream: .stream
    case .empty: .empty
    case .equivalent: .equivalent
    case .hostile: .hostile
    case .field: .fields
    case .security: .security
    case .step: .steps
    }
  }

  /// Whether it is played only if a contract asks for it by name: many clients that are right otherwise fail it.
  var isOptional: Bool {
    switch self {
    case .status(let status, let body): status == 300 && body == .valid
    case .corruptJSON(let corruption): corruption == .invalidUTF8
    case .stream(let change): change.isOptional
    case .equivalent(let equivalence): equivalence.isOptional
    default: false
    }
  }

  /// The variation whose outcome it is compared with; nil if that is the scenario itself.
  var base: Variation? { self == .stream(.endsInEvent) ? .stream(.withoutLast) : nil }

  /// Whether the client may succeed with what has come of a body that is a stream: it has no reason to read on after the
  /// mark of the end.
  var mayBeComplete: Bool {
    if case .stream(let change) = self { change.mayBeComplete } else { self == .connection(.contentLengthTooLong) }
  }

  /// Whether it is only played because others are compared with it.
  var isBase: Bool { self == .stream(.withoutLast) }

  /// Whether `attempts` of a contract lets the client send a request again.
  package var mayBeRepeated: Bool { family == .steps || Self.Family.expecting.contains(family) }

  /// The fault at an exchange before the last one; nil if there is none.
  package var step: StepFault? { if case .step(let step) = self { step } else { nil } }

  /// The name, and the family in which `except` of a contract can have it.
  var exception: (name: String, family: Family) {
    step.map { ($0.name, $0.fault.family) } ?? (exceptionNames.last ?? name, family)
  }

  /// Returns the index of the exchange whose answer is changed; nil if the input is.
  package func changedExchange(of scenario: Scenario) -> Int? {
    family == .hostile ? nil : step?.exchangeIndex ?? scenario.exchanges.indices.last
  }

  /// The kind of the response that the client gets.
  package var kind: Response.Kind {
    switch self {
    case .step(let step): step.fault.kind
    case .stream(let change) where change.isReset: .networkError
    default: Response.Kind(rawValue: family.rawValue) ?? .valid
    }
  }

  /// The name, which is unique in its scenario: `status 503, HTML`.
  package var name: String {
    switch self {
    case .status(let status, .none): "status \(status)"
    case .status(let status, let body): "status \(status), \(body.rawValue)"
    case .nonHTTP(let withBody): "not HTTP\(withBody ? ", \(StatusBody.valid.rawValue)" : "")"
    case .corruptJSON(let corruption): corruption.rawValue
    case .error(let name, let withinBody): "error \(name)\(withinBody ? " within the body" : "")"
    case .connection(let connection): connection.rawValue
    case .stream(let change): change.rawValue
    case .empty(let body): body.rawValue
    case .equivalent(let equivalence): equivalence.rawValue
    case .hostile(let value): "hostile \(value.name)"
    case .field(let change): change.name
    case .security(let security): security.name
    case .step(let step): step.name
    }
  }

  /// The names that an exception may have, the most exact one first: the variation's own, and that of all statuses or
  /// errors of its kind.
  package var exceptionNames: [String] {
    switch self {
    case .status(let status, _): [name, String(status)]
    case .error(let error, _): [name, error]
    case .step(let step): step.exceptionNames + step.fault.exceptionNames
    default: [name]
    }
  }

  /// Whether a transport can show the variation.
  package func isPossible(on transport: Transport) -> Bool {
    switch self {
    case .error: transport == .memory
    case .connection, .security: transport == .loopback
    case .equivalent(let equivalence): transport == .loopback || !equivalence.needsSocket
    case .step(let step): step.fault.isPossible(on: transport)
    case .status, .nonHTTP, .corruptJSON, .stream, .empty, .hostile, .field: true
    }
  }
}

extension Contract {
  /// The scenarios that variations are made from: those with `"vary": true`, or else the first one that ends with a
  /// valid response and expects a success.
  package var variedScenarios: [Scenario] {
    let candidates = scenarios.filter { scenario in
      scenario.isLearned && scenario.skip == nil && scenario.exchanges.last?.response.kind == .valid
    }
    let chosen = candidates.filter(\.isVaried)
    return chosen.isEmpty ? candidates.first(where: \.expectsSuccess).map { [$0] } ?? [] : chosen
  }
}

extension Scenario {
  /// Returns the name of a variation of the scenario, which is unique in the contract.
  package func name(of variation: Variation) -> String { "\(name) [\(variation.name)]" }

  /// The name of the scenario that an `equivalent` variation is made from; nil for everything else.
  package var equivalentName: String? {
    if case .equivalent = variation { variant?.original.name } else { nil }
  }

  /// Whether every outcome that the contract describes is a success.
  fileprivate var expectsSuccess: Bool {
    expect?.outcomes.allSatisfy { if case .success = $0 { true } else { false } } ?? false
  }
}
