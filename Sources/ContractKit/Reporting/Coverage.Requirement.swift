package import ContractCore

extension Coverage {
  /// What clients must cover, as a configuration says it.
  package final class Requirement: Sendable {
    /// The kinds of responses that each contract must cover.
    package let kinds: [Response.Kind]
    /// Whether contracts must call each operation that the driver offers.
    package let operations: Bool
    /// The transports on which each contract must cover the kinds; if there are none, any transport is enough.
    package let transports: [SourceLocated<Transport>]
    /// The kinds that some contracts do not have to cover.
    package let exceptions: [Exception]
    /// When contracts must have been verified; nil if they need not be.
    package let verification: Verification?
    /// The place in the configuration.
    package let range: SourceRange

    /// That contracts were verified against the real server not long ago: the JSON report of `verify`, and how many seconds
    /// ago that may be, also as the configuration says it.
    package typealias Verification = (report: SourceLocated<String>, seconds: Double, text: String)

    /// A kind that one contract does not have to cover.
    package typealias Exception = (contract: SourceLocated<String>, kind: SourceLocated<Response.Kind>)

    /// Makes a requirement; its reader checks it.
    package init(
      kinds: [Response.Kind] = [], operations: Bool = false, transports: [SourceLocated<Transport>] = [],
      exceptions: [Exception] = [], verification: Verification? = nil, range: SourceRange
    ) {
      (self.kinds, self.operations, self.transports) = (kinds, operations, transports)
      (self.exceptions, self.verification, self.range) = (exceptions, verification, range)
    }

    func excepts(_ kind: Response.Kind, in contract: Contract) -> Bool {
      exceptions.contains { $0.kind.value == kind && $0.contract.value == contract.name }
    }
  }
}
