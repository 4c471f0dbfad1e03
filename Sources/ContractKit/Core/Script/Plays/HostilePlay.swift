/// A hostile value in the input.
struct HostilePlay: Play {
  let scene: Scene
  let value: HostileValue

  func findings(_ state: State, _ bindings: Bindings, output: String, isBroken: Bool) -> Findings {
    var findings = scene.findings(state, output)
    // A client that sends nothing refuses such a value.
    if state.record.isEmpty, state.blames.isEmpty { findings.noteOnMissing = value.refusal }
    return findings
  }
}
