import ContractAuthoring
import ContractCore
import ContractReporting

/// What clients do by rule, and what that proposes for the contracts: a request that is sent again after an error becomes
/// `attempts`, an input that the client refuses itself an exception of `hostile`, empty pages at which it stops one of
/// `pages`, and values that it leaves out `leftOut` of `inputs`. Without these lines, many variations fail for one reason.
struct ProposedRules: VariationProposals {
  struct Call {
    let job: Job
    let verdict: Verdict
  }

  var files = ProposedFiles()
  /// The ids of what is not learned, each with why, on one line.
  var refusals: [(id: String, why: String)] = []
  /// What was seen: one sentence for each line that is proposed.
  var notes: [String] = []

  /// - Parameter calls: The calls of the variations that `Plan.keepOnlyRules` keeps.
  init(_ calls: [Call]) {
    let byFile = Dictionary(grouping: calls) { FileSystem.absolute($0.job.contract.source.path) }
    for (_, calls) in byFile.sorted(by: { $0.key < $1.key }) {
      let contract = calls[0].job.contract
      let edits =
        (attempts(calls, contract).map { [$0] } ?? []) + refused(calls, contract) + emptyPages(calls, contract)
        + inputs(calls, contract)
      if !edits.isEmpty { files.add(contract.source, contract.source.edited(edits)) }
    }
  }

  // MARK: Requests that are sent again

  /// The largest number of attempts that is proposed. More are rather a mistake than a rule.
  private static let mostProposed = 10

  /// Returns the edit that allows as many requests as the client sent after an error.
  private mutating func attempts(_ calls: [Call], _ contract: Contract) -> JSONEdit? {
    let repeated = calls.filter { $0.job.variation?.family.traits.mayBeRepeated == true && $0.sends > 1 }
    let attempts = repeated.map(\.sends).max() ?? 1
    if attempts <= contract.variations?.attempts ?? 1 { return nil }
    let line = "\"attempts\": \(attempts)"
    let seen = "the client sends the request up to \(attempts) times after an error"
    let (name, most) = (contract.name, VariationRules.mostAttempts)
    if attempts > most {
      return refuse(name, "the client sends the request more than \(most) times after an error; fix the client")
    }
    if attempts > Self.mostProposed { return refuse(name, "\(seen); fix the client, or write \(line)") }
    if let method = repeated.map(\.method).first(where: StepFault.repeatingMethods.contains) {
      return refuse(name, "\(seen), and a server may act on each \(method); if it does not, write \(line)")
    }
    if let (method, place) = contract.repeatingStep {
      return refuse(
        name,
        "\(seen), but with \"steps\", it could then send the \(method) of \(place) as often, and a server may act on"
          + " each: write \"idempotent\" into that exchange, and \(line)")
    }
    guard let value = own("variations", of: contract), let range = value.range else {
      return refuse(name, "\(seen), and \"variations\" is in another file: write \(line) there")
    }
    notes.append("\(name): \(seen): \(line)")
    let number = JSON(.number(JSON.Number(attempts)))
    guard value.bool == true else { return JSONEdit(at: range, .add("attempts", number)) }
    return JSONEdit(at: range, .replace(["usual": true, "attempts": number]))
  }

  // MARK: Inputs that the client refuses

  /// Returns the edit that leaves out the strings of the input that the client checks. It refuses all hostile values of
  /// such a string in the same way. If only some fail, perhaps it does not escape them.
  private mutating func refused(_ calls: [Call], _ contract: Contract) -> [JSONEdit] {
    var places: [String] = []
    for (place, calls) in Dictionary(grouping: calls, by: \.place).sorted(by: { ($0.key ?? "") < ($1.key ?? "") }) {
      let refusals = Set(calls.map(\.refusal))
      guard let place, calls.count > 1, refusals.count == 1, let refusal = refusals.first.flatMap(\.self) else {
        continue
      }
      places.append(place)
      notes.append("\(contract.name): the client refuses each hostile value of \(place) itself, with \(refusal)")
    }
    // The name of a string stands for all of its values.
    return adding(places, to: "except", of: .hostile, in: contract) { name, other in other.hasPrefix("\(name): ") }
  }

  /// Returns the edit that leaves out empty pages, if the client takes each of them for the last one.
  private mutating func emptyPages(_ calls: [Call], _ contract: Contract) -> [JSONEdit] {
    let empty = calls.filter { $0.job.variation?.exceptionNames.last == PageChange.emptyPage }
    guard !empty.isEmpty,
      empty.allSatisfy({ call in
        !call.verdict.reasons.isEmpty && call.verdict.reasons.allSatisfy { $0.kind == .endedEarly }
      })
    else { return [] }
    notes.append("\(contract.name): the client takes an empty page for the last one")
    return adding([PageChange.emptyPage], to: "except", of: .pages, in: contract) { name, other in
      other.hasPrefix("\(name) ")
    }
  }

