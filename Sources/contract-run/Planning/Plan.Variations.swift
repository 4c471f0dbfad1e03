import ContractCore

extension Plan {
  /// A scenario whose variations are played.
  struct Varied {
    /// The scenario.
    var job: Job
    /// What is varied.
    var rules: VariationRules
    /// The chosen variations; nil for all of them.
    var chosen: Set<Variation>?
    /// How many variations are chosen.
    var count = 0

    /// The variations to play. They are listed when they are needed, because a run can have very many.
    var list: VariationList {
      var list = VariationList(of: job.scenario, by: rules, on: job.transport)
      if let chosen { list.played.removeAll { !chosen.contains($0) } }
      return list
    }

    /// The variations to play.
    var jobs: [Job] { list.played.map { job(of: $0) } }

    /// Returns the job of a variation.
    func job(of variation: Variation, judge: VariationJudge? = nil) -> Job {
      Job(job.scenario, of: job.contract, on: job.transport, variation, by: rules, judge: judge)
    }

    /// Returns the scenario with some of its variations; nil if none is kept.
    func keeping(_ isKept: (Job) -> Bool) -> Varied? {
      var varied = self
      let all = jobs
      let kept = all.filter(isKept).compactMap(\.variation)
      if kept.count < all.count { varied.chosen = Set(kept) }
      varied.count = kept.count
      return kept.isEmpty ? nil : varied
    }
  }
}

extension Plan {
  /// Chooses the variations that are played.
  ///
  /// - Parameters:
  ///   - issues: The known issues. If there are some, the plan notes which variations are left out.
  ///   - isChosen: Returns whether the options choose a variation.
  mutating func chooseVariations(
    _ choice: VariationChoice, _ issues: KnownIssues, where isChosen: (Job, Client) -> Bool
  ) {
    if choice == .none, issues.isEmpty { return }
    for (index, client) in clients.enumerated() {
      for contract in client.contracts where choice == .all || contract.variations != nil {
        for scenario in contract.variedScenarios {
          guard let rules = choice.rules(of: scenario, in: contract) ?? contract.variations else { continue }
          for transport in client.transports {
            let job = Job(scenario, of: contract, on: transport)
            if job.skip != nil { continue }
            let varied = Varied(job: job, rules: rules).keeping { job in
              let isChosen = choice != .none && isChosen(job, client)
              if !isChosen, !issues.isEmpty { leftOut.append(client.subject(job)) }
              return isChosen
            }
            if let varied { clients[index].varied.append(varied) }
          }
        }
      }
    }
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
              guard text.hasPrefix(contract.id(of: scenario, client: client.name, on: nil) + " ["),
                let rules = choice.rules(of: scenario, in: contract)
              else { return false }
              return client.transports.contains { transport in
                let varied = Varied(job: Job(scenario, of: contract, on: transport), rules: rules)
                return varied.jobs.contains { [client.id(of: $0), client.id(of: $0, on: nil)].contains(text) }
              }
            }
          }
        }
    }
  }
}
