/// A changed field in the body of the last answer.
struct FieldPlay: Play {
  let scene: Scene
  let change: FieldChange

  func findings(_ state: State, _ bindings: Bindings, output: String, isBroken: Bool) -> Findings {
    var findings = scene.findings(state, output)
    findings.noteOnOutcome = noteOfSchema
    // A client that passes the value on may have more in its outcome than a message can carry.
    if case .unsupported(_?) = state.outcome, change.kind.isLarge { findings.obstacle = .tooLarge }
    return findings
  }

  /// The reason why a client must succeed or fail with the field; nil if no schema decides that.
  private var noteOfSchema: String? {
    switch scene.scenario.expect?.outcome {
    case .success: "the changed body is valid against the schema"
    case .failure: "the changed body is not valid against the schema"
    case .failureOrSame, .anything, nil: nil
    }
  }
}

extension Scenario {
  /// The change that makes the response of a variation large; nil if there is none.
  package var largeChange: FieldChange.Kind? {
    guard let change = variation?.field, change.kind.isLarge else { return nil }
    return change.kind
  }
}
