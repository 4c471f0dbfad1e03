@testable import ContractAuthoring
@testable import ContractCore

extension Target {
  /// Each variation of a contract is a scenario, or is left out for a reason. A scenario has at most 200. A request that
  /// matches carries each value of the input that is found in it.
  static func checkVariations(_ bytes: [UInt8]) -> Bool {
    let read = contract(Source(path: "fuzz.contract.json", bytes: bytes))
    guard let contract = read.contract, let rules = contract.variations else { return false }
    for scenario in contract.variedScenarios.prefix(2) {
      for trace in scenario.inputTraces { check(trace, of: scenario, contract.addresses) }
      for transport in [nil] + Transport.allCases {
        let list = VariedScenario(Job(scenario, of: contract, on: transport), rules: rules)
        let place = "\"\(scenario.name)\" \(transport.map { "on \($0)" } ?? "")"
        require(list.played.count <= VariedScenario.limit, "\(place) has \(list.played.count) variations")
        let names = Set(list.played.map { ExactString($0.name) })
        require(names.count == list.played.count, "two variations of \(place) have the same name")
        // The list for both transports has all variations.
        if transport == nil { for variation in list.played { check(variation, of: scenario, rules) } }
      }
    }
    return true
  }

  private static func check(_ trace: InputTrace, of scenario: Scenario, _ addresses: Addresses) {
    for (index, places) in trace.places {
      guard let shape = scenario.exchanges[index].request else { continue }
      let request = shape.example(at: addresses)
      func differs(_ shape: RequestShape) -> Bool {
        var judge = RequestJudge(shape, addresses: addresses, transport: .loopback, number: 1, isQuiet: true)
        judge.judge(request)
        return judge.differs
      }
      // Not every shape has an example that is known to match.
      if differs(shape) { continue }
      let place = "the value at \(trace.pointer.debugDescription)"
      require(
        !differs(shape.freeing(places, isUnset: true)), "\(place): the freed request does not match: \(request.text)")
      for one in places {
        let sent = SentInput(request, at: one, shape, below: addresses.base(of: shape))
        require(
          sent?.isValue(trace.value) == true,
          "\(place) is not in \(one.text), which has \(sent?.text ?? "nothing"): \(request.text)")
      }
    }
  }

  private static func check(_ variation: Variation, of scenario: Scenario, _ rules: VariationRules) {
    let place = "the variation \(scenario.name(of: variation).debugDescription)"
    let varied: Scenario
    do throws(Variation.Obstacle) {
      varied = try scenario.varied(by: variation, rules)
    } catch {
      return require(false, "\(place) is listed, but it is not possible: \(error.text)")
    }
    require(varied.expect != nil, "\(place) has no expectation")
    if variation.family == .security {
      return require(varied.variant?.sequel?.exchanges.isEmpty == false, "\(place) has nothing that answers")
    }
    let group = varied.variant?.group
    require((group != nil) == variation.family.traits.sharesClient, "\(place) has another number of calls")
    if let group {
      let (count, calls) = (varied.exchanges.count, group.exchangesOfCalls)
      require(group.isAtOnce ? calls.isEmpty : calls.count == group.count, "\(place) has \(calls.count) calls")
      require(
        calls.allSatisfy { !$0.isEmpty && $0.upperBound <= count }, "\(place) has calls \(calls) of \(count) exchanges")
      return
    }
    if variation.family == .reconnect {
      return require(varied.exchanges.count == scenario.exchanges.count + 3, "\(place) does not come back twice")
    }
    let index = variation.changedExchange(of: scenario) ?? scenario.exchanges.count - 1
    let added = varied.exchanges.count - scenario.exchanges.count
    require(
      added == 0 || added == 1 && variation.name == "one page more", "\(place) has another number of exchanges")
    guard scenario.exchanges.indices.contains(index) else { return require(false, "\(place) has no exchange") }
    let (old, new) = (scenario.exchanges[index].response, varied.exchanges[index].response)
    require(
      (varied.variant?.recovery == nil) == (variation.step == nil) || variation.family == .waits
        || !rules.recovery.isEmpty,
      "\(place) has another recovery")
    require(new.kind == variation.kind, "\(place) has a response of the kind \(new.kind)")
    let (before, after) = (old.body?.bytes ?? [], new.body?.bytes ?? [])
    let changed = variation.step?.fault ?? variation
    if let status = changed.traits.status {
      require(new.status == status, "\(place) has the status \(new.status ?? 0)")
    }
    switch changed.change {
    case is Variation.Corruption: require(JSON.parse(after) == nil, "the body of \(place) is JSON: \(shown(after))")
    case let equivalence as Variation.Equivalence:
      let isSame =
        equivalence.format.map { Self.values(before, $0) == Self.values(after, $0) }
        ?? JSON.parse(before).map { $0 == JSON.parse(after) } ?? (before == after)
      require(isSame, "the body of \(place) does not mean the same: \(shown(before)) and \(shown(after))")
    case let change as FieldChange:
      require(before != after, "\(place) changes nothing in \(shown(before))")
      require(
        change.kind == .duplicate || change.kind == .deep || JSON.parse(after) != nil,
        "the body of \(place) is not JSON: \(shown(after.prefix(500)))")
    case is Variation.StreamChange:
      require(before != after || new.error != nil, "\(place) breaks nothing in \(shown(before))")
    case is PageChange:
      require(before != after || old.headers != new.headers, "\(place) changes nothing in \(shown(before))")
      require(JSON.parse(after) != nil, "the body of \(place) is not JSON: \(shown(after))")
    case is BodyCorruption: require(before != after, "\(place) breaks nothing in \(shown(before))")
    case is Variation.EmptyBody:
      require(after.isEmpty && before != after || new.status != old.status, "\(place) has a body")
    default: break
    }
  }

  /// Returns the values of a stream, as JSON if they are JSON.
  private static func values(_ body: [UInt8], _ format: StreamFormat) -> [JSON] {
    let stream = StreamedBody(body, format)
    return stream.events.map(stream.value).map { JSON.parse($0) ?? .string(String(decoding: $0, as: UTF8.self)) }
  }
}

extension Target {
  /// A text is a contract, or it has errors. Each error and warning has a place in it.
  static func checkContract(_ bytes: [UInt8]) {
    let source = Source(path: "fuzz.contract.json", bytes: bytes)
    let (contract, diagnostics) = contract(source)
    requireUsable(diagnostics, in: source)
    require(
      (contract == nil) == diagnostics.hasErrors,
      "the contract \(contract == nil ? "was not read" : "was read"), with these errors: \(diagnostics.map(\.message))")
    guard let contract else { return }
    var linter = Linter()
    linter.lint(contract)
    requireUsable(linter.diagnostics, in: source)
    require(!linter.diagnostics.hasErrors, "the linter reports an error: \(linter.diagnostics.map(\.message))")
  }

  /// Reads a text as a contract in a folder with no other files.
  static func contract(_ source: Source) -> (contract: Contract?, diagnostics: [Diagnostic]) {
    let file = ContractFile(path: source.path, location: "/nowhere/\(source.path)", root: "/nowhere")
    return ContractReader.read(source, file: file)
  }
}
