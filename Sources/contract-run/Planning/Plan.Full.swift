import ContractCore

extension Plan {
  /// Returns whether a command line leaves out nothing that the configuration names.
  ///
  /// Only a full run writes the reports of the configuration and knows which operations no contract calls. Without a
  /// configuration, the command line names everything itself, and only a filter leaves something out. `--last-failed`
  /// leaves something out only if there are scenarios that did not pass, so `keepOnly` decides that.
  static func isFull(_ arguments: Arguments, _ configuration: Configuration?, _ settings: RunSettings) -> Bool {
    guard settings.selection.isEverything, arguments.last(.variations) != VariationChoice.none.rawValue else {
      return false
    }
    guard let configuration else { return true }
    if !arguments.paths.isEmpty || arguments.driver != nil || arguments.has(.client) { return false }
    return configuration.clients.allSatisfy { client in
      guard let chosen = settings.transports, let own = client.transports else { return true }
      return chosen == own
    }
  }

  /// Keeps only the scenarios that did not pass when they ran last. If none of them is among the chosen ones, keeps all.
  mutating func keepOnly(_ lastRun: LastRun) {
    let (failed, note) = lastRun.read()
    if let note { notes.append(note) }
    if clients.allSatisfy({ $0.jobs.isEmpty && $0.varied.isEmpty }) { return }
    let kept = clients.map { client in
      client.jobs.filter { !failed.isDisjoint(with: client.keys(of: $0)) }
    }
    let varied = clients.map { client in
      client.varied.compactMap { varied in
        varied.keeping { !failed.isDisjoint(with: client.keys(of: $0)) }
      }
    }
    if kept.allSatisfy(\.isEmpty), varied.allSatisfy(\.isEmpty) {
      notes.append("--last-failed leaves nothing out: no chosen scenario failed when it ran last, so all of them run")
      return
    }
    for index in clients.indices { keep(kept[index], varied[index], of: index) }
  }

  /// Keeps only some of a client's scenarios and variations. If any is left out, the run is not full.
  mutating func keep(_ jobs: [Job], _ varied: [VariedScenario], of index: Int) {
    let client = clients[index]
    func count(_ varied: [VariedScenario]) -> Int { varied.reduce(0) { $0 + $1.count } }
    (clients[index].jobs, clients[index].varied) = (jobs, varied)
    if jobs.count == client.jobs.count, count(varied) == count(client.varied) { return }
    isFull = false
    if !client.accepted.hasFailures { return }
    let ids = Set(clients[index].ids)
    leftOut += (client.jobs + client.varied.flatMap(\.jobs)).filter { !ids.contains(client.id(of: $0)) }
      .map(client.subject)
  }
}
