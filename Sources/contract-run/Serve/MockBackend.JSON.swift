import ContractCore

extension MockBackend.State {
  /// Returns the state for the control page. docs/serve.md describes the members.
  ///
  /// - Parameter run: An id that distinguishes this process from an earlier one on the same port.
  func json(runner: String, run: String) -> JSON {
    [
      "runner": .string(runner),
      "run": .string(run),
      "apis": .array(router.bases.map { ["path": .string($0.pathPrefix), "base": .string($0.text)] }),
      "endpoints": .array(router.contracts.map(endpoint)),
      "requests": .array(log.map(\.json)),
      "problems": .array(diagnostics.filter { $0.severity == .error }.map { .string($0.text) }),
    ]
  }

  private func endpoint(_ contract: Contract) -> JSON {
    let chosen = choice.chosen[contract.name].flatMap { name in contract.scenarios.first { $0.name == name }?.name }
    let inOrder = [contract.defaultScenario].compactMap(\.self) + contract.scenarios
    let addresses = inOrder.flatMap { router.addresses(of: $0, in: contract) }.uniqued()
    return [
      "contract": .string(contract.name),
      "file": .string(contract.source.path),
      "endpoint": .string(contract.endpoint),
      "description": JSON(orNull: contract.description),
      "addresses": .array(addresses.map(\.json)),
      "default": JSON(orNull: contract.defaultScenario?.name),
      "chosen": JSON(orNull: chosen),
      "scenarios": .array(
        contract.scenarios.map { scenario in
          [
            "name": .string(scenario.name),
            "description": JSON(orNull: scenario.description),
            "kinds": .array(scenario.exchanges.map { .string($0.response.kind.rawValue) }),
            "answer": .string(scenario.answer),
            "addresses": .array(router.addresses(of: scenario, in: contract).map(\.json)),
            "line": .number(scenario.declarationRange.position.line),
            "impossible": JSON(orNull: scenario.whyNotServed),
            "requests": .number(
              answered[MockBackend.ScenarioName(contract: contract.name, scenario: scenario.name)] ?? 0),
          ]
        }),
    ]
  }
}

extension Router.Address {
  fileprivate var json: JSON { ["method": .string(method), "path": .string(path)] }
}

extension ServedRequest {
  /// The request in the form that the control page receives.
  var json: JSON {
    [
      "number": .number(number), "time": .string(time), "method": .string(method), "target": .string(target),
      "text": .string(text), "contract": JSON(orNull: contract),
      "scenario": JSON(orNull: scenario), "answer": .string(answer),
      "asDescribed": JSON(.bool(isAsDescribed)), "refusal": JSON(orNull: refusal),
      "findings": .array(reasons.map(Self.finding)),
    ]
  }

  private static func finding(_ reason: Masked<Reason>) -> JSON {
    [
      "summary": .string(reason.summary), "first": .string(reason.firstSummary),
      "differences": .number(reason.differenceCount), "text": .string(reason.text),
    ]
  }
}
