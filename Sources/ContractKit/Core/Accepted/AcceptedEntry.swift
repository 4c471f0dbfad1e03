/// One entry of a file of what people accepted: what it is about, what is accepted there, why, and for how long.
package final class AcceptedEntry: Sendable {
  /// The clients that the entry is for.
  package let clients: [String]
  /// The client that the entry names; nil for any.
  package let client: String?
  /// The contract's name; nil for any.
  package let contract: SourceLocated<String>?
  /// The scenario's name; nil for any.
  package let scenario: SourceLocated<String>?
  /// The transport; nil for any.
  package let transport: SourceLocated<Transport>?
  package let what: What
  package let because: Masked<String>
  /// The ticket, usually a URL; nil if there is none.
  package let issue: Masked<String>?
  /// The last day of the entry, as `2027-01-31`; nil if it does not end.
  package let until: SourceLocated<String>?
  package let range: SourceRange

  /// What is accepted.
  package enum What: Sendable {
    /// Failures.
    ///
    /// - Parameters:
    ///   - code: The code of the reasons; nil for any code except `crashed`.
    ///   - pointer: The place in a body or an outcome; nil for any.
    case failure(code: String?, pointer: Pointer? = nil)
    /// What the client does with changed fields.
    case fields(AcceptedFields)
    /// A difference between two releases of the client.
    case difference(AcceptedDifference)

    /// The member of an entry that has it, with its value.
    package var member: (name: String, value: JSON) {
      switch self {
      case .failure(let code, let pointer):
        let code = JSON.string(code ?? AcceptedReader.any)
        return ("failure", JSON(members: ["code": code, "pointer": (pointer?.text).map(JSON.string)]))
      case .fields(let fields): return ("fields", fields.json)
      case .difference(let difference): return ("difference", difference.json)
      }
    }
  }

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
  package struct Subject: Hashable, Sendable {
    package let client: String
    package let contract: String
    package let scenario: String
    /// The scenario that means the same, if this is an `equivalent` variation of it; otherwise nil.
    let original: String?
    /// The transport; nil if it is not known.
    package var transport: Transport?

    package init(client: String, contract: String, scenario: String, original: String? = nil, transport: Transport?) {
      (self.client, self.contract, self.scenario) = (client, contract, scenario)
      (self.original, self.transport) = (original, transport)
    }

    /// The run of the scenario that means the same; nil if there is none.
    var ofOriginal: Subject? {
      original.map { Subject(client: client, contract: contract, scenario: $0, transport: transport) }
    }

    /// The scenario, without its transport.
    package var onAny: Subject { Subject(client: client, contract: contract, scenario: scenario, transport: nil) }
  }

  /// Makes an entry; its reader checks it.
  init(
    clients: [String], client: String? = nil, contract: SourceLocated<String>?, scenario: SourceLocated<String>? = nil,
    transport: SourceLocated<Transport>? = nil, _ what: What, because: Masked<String>, issue: Masked<String>? = nil,
    until: SourceLocated<String>? = nil, range: SourceRange
  ) {
    (self.clients, self.client, self.contract, self.scenario) = (clients, client, contract, scenario)
    (self.transport, self.what, self.because) = (transport, what, because)
    (self.issue, self.until, self.range) = (issue, until, range)
  }

  /// Returns an entry as a file has it.
  package static func json(
    client: String? = nil, contract: String?, scenario: String? = nil, transport: Transport? = nil, _ what: What,
    because: String, issue: String? = nil, until: String? = nil
  ) -> JSON {
    JSON(members: [
      "client": client.map(JSON.string), "contract": .string(contract ?? AcceptedReader.any),
      "scenario": scenario.map(JSON.string), "transport": (transport?.rawValue).map(JSON.string),
      what.member.name: what.member.value, "because": .string(because), "issue": issue.map(JSON.string),
      "until": until.map(JSON.string),
    ])
  }

  /// It as a file has it.
  package var json: JSON {
    Self.json(
      client: client, contract: contract?.value, scenario: scenario?.value, transport: transport?.value, what,
      because: because.value, issue: issue?.value, until: until?.value)
  }

  /// Returns what an entry of a file accepts, and where, without why and for how long.
  package static func claim(of json: JSON) -> JSON {
    let members = json.members.filter { member in
      !["because", "issue", "until"].contains(member.name)
        && (member.name == "contract" || member.value.string != AcceptedReader.any)
    }
    return .object(members.map { ($0.name, $0.value) })
  }

  /// The codes that an entry can name: those of failed scenarios.
  static let codes = [
    "mismatch", "crashed", "timedOut", "neverCompleted", "completedTwice", "neverResumed", "stalled", "escaped",
    "leaked", "injected", "traversed", "endless", "followed", "unverified", "printed", "unexpectedRequest", "malformed",
    "late", "flaky", drift, "unapproved", "hollow", "ignored", "partial", "sentTwice", "leftOpen",
    "notCancelled", "tooSoon", "endedEarly", "leftOut", "strayed",
  ]
  /// The code of what differs between a contract and the real server.
  package static let drift = "drift"

  /// Returns whether the entry covers a difference between contracts and the real server.
  ///
  /// - Parameters:
  ///   - pointer: The place in an answer; nil if the difference has none.
  ///   - contracts: The names of the contracts that describe the endpoint.
  package func covers(drift pointer: String?, of contracts: [String]) -> Bool {
    guard case .failure(Self.drift, let own) = what, scenario == nil,
      contract.map({ contracts.contains($0.value) }) ?? true
    else { return false }
    return own.map { own in pointer.map(own.includes) ?? false } ?? true
  }

  /// Returns whether the entry is about a scenario, whatever happens in it.
  package func covers(_ subject: Subject) -> Bool {
    clients.contains(subject.client) && coversScenario(of: subject)
  }

  /// Returns whether the entry is about a scenario of any client.
  package func coversScenario(of subject: Subject) -> Bool {
    contract?.value ?? subject.contract == subject.contract
      && namesScenario(among: [subject.scenario])
      && (transport == nil || subject.transport == nil || transport?.value == subject.transport)
  }

  /// Whether the name of the scenario is that of a variation with a `*`, which stands for any text.
  var isPattern: Bool {
    guard let name = scenario?.value, let start = name.firstRange(of: " [") else { return false }
    return name[start.lowerBound...].contains("*")
  }

  /// Returns whether a name is a pattern with any texts in place of each `*`.
  private static func text(_ name: String, fits pattern: String) -> Bool {
    let pieces = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard let (first, last) = pieces.first.flatMap({ first in pieces.last.map { (first, $0) } }),
      name.utf8.count >= pattern.utf8.count - (pieces.count - 1), name.hasPrefix(first)
    else { return false }
    var rest = name.dropFirst(first.count)
    for piece in pieces.dropFirst().dropLast() {
      guard let found = rest.firstRange(of: piece) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(last)
  }

  /// Returns whether the entry's scenario is one of some names.
  func namesScenario(among names: [String]) -> Bool {
    guard let scenario else { return true }
    return names.contains { $0 == scenario.value || isPattern && Self.text($0, fits: scenario.value) }
  }

  package func isExpired(on today: String) -> Bool { until.map { $0.value < today } ?? false }

  /// Whether it is about failures of scenarios, or of the real server's answers.
  var isAboutFailures: Bool { if case .failure = what { true } else { false } }

  /// The code of failures; nil for any, and if something else is accepted.
  package var code: String? { if case .failure(let code, _) = what { code } else { nil } }

  fileprivate var pointer: Pointer? { if case .failure(_, let pointer) = what { pointer } else { nil } }

  /// Returns whether the entry covers a reason, or at least one difference of a mismatch.
  fileprivate func matches(_ reason: Reason) -> Bool {
    guard case .failure(let code, let pointer) = what, reason.status == .failed,
      code ?? (reason.code == "crashed" ? nil : reason.code) == reason.code
    else { return false }
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

extension Verdict {
  /// Returns the name of the scenario in entries about its failures: what a client does with a kind of value in its input
  /// is one thing, wherever the value stands.
  package func acceptableName(of scenario: String) -> String {
    for case .input(let problem) in reasons where scenario.hasSuffix("[\(problem.change.name)]") {
      return scenario.dropLast(problem.change.name.count + 1) + "\(problem.change.nameOfAll)]"
    }
    return scenario
  }

  /// What an entry must accept to cover its failures, and as little else as possible. Changed fields have entries of
  /// their own, which `learn` proposes.
  package var acceptable: [AcceptedEntry.What] {
    // An entry about `flaky` covers the other reasons, too, except a crash.
    let isFlaky = reasons.contains { if case .flaky = $0 { true } else { false } }
    let needed = reasons.filter { reason in
      switch reason {
      case .unapproved: false
      case .flaky, .crashed: reason.status == .failed
      default: reason.status == .failed && !isFlaky
      }
    }
    return needed.grouped(by: \.code).flatMap { code, reasons -> [AcceptedEntry.What] in
      let places = reasons.flatMap { reason -> [String?] in
        reason.differences.map { $0.areAll ? $0.pointers : [nil] } ?? [nil]
      }
      let pointers = places.compactMap { $0.flatMap(AcceptedEntry.Pointer.init) }
      // An entry without a pointer covers everything with its code.
      if pointers.count < places.count { return [.failure(code: code)] }
      return pointers.uniqued(on: \.text).map { .failure(code: code, pointer: $0) }
    }
  }
}

extension [AcceptedEntry] {
  /// Returns the entries of failures that cover a reason, one alone or some together; none if a part of it is not covered.
  func covering(_ reason: Reason) -> [AcceptedEntry] {
    let matching = filter { $0.matches(reason) }
    if matching.contains(where: { $0.pointer == nil }) { return matching }
    guard let differences = reason.differences, differences.areAll else { return [] }
    let isCovered = differences.pointers.allSatisfy { pointer in matching.contains { $0.covers(pointer) } }
    return isCovered ? matching : []
  }
}
