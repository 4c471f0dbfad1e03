/// A fault at an exchange. Variations of `steps` have it before the last one.
package struct StepFault: Sendable, Hashable {
  /// The index of the exchange.
  package var exchangeIndex: Int
  /// The name of the exchange in ids: its own, or its number.
  package var place: String
  /// What happens in place of its response.
  package var fault: Variation
  /// Whether only the first request gets the fault, and the next one the response.
  package var isOnce = false

  /// The name, which is unique in its scenario: `renew: status 503`.
  package var name: String { "\(place): \(faultName)" }

  /// The name of the fault alone.
  package var faultName: String { fault.name + (isOnce ? Self.once : "") }

  /// The names by which `except` chooses it, the most exact one first.
  var exceptionNames: [String] { [name, "\(place): \(fault.name)", nameOfAll].uniqued() }

  /// What `except` has for all faults of the family at the exchange.
  package var nameOfAll: String { Self.all(at: place) }

  private static func all(at place: String) -> String { "\(place): *" }

  /// The exchange in a sentence.
  var quotedPlace: String { place == Self.place(exchangeIndex) ? place : JSON.string(place).text }

  /// The exchange and the fault in a sentence.
  var text: String { "\(quotedPlace) had the fault \(faultName)" }

  /// What ends the name of a fault that only the first request gets.
  private static let once = " once"

  /// The methods whose requests may do something twice if they come twice (RFC 9110, section 9.2.2, and RFC 5789).
  package static let repeatingMethods = ["POST", "PATCH"]
  /// The methods that only read (RFC 9110, sections 9.3.1 and 9.3.2).
  static let readingMethods = ["GET", "HEAD"]

  /// Returns the names by which `except` can choose faults of a family at an exchange.
  static func exceptionNames(_ family: Variation.Family, at place: String, mayComeOnce: Bool = true) -> [String] {
    let names = faults(family).flatMap { [$0.name] + (mayComeOnce ? [$0.name + once] : []) }.map { "\(place): \($0)" }
    return names.isEmpty ? [] : names + [all(at: place)]
  }

  /// Whether a name could be one by which `except` chooses faults of a family at some exchange.
  static func isExceptionName(_ name: String, of family: Variation.Family) -> Bool {
    guard let colon = name.firstIndex(of: ":"), colon > name.startIndex else { return false }
    return exceptionNames(family, at: String(name[..<colon])).contains(name)
  }

  /// Returns the name of an exchange without a name of its own.
  static func place(_ exchangeIndex: Int) -> String { "exchange \(exchangeIndex + 1)" }

  /// Whether the server may have done what the request asks for, although the client got no answer that says so.
  var mayHaveActed: Bool {
    switch fault {
    case .status(let status, _): [500, 502].contains(status)
    case .error(let name, _): name != "cannotConnectToHost"
    case .nonHTTP, .corruptJSON, .connection: true
    case .stream, .empty, .equivalent, .hostile, .field, .security, .step: false
    }
  }

  /// The faults of a family, if an exchange before the last one gets them.
  static func faults(_ family: Variation.Family) -> [Variation] {
    switch family {
    case .statusError: Variation.statuses.map { .status($0, .none) }
    case .nonHTTP, .corruptJSON: Variation.all(family)
    case .networkError:
      ["timedOut", "cannotConnectToHost", "networkConnectionLost"].map { .error($0, withinBody: false) }
        + [Variation.Connection.reset, .resetWithinBody, .closed].map(Variation.connection)
    case .stream, .empty, .equivalent, .hostile, .fields, .security, .steps: []
    }
  }
}

/// What a contract declares in `steps` and `recovery`.
package struct StepRules: Sendable {
  /// The names of the exchanges that get faults; nil for all of them, empty for none.
  package var names: [String]?
  /// What else the client may send after a fault, with the answers.
  package var recovery: [Exchange] = []
  /// The place of the value of `steps`, or of `recovery`.
  package var range: SourceRange

  /// Whether an exchange gets faults.
  package var isPlayed: Bool { names?.isEmpty != true }
}