  /// Returns the edit that adds names to a list of a family.
  ///
  /// - Parameter covers: Whether a name stands for another one, which is then removed. It does not by default.
  mutating func adding(
    _ names: [String], to member: String, of family: Variation.Family, in contract: Contract,
    covers: (String, String) -> Bool = { _, _ in false }
  ) -> [JSONEdit] {
    if names.isEmpty { return [] }
    let added = names.map(JSON.string)
    guard let variations = own("variations", of: contract), let value = own(family.rawValue, of: variations),
      let range = value.range
    else {
      let list = JSON.array(added).text
      refusals.append(
        (contract.name, "\"\(family.rawValue)\" is in another file: write \"\(member)\": \(list) there"))
      return []
    }
    guard let known = value[member], let list = known.range else {
      let edit: JSONEdit.Change = value.isObject ? .add(member, .array(added)) : .replace([member: .array(added)])
      return [JSONEdit(at: range, edit)]
    }
    let others = known.array ?? []
    let kept = others.filter { other in !names.contains { name in other.string.map { covers(name, $0) } == true } }
    if kept.count < others.count { return [JSONEdit(at: list, .replace(.array(kept + added)))] }
    return added.map { JSONEdit(at: list, .append($0)) }
  }

  /// Returns a member of the contract that is in its own file; nil if it is somewhere else.
  func own(_ member: String, of contract: Contract) -> JSON? {
    contract.source.whole?.json.flatMap { own(member, of: $0) }
  }

  func own(_ member: String, of json: JSON) -> JSON? { json[member].flatMap { $0["$ref"] == nil ? $0 : nil } }

  func summary(_ text: LearnText) -> CleanText {
    var blocks = text.lines(refusals.map { "\($0.id): \($0.why)" } + files.failures)
    blocks += notes.map { "note: \($0)" }
    let changed = text.isWritten ? files.written.count : files.all.count
    blocks += text.changes(text.learned("rules of \(English.counted(changed, "contract"))"), in: files)
    return blocks.joined(separator: "\n\n")
  }
}

extension ProposedRules.Call {
  /// How often the client sent the last request, in a call that ended and had nothing else unexpected in it. Another
  /// request after an error is not an attempt.
  fileprivate var sends: Int {
    let attempts = verdict.record.map(\.request).dropFirst(max(0, job.scenario.exchanges.count - 1))
    guard let first = attempts.first,
      attempts.allSatisfy({ $0.method.isExactly(first.method) && $0.url.isExactly(first.url) })
    else { return 1 }
    // What is more than a contract can allow gets no reply, so that such a call may not end.
    if attempts.count > VariationRules.mostAttempts { return attempts.count }
    // The HTTP stack may have sent it.
    let exchange = job.scenario.exchanges.last
    if attempts.count <= Variant.mostResent, let change = job.variation, exchange?.mayBeResent(after: change) == true {
      return 1
    }
    let isBroken = verdict.outcome == nil || verdict.reasons.contains { $0.kind == .unexpectedRequest }
    return isBroken ? 1 : attempts.count
  }

  fileprivate var method: String { verdict.record.last?.request.method ?? "" }

  /// The name by which `except` of `hostile` leaves out all values of the string; nil for another variation.
  fileprivate var place: String? {
    job.variation?.hostile?.exceptionNames.last
  }

  /// The error with which the client refused its input before any request; nil if it did not.
  fileprivate var refusal: String? {
    guard case .failure(let failure, _)? = verdict.outcome, verdict.requestCount == 0, verdict.status != .errored,
      let category = failure["category"]?.string.flatMap(Failure.Category.init), category != .network,
      category != .invalidRequest
    else { return nil }
    return [failure["type"], failure["case"]].compactMap { $0?.string }.joined(separator: ".")
  }
}

extension Contract {
  /// The method and the place of an exchange before the last one that may act twice if it gets a fault, and that does not
  /// say whether it does; nil if there is none.
  fileprivate var repeatingStep: (method: String, place: String)? {
    guard let variations else { return nil }
    for exchange in variedScenarios.flatMap({ $0.exchanges.dropLast() }) where variations.hasSteps(at: exchange.name) {
      guard exchange.response.kind == .valid, exchange.isIdempotent == nil,
        let method = exchange.request?.method.value, StepFault.repeatingMethods.contains(method)
      else { continue }
      return (method, exchange.name.map { JSON.string($0).text } ?? "an exchange before the last one")
    }
    return nil
  }
}
