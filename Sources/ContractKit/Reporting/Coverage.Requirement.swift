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
    package let exceptions: [(contract: SourceLocated<String>, kind: SourceLocated<Response.Kind>)]
    /// When contracts must have been verified; nil if they need not be.
    package let verification: Verification?
    /// The place in the configuration.
    package let range: SourceRange

    /// That contracts were verified against the real server not long ago.
    package struct Verification: Sendable {
      /// The JSON report of `verify`.
      package let report: SourceLocated<String>
      /// How many seconds ago that may be, and how the configuration says it.
      package let seconds: Double
      package let text: String

      package init(report: SourceLocated<String>, seconds: Double, text: String) {
        (self.report, self.seconds, self.text) = (report, seconds, text)
      }
    }

    /// Makes a requirement; its reader checks it.
    package init(
      kinds: [Response.Kind] = [], operations: Bool = false, transports: [SourceLocated<Transport>] = [],
      exceptions: [(contract: SourceLocated<String>, kind: SourceLocated<Response.Kind>)] = [],
      verification: Verification? = nil, range: SourceRange
    ) {
      (self.kinds, self.operations, self.transports) = (kinds, operations, transports)
      (self.exceptions, self.verification, self.range) = (exceptions, verification, range)
    }

    func excepts(_ kind: Response.Kind, in contract: Contract) -> Bool {
      exceptions.contains { $0.kind.value == kind && $0.contract.value == contract.name }
    }
  }
}
