/// One way the network answers, and what the client must make of it.
package final class Scenario: Sendable {
  /// How requests find their exchanges.
  package enum Order: String, Sendable, CaseIterable {
    /// By position: the first request is answered by the first exchange, whatever it asks for, and then judged.
    case sequence
    /// Each by the first unused exchange whose request it matches.
    case any

    static let names = allCases.map(\.rawValue)
  }

  /// The name, unique in its contract: the last part of verdict ids.
  package let name: String
  /// Where `name`'s value stands.
  package let range: SourceRange
  /// Where the contract's own file has it: its name, or what names the file that has it.
  package let place: SourceRange
  /// Words for people; nil where there are none.
  package let description: String?
  /// The scenario's own tags, without its contract's.
  package let tags: [String]
  /// Why the scenario is not run; nil where it is.
  package let skip: String?
  /// Where it runs; nil means everywhere.
  package let transports: Set<Transport>?
  /// What the driver is handed: the scenario's own, else the contract's; null where neither has one.
  package let input: JSON
  /// What goes over the wire, in order; none means that the client must send nothing.
  package let exchanges: [Exchange]
  /// How requests find their exchanges; by position unless the contract says otherwise.
  package let order: Order
  /// What the client must make of it.
  package let expect: Expectation
  /// The runner's deadline for the call in seconds; nil where the contract leaves it to the run.
  package let within: Double?
  /// Whether `{{baseURL}}` stands in a string of the input, a response or the expectation.
  package let namesAddresses: Bool

  /// Makes a scenario.
  ///
  /// - Parameter place: The same as `range` by default.
  package init(
    name: String, range: SourceRange, place: SourceRange? = nil, description: String? = nil, tags: [String] = [],
    skip: String? = nil, transports: Set<Transport>? = nil, input: JSON = nil, exchanges: [Exchange],
    order: Order = .sequence, expect: Expectation, within: Double? = nil, namesAddresses: Bool = false
  ) {
    self.name = name
    self.range = range
    self.place = place ?? range
    (self.description, self.tags, self.skip, self.transports) = (description, tags, skip, transports)
    (self.input, self.exchanges, self.order, self.expect) = (input, exchanges, order, expect)
    (self.within, self.namesAddresses) = (within, namesAddresses)
  }
}

extension Scenario {
  /// What the client must make of the answer.
  package struct Expectation: Sendable {
    /// One outcome described.
    package enum Outcome: Sendable {
      /// The call succeeds with a value that matches.
      case success(Pattern)
      /// The call fails with an error that matches, after values that match where it is a stream.
      case failure(Pattern, values: Pattern?)
    }

    /// On every transport that has none of its own; nil where each named transport has.
    package let outcome: Outcome?
    /// On one transport alone; most say the same of every transport.
    package let own: [Transport: Outcome]
    /// Where `expect`'s value stands.
    package let range: SourceRange

    /// Makes an expectation; every transport expects the same by default.
    package init(_ outcome: Outcome?, own: [Transport: Outcome] = [:], range: SourceRange) {
      self.outcome = outcome
      self.own = own
      self.range = range
    }

    /// The outcome described for a transport.
    package subscript(transport: Transport) -> Outcome? { own[transport] ?? outcome }

    /// Every outcome described.
    var outcomes: [Outcome] { (outcome.map { [$0] } ?? []) + Transport.allCases.compactMap { own[$0] } }
  }
}
