import ContractCore

extension [Configuration.Client] {
  /// Returns the files of known issues that some of these clients name, each once, with all clients that name it.
  func knownIssueFiles(of chosen: [Configuration.Client]) -> [KnownIssueReader.File] {
    var seen: Set<String> = []
    return chosen.compactMap(\.knownIssues).compactMap { file in
      let location = Path.absolute(file.value)
      guard seen.insert(location).inserted else { return nil }
      let users = filter { $0.knownIssues.map { Path.absolute($0.value) } == location }
      return KnownIssueReader.File(path: file.value, clients: users.map(\.name), range: file.range)
    }
  }
}

extension Configuration.Client {
  /// Returns the names that entries of known issues can use for this client.
  ///
  /// - Parameter set: The contracts of all clients.
  func names(in set: ContractSet) -> KnownIssues.Names {
    KnownIssues.Names(client: name, contracts: contracts(in: set), transports: transports?.all)
  }

  /// Returns the names of its contracts, with the names of their scenarios.
  ///
  /// - Parameter set: The contracts of all clients.
  func contracts(in set: ContractSet) -> [(name: String, scenarios: [String])] {
    let own = specs.map(Path.absolute)
    let roots = roots.map(Path.absolute)
    return set.contracts.compactMap { contract in
      let location = Path.absolute(contract.source.path)
      guard own.contains(where: { $0 == location || Path.below($0, location) != nil }) else { return nil }
      return (contract.name(below: roots), contract.names + contract.fieldNames)
    }
  }
}
