import ContractCore

extension Configuration.Client {
  /// Returns the names of its contracts, with the names of their scenarios.
  ///
  /// - Parameter set: The contracts of all clients.
  func contracts(in set: ContractSet) -> [(name: String, scenarios: [String])] {
    let own = specs.map(FileSystem.absolute)
    let roots = roots.map(FileSystem.absolute)
    return set.contracts.compactMap { contract in
      let location = FileSystem.absolute(contract.source.path)
      guard own.contains(where: { $0 == location || FileSystem.below($0, location) != nil }) else { return nil }
      return (contract.name(below: roots), contract.names)
    }
  }
}

extension [Configuration.Client] {
  /// Returns the files of a kind that some of these clients name, each once, with all clients that name it.
  private func files(_ kind: AcceptedFile.Kind, of chosen: [Configuration.Client]) -> [AcceptedFile] {
    func location(_ file: SourceLocated<String>) -> String { FileSystem.absolute(file.value) }
    return chosen.compactMap { $0.accepted[kind] }.uniqued(on: location).map { file in
      let users = filter { $0.accepted[kind].map(location) == location(file) }
      return AcceptedFile(kind, path: file.value, clients: users.map(\.name), range: file.range)
    }
  }

  func knownIssues(of chosen: [Configuration.Client]) -> (issues: KnownIssues, diagnostics: [Diagnostic]) {
    KnownIssueReader.read(files(.knownIssues, of: chosen), clients: map(\.name))
  }

  /// Reads what people accepted for changed fields, by the names of these clients. Clients of one file have the same
  /// object.
  func approvals() -> (byClient: [String: Approvals], diagnostics: [Diagnostic]) {
    var byClient: [String: Approvals] = [:]
    var diagnostics: [Diagnostic] = []
    for client in self { byClient[client.name] = Approvals() }
    for file in files(.approvals, of: self) {
      let read = ApprovalReader.read(file)
      for client in file.clients { byClient[client] = read.approvals }
      diagnostics += read.diagnostics
    }
    return (byClient, diagnostics)
  }
}
