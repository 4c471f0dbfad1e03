import ContractCore

extension Plan {
  /// A scenario whose variations are played.
  struct Varied {
    /// The scenario.
    var entry: Entry
    /// What is varied.
    var rules: VariationRules
    /// The chosen variations; nil for all of them.
    var chosen: Set<Variation>?
    /// How many variations are chosen.
    var count = 0

    /// The variations to play. They are listed when they are needed, because a run can have very many.
    var list: VariationList {
      var list = VariationList(of: entry.scenario, by: rules, on: entry.transport)
      if let chosen { list.played.removeAll { !chosen.contains($0) } }
      return list
    }

    /// The variations to play, as entries.
    var entries: [Entry] {
      list.played.map { variation in
        var entry = entry
        entry.variation = variation
        return entry
      }
    }

    /// Returns the scenario with some of its variations; nil if none is kept.
    func keeping(_ isKept: (Entry) -> Bool) -> Varied? {
      var varied = self
      let all = entries
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
    _ choice: VariationChoice, _ issues: KnownIssues, where isChosen: (Entry, Client) -> Bool
  ) {
    if choice == .none, issues.isEmpty { return }
    for (index, client) in clients.enumerated() {
      for contract in client.contracts where choice == .all || contract.variations != nil {
        for scenario in contract.variedScenarios {
          guard let rules = choice.rules(of: scenario, in: contract) ?? contract.variations else { continue }
          for transport in client.transports {
            let entry = Entry(contract: contract, scenario: scenario, transport: transport)
            if entry.skip != nil { continue }
            let all = Varied(entry: entry, rules: rules)
            let varied = all.keeping { entry in
              let isChosen = choice != .none && isChosen(entry, client)
              if !isChosen, !issues.isEmpty { leftOut.append(client.subject(entry)) }
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
                let varied = Varied(
                  entry: Entry(contract: contract, scenario: scenario, transport: transport), rules: rules)
                return varied.entries.contains { [client.id(of: $0), client.id(of: $0, on: nil)].contains(text) }
              }
            }
          }
        }
    }
  }
}
