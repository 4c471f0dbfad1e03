/// One entry of a file of known issues: failures that do not fail a run, and why.
package final class KnownIssue: Sendable {
  /// The clients that the entry is for.
  package let clients: [String]
  /// The client that the entry names; nil for any client whose configuration names the file.
  package let client: String?
  /// The contract's name; nil for any.
  package let contract: SourceLocated<String>?
  /// The scenario's name; nil for any.
  package let scenario: SourceLocated<String>?
  /// The transport; nil for any.
  package let transport: SourceLocated<Transport>?
  /// The code of the reasons; nil for any code except `crashed`.
  package let code: String?
  /// The place in a body or an outcome; nil for any.
  package let pointer: Pointer?
  package let because: String
  /// The ticket, usually a URL; nil if there is none.
  package let issue: String?
  /// The last day of the entry, as `2027-01-31`; nil if it does not end.
  package let until: SourceLocated<String>?
  package let range: SourceRange

  /// A JSON pointer in which a step `*` stands for any step.
  package struct Pointer: Sendable {
    package let text: String
    private let steps: [String]

    init?(_ text: String) {
      guard let steps = try? JSONPointer.steps(text) else { return nil }
      (self.text, self.steps) = (text, steps)
    }

    /// Returns whether a pointer to one place leads to a place that this one names.
    func includes(_ pointer: String) -> Bool {
      guard let other = try? JSONPointer.steps(pointer), other.count == steps.count else { return false }
      return zip(steps, other).allSatisfy { $0 == "*" || $0.isExactly($1) }
    }
  }

  /// One run of a scenario, as entries name it.
  package struct Subject: Sendable {
    let client: String
    let contract: String
    let scenario: String
    /// The scenario that means the same, if this is an `equivalent` variation of it; otherwise nil.
    let original: String?
    /// The transport; nil if it is not known.
    var transport: Transport?

    package init(
      client: String, contract: String, scenario: String, original: String? = nil, transport: Transport?
    ) {
      (self.client, self.contract, self.scenario) = (client, contract, scenario)
      (self.original, self.transport) = (original, transport)
    }

    /// The run of the scenario that means the same; nil if there is none.
    var ofOriginal: Subject? {
      original.map { Subject(client: client, contract: contract, scenario: $0, transport: transport) }
    }
  }

  /// Makes an entry; its reader checks it.
  init(
    clients: [String], client: String? = nil, contract: SourceLocated<String>?, scenario: SourceLocated<String>? = nil,
    transport: SourceLocated<Transport>? = nil, code: String?, pointer: Pointer? = nil, because: String,
    issue: String? = nil, until: SourceLocated<String>? = nil, range: SourceRange
  ) {
    (self.clients, self.client, self.contract, self.scenario) = (clients, client, contract, scenario)
    (self.transport, self.code, self.pointer) = (transport, code, pointer)
    (self.because, self.issue, self.until, self.range) = (because, issue, until, range)
  }

  /// The codes that an entry can name: those of failed scenarios.
  static let codes = [
    "mismatch", "crashed", "timedOut", "neverCompleted", "completedTwice", "neverResumed", "stalled", "escaped",
    "leaked", "injected", "traversed", "endless", "followed", "unverified", "unexpectedRequest", "malformed", "late",
    "flaky", drift, "unapproved", "hollow", "ignored", "partial", "sentTwice",
  ]
  /// The code of what differs between a contract and the real server.
  package static let drift = "drift"

  /// Returns whether the entry covers a difference between contracts and the real server.
  ///
  /// - Parameters:
  ///   - pointer: The place in an answer; nil if the difference has none.
  ///   - contracts: The names of the contracts that describe the endpoint.
  package func covers(drift pointer: String?, of contracts: [String]) -> Bool {
    guard code == Self.drift, scenario == nil, contract.map({ contracts.contains($0.value) }) ?? true else {
      return false
    }
    return self.pointer.map { own in pointer.map(own.includes) ?? false } ?? true
  }

  /// Returns whether the entry is about a scenario, whatever happens in it.
  package func covers(_ subject: Subject) -> Bool {
    clients.contains(subject.client) && contract?.value ?? subject.contract == subject.contract
      && scenario?.value ?? subject.scenario == subject.scenario
      && (transport == nil || subject.transport == nil || transport?.value == subject.transport)
  }

  package func isExpired(on today: String) -> Bool { until.map { $0.value < today } ?? false }
}

extension KnownIssue {
  /// Returns whether the entry covers a reason, or at least one difference of a mismatch.
  fileprivate func matches(_ reason: Reason) -> Bool {
    guard reason.status == .failed, code ?? (reason.code == "crashed" ? nil : reason.code) == reason.code else {
      return false
    }
    guard pointer != nil else { return true }
    return reason.differences?.pointers.contains(where: covers) == true
  }

  /// Returns whether the entry covers one difference of a mismatch that has its code.
  ///
  /// - Parameter found: The pointer of the difference; nil if it has none.
  fileprivate func covers(_ found: String?) -> Bool {
    guard let pointer else { return true }
    return found.map(pointer.includes) ?? false
  }
}

extension Reason {
  /// The places of the differences of a mismatch, nil for one without a place, and whether these are all differences;
  /// nil if the reason is not a mismatch. Only a body and an outcome have places.
  fileprivate var differences: (pointers: [String?], areAll: Bool)? {
    switch self {
    case .mismatch(let mismatch):
      let hasPointers = mismatch.part.whole == .body || mismatch.part.whole == .outcome
      return (
        mismatch.differences.map { hasPointers ? $0.pointer : nil },
        mismatch.differences.count == mismatch.differenceCount
      )
    case .recorded(let recorded):
      guard let mismatch = recorded.mismatch else { return nil }
      let parts = ["body", "formField", "multipart", "line", "outcome"]
      let hasPointers = mismatch["part"]?.string.map(parts.contains) == true
      let pointers = (mismatch["differences"]?.array ?? []).map { hasPointers ? $0["pointer"]?.string : nil }
      return (pointers, pointers.count == recorded.differenceCount)
    case .drift(let drift): return (drift.pointers, true)
    default: return nil
    }
  }
}

extension [KnownIssue] {
  /// Returns the entries that cover a reason, one alone or some together; none if a part of it is not covered.
  func covering(_ reason: Reason) -> [KnownIssue] {
    let matching = filter { $0.matches(reason) }
    if matching.contains(where: { $0.pointer == nil }) { return matching }
    guard let differences = reason.differences, differences.areAll else { return [] }
    let isCovered = differences.pointers.allSatisfy { pointer in matching.contains { $0.covers(pointer) } }
    return isCovered ? matching : []
  }
}
