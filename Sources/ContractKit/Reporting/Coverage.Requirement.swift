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
    /// The place in the configuration.
    package let range: SourceRange

    /// A kind that one contract does not have to cover.
    package struct Exception: Sendable {
      /// The contract's name.
      package let contract: SourceLocated<String>
      /// The kind.
      package let kind: SourceLocated<Response.Kind>

      /// Makes an exception.
      package init(contract: SourceLocated<String>, kind: SourceLocated<Response.Kind>) {
        (self.contract, self.kind) = (contract, kind)
      }
    }

    /// Makes a requirement; its reader checks it.
    package init(
      kinds: [Response.Kind] = [], operations: Bool = false, transports: [SourceLocated<Transport>] = [],
      exceptions: [Exception] = [], range: SourceRange
    ) {
      (self.kinds, self.operations, self.transports) = (kinds, operations, transports)
      (self.exceptions, self.range) = (exceptions, range)
    }

    /// Returns whether a contract does not have to cover a kind.
    func excepts(_ kind: Response.Kind, in contract: Contract) -> Bool {
      exceptions.contains { $0.kind.value == kind && $0.contract.value == contract.name }
    }
  }
}
