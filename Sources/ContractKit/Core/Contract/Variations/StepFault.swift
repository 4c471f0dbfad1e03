/// A fault at an exchange before the last one.
package struct StepFault: Sendable {
  package var exchangeIndex: Int
  /// The name of the exchange in ids: its own, or its number.
  package var place: String
  /// What happens in place of its response.
  package var fault: Variation
  /// Whether only the first request gets the fault, and the next one the response.
  package var isOnce = false

  /// Makes a fault at an exchange of a scenario.
  init(at exchangeIndex: Int, of scenario: Scenario, _ fault: Variation, isOnce: Bool = false) {
    self.exchangeIndex = exchangeIndex
    place = scenario.exchanges[exchangeIndex].name ?? Self.place(exchangeIndex)
    (self.fault, self.isOnce) = (fault, isOnce)
  }

  /// The name, which is unique in its scenario: `renew: status 503`.
  package var name: String { "\(place): \(faultName)" }

  package var faultName: String { fault.name + (isOnce ? Self.once : "") }

  /// What `except` has for all faults of the family at the exchange.
  package var nameOfAll: String { Self.all(at: place) }

  private static func all(at place: String) -> String { "\(place): *" }

  var quotedPlace: String { place == Self.place(exchangeIndex) ? place : JSON.string(place).text }

  var text: String { "\(quotedPlace) had the fault \(faultName)" }

  /// What ends the name of a fault that only the first request gets.
  private static let once = " once"

  /// The methods whose requests may do something twice if they come twice (RFC 9110, section 9.2.2, and RFC 5789).
  package static let repeatingMethods = ["POST", "PATCH"]
  /// The methods that only read (RFC 9110, sections 9.3.1 and 9.3.2).
  static let readingMethods = ["GET", "HEAD"]

  /// Returns the names by which `except` can choose faults at an exchange.
  static func exceptionNames(_ faults: [Variation], at place: String, mayComeOnce: Bool = true) -> [String] {
    let names = faults.flatMap { [$0.name] + (mayComeOnce ? [$0.name + once] : []) }.map { "\(place): \($0)" }
    return names.isEmpty ? [] : names + [all(at: place)]
  }

  /// Whether a name could be one by which `except` chooses faults at some exchange.
  static func isExceptionName(_ name: String, of faults: [Variation]) -> Bool {
    guard let colon = name.firstIndex(of: ":"), colon > name.startIndex else { return false }
    return exceptionNames(faults, at: String(name[..<colon])).contains(name)
  }

  /// Returns the name of an exchange without a name of its own.
  static func place(_ exchangeIndex: Int) -> String { "exchange \(exchangeIndex + 1)" }
}
