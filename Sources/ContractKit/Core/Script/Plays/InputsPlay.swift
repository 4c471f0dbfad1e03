/// A scenario with another value in its input. Its requests may differ only where they carry that value.
struct InputsPlay: Play {
  let scene: Scene
  private let change: InputChange
  private let old: JSON
  /// The value of the changed input; nil if it has none.
  private let new: JSON?
  private let places: [Int: [RequestValue.Place]]
  /// Other places that may change with the value.
  private let others: [Int: [RequestValue.Place]]
  /// The kinds of values that the client may leave out.
  private let omissible: Set<InputChange.Kind>

  init?(_ scene: Scene, _ variant: Variant) {
    guard let input = variant.input,
      let trace = variant.original.inputTraces.first(where: { $0.pointer == input.change.pointer })
    else { return nil }
    (self.scene, change, old) = (scene, input.change, trace.value)
    (places, others) = (trace.places, trace.others)
    (new, omissible) = (input.change.replacement(of: trace.value) ?? nil, input.omissible)
  }

  func isFree(_ index: Int, _ state: State) -> Bool { true }

  func explains(_ blame: Reason, _ state: State) -> Bool { change.kind.isLarge && blame.kind == .timedOut }

  func findings(_ state: State, _ bindings: Bindings, output: String, isBroken: Bool) -> Findings {
    var findings = scene.findings(state, output)
    // It may send fewer requests than for another value, or none.
    findings.needsAll = false
    if case .unsupported? = state.outcome {
      findings.obstacle = .notTaken
      return findings
    }
    if change.kind.isLarge, state.blames.contains(where: { $0.kind == .timedOut }) { findings.obstacle = .longWait }
    for played in state.played {
      guard let index = played.exchangeIndex, let shape = scenario.exchanges[index].request else { break }
      if let problem = problem(played, shape, at: places[index] ?? [], and: others[index] ?? []) {
        findings.reasons.append(.input(problem))
        break
      }
    }
    return findings
  }

  private func problem(
    _ played: Played, _ shape: RequestShape, at places: [RequestValue.Place], and others: [RequestValue.Place]
  ) -> InputProblem? {
    let request = played.exchanged.request
    func problem(_ kind: InputProblem.Kind) -> InputProblem {
      InputProblem(
        kind: kind, change: change, new: new, number: played.number, request: request,
        described: shape.example(at: addresses), omissible: omissible, range: shape.range)
    }
    let base = addresses.base(of: shape)
    let segments = request.segments(below: base)
    if places.contains(where: \.isInPath), isNothing, segments?.count != shape.segments.count {
      // Without an id, the request can be one for all things of its kind.
      if change.kind.isNothing, segments?.contains("") == false { return nil }
      return problem(.leftOut(RequestValue.Place.segment(0).text, isInPath: true))
    }
    for place in places {
      guard let sent = SentInput(request, at: place, shape, below: base),
        sent.isAbsent && place.isInPath || !sent.isValue(new)
      else { continue }
      // A client with types does not know the member.
      if change.kind == .prototype, sent.isValue(old) { continue }
      if change.kind.isNothing, let word = sent.hollowWord { return problem(.hollow(place.text, word: word)) }
      // In a path, nothing leads to another endpoint.
      if sent.isAbsent, place.isInPath || !omissible.contains(change.kind) {
        return problem(.leftOut(place.text, isInPath: place.isInPath))
      }
      if !sent.isAbsent, !mayHaveDefault(sent) { return problem(.other(place.text, sent: sent.text)) }
    }
    let judge = scene.judged(
      request, shape.freeing(places + others, isUnset: change.kind.isNothing), number: played.number)
    let mismatches = judge.merged.compactMap { finding -> Mismatch? in
      if case .mismatch(let mismatch) = finding { mismatch } else { nil }
    }
    return mismatches.first.map { problem(.strayed($0)) }
  }

  /// Returns whether a client may send a value of its own, because it was given nothing.
  private func mayHaveDefault(_ sent: SentInput) -> Bool {
    change.kind == .missing || change.kind == .null && (!sent.isJSON || omissible.contains(.null))
  }

  /// Whether nothing is left of the value.
  private var isNothing: Bool { new.map { $0.isNull || $0 == "" || $0 == [] } ?? true }
}
