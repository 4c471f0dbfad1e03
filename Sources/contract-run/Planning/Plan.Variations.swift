import ContractCore

extension Plan {
  /// Chooses the variations that are played.
  ///
  /// - Parameters:
  ///   - accepted: What people accepted. If that is failures, the plan notes which variations are left out.
  ///   - isChosen: Returns whether the options choose a variation.
  mutating func chooseVariations(
    _ choice: VariationChoice, _ accepted: Accepted, where isChosen: (Job, Client) -> Bool
  ) {
    if choice == .none, !accepted.hasFailures { return }
    for (index, client) in clients.enumerated() {
      for varied in client.contracts.lazy.flatMap({ $0.varied(choice.listed, on: client.transports) }) {
        let kept = varied.keeping { job in
          let isChosen = choice != .none && isChosen(job, client)
          if !isChosen, accepted.hasFailures { leftOut.append(client.subject(job)) }
          return isChosen
        }
        guard let kept else { continue }
        clients[index].varied.append(kept)
        noteWait(of: kept, client)
      }
    }
  }

  /// How many seconds the variations of a scenario may wait in all before that is noted.
  private static let longWait = 10.0

  /// Notes how long the variations of a scenario wait because the contract says so, if that is long. Most people do not
  /// expect that each variation waits as its scenario does.
  private mutating func noteWait(of varied: VariedScenario, _ client: Client) {
    let wait = varied.job.scenario.wait
    if wait * Double(varied.count) < Self.longWait { return }
    let count = varied.countOnOneTransport
    let all = wait * Double(count)
    if all < Self.longWait { return }
    notes.append(
      "\(English.counted(count, "variation")) of \(client.id(of: varied.job)) may wait"
        + " \(Seconds.limit(wait)) each, \(Seconds.text(all)) in all, because of its `notBefore` and `delay`; to vary a"
        + " scenario that does not wait, write \"vary\": true into that one")
  }

  /// The members of `variations` of which `--variations all` plays more than the contracts declare.
  var undeclaredFamilies: [String] {
    let all = clients.reduce(into: Set<Variation.Family>()) { all, client in
      for contract in client.contracts { contract.addUndeclaredFamilies(to: &all, on: client.transports) }
    }
    return Variation.Family.allCases.filter(all.contains).map { $0.isUsual ? "usual" : $0.rawValue }.uniqued()
  }

  /// Returns those of some texts that are the whole id of a variation, with or without its transport.
  func variationIDs(among texts: [String], _ choice: VariationChoice) -> [String] {
    // Most texts are not one, so that no variation has to be listed.
    let ends = ["]"] + Transport.allCases.map { "]@\($0.rawValue)" }
    return texts.filter { text in
      ends.contains(where: text.hasSuffix)
        && clients.contains { client in
          client.contracts.contains { contract in
            contract.variedScenarios.contains { scenario in
              let id = contract.id(of: scenario, client: client.name, on: nil) + " ["
              guard text.hasPrefix(id) || text.hasPrefix(id.dropFirst(client.name.count + 1)),
                let rules = choice.rules(of: scenario, in: contract)
              else { return false }
              return client.transports.contains { transport in
                let varied = VariedScenario(Job(scenario, of: contract, on: transport), rules: rules)
                return varied.jobs.contains { client.names(of: $0).contains(text) }
              }
            }
          }
        }
    }
  }
}
