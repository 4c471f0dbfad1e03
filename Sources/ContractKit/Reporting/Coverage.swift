package import ContractCore

/// Which kinds of responses the contracts of a run covered, on which transports, and what is missing.
///
/// A contract covers a kind if a scenario with a response of this kind ran, and its verdict is about the client: it
/// passed, failed, or is a known issue.
package struct Coverage: Sendable {
  /// One scenario of a run, or anything else that covers kinds of responses.
  package struct Entry: Sendable {
    let client: String
    let contract: Contract
    let transport: Transport
    let kinds: [Response.Kind]
    let status: Status
  }

  /// What is known about one kind of one contract on one transport, the least first.
  package enum State: Sendable, Comparable, CaseIterable {
    /// No scenario has a response of this kind.
    case absent
    /// All scenarios of this kind were skipped.
    case skipped
    /// None has a verdict about the client, and at least one errored.
    case errored
    case covered

    fileprivate init(_ status: Status) {
      switch status {
      case .passed, .failed, .knownIssue: self = .covered
      case .errored: self = .errored
      case .skipped: self = .skipped
      }
    }

    /// The state's name in reports.
    var name: String { "\(self)" }
  }

  /// One contract of one client.
  package struct Row: Sendable {
    package let client: String
    package let contract: Contract
    /// What the client must cover; nil if nothing is required, or if the run does not judge it.
    var requirement: Requirement?
    /// For each transport, the state of all scenarios together, whatever their responses, and then that of each kind.
    private var states = [State](repeating: .absent, count: Transport.allCases.count * columns)
    private static let columns = 1 + Response.Kind.allCases.count

    fileprivate init(_ entry: Entry) { (client, contract) = (entry.client, entry.contract) }

    /// Returns the state of a kind on a transport; for nil, that of all scenarios together, whatever their responses.
    package subscript(kind: Response.Kind?, transport: Transport) -> State { states[Self.index(kind, transport)] }

    private static func index(_ kind: Response.Kind?, _ transport: Transport) -> Int {
      let column = kind.flatMap(Response.Kind.allCases.firstIndex).map { $0 + 1 } ?? 0
      return (transport == .memory ? 0 : columns) + column
    }

    /// The transports on which its scenarios are.
    package var transports: [Transport] { Transport.allCases.filter { self[nil, $0] > .absent } }

    fileprivate mutating func add(_ entry: Entry) {
      for kind in entry.kinds + [nil] {
        let index = Self.index(kind, entry.transport)
        states[index] = max(states[index], State(entry.status))
      }
    }
  }

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

  /// A row for each contract, in the order in which they came.
  package internal(set) var rows: [Row] = []
  /// Why the run does not meet what is required.
  package internal(set) var problems: [Problem] = []
  /// Whether the run was compared with what is required.
  package internal(set) var isJudged = false

  /// Counts what a run covered: the scenarios, and what else covers kinds of responses.
  package init(_ entries: some Sequence<Entry>, _ others: some Sequence<Entry> = EmptyCollection<Entry>()) {
    var numbers = Numbering<ContractRun>()
    var index = 0
    func add(_ entry: Entry) {
      // Most entries belong to the row of the previous one.
      if rows.isEmpty || rows[index].contract !== entry.contract || rows[index].client != entry.client {
        index = numbers.number(of: ContractRun(entry.client, entry.contract))
        if index == rows.count { rows.append(Row(entry)) }
      }
      rows[index].add(entry)
    }
    for entry in entries { add(entry) }
    for entry in others { add(entry) }
  }
}

extension Coverage.Entry {
  package init(_ result: ScenarioResult) {
    self.init(
      client: result.client, contract: result.contract, transport: result.transport, kinds: result.kinds,
      status: result.verdict.status)
  }

  /// Returns the entries of the variations of a scenario.
  package static func entries(of varied: VariedResult) -> [Self] {
    varied.played.map { played in
      Self(
        client: varied.client, contract: varied.contract, transport: varied.transport,
        kinds: [played.variation.kind], status: played.status)
    }
  }
}
