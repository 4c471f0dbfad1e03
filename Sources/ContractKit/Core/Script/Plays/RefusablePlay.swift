/// An input that a client may refuse, with the advice for one that does.
struct RefusablePlay: Play {
  let scene: Scene
  let advice: String

  func findings(_ state: State, _ bindings: Bindings, output: String, isBroken: Bool) -> Findings {
    var findings = scene.findings(state, output)
    // A client that sends nothing refuses such a value.
    if state.record.isEmpty, state.blames.isEmpty { findings.noteOnMissing = advice }
    return findings
  }
}
