/// The contracts of a run, with everything that is wrong with their files.
///
/// From 256 on, contracts are read on all cores, in parts that follow each other. The parts share nothing but the order, so a
/// file that contracts of two parts name is read twice; its mistakes are reported once.
package struct ContractSet: Sendable {
  /// In order of their paths; those with errors are left out.
  package var contracts: [Contract]
  /// In source order; a set with errors runs nothing.
  package var diagnostics: [Diagnostic]
  /// The absolute locations of all files that contracts name, those with errors included; some may not be there.
  package var files: Set<String>
  /// What was noted of each contract as soon as it was read, in the contracts' order.
  package private(set) var notes: [Diagnostic] = []

  init(contracts: [Contract], diagnostics: [Diagnostic], files: Set<String> = []) {
    self.contracts = contracts
    self.diagnostics = diagnostics
    self.files = files
  }

  /// Reads every contract below some folders.
  ///
  /// Nothing is thrown: a file that cannot be read and a path that does not exist are diagnostics like all others.
  ///
  /// - Parameters:
  ///   - paths: Contract files, and folders that are searched for files ending in `.contract.json`; hidden folders are
  ///     not. A file that several paths lead to is read once.
  ///   - specs: The folders that contract names are counted from, the first that holds a file; a file below none of them
  ///     is named below the path that led to it.
  package static func load(_ paths: [String], below specs: [String] = []) -> ContractSet {
    load(paths, below: specs) { { _ in [] } }
  }

  /// Reads every contract below some folders, and has each looked at while it is at hand.
  ///
  /// - Parameter noting: Makes what looks at contracts; called once for each thread that reads some.
  package static func load(
    _ paths: [String], below specs: [String], noting: @escaping @Sendable () -> (Contract) -> [Diagnostic]
  ) -> ContractSet {
    DeepStack.run { loadHere(paths, below: specs, noting: noting) }
  }

  private static func loadHere(
    _ paths: [String], below specs: [String], noting: @escaping @Sendable () -> (Contract) -> [Diagnostic]
  ) -> ContractSet {
    var (files, diagnostics) = ContractFile.find(paths, below: specs)
    files.sort { $0.path < $1.path }
    var contracts: [Contract] = []
    contracts.reserveCapacity(files.count)
    var named: Set<String> = []
    var notes: [Diagnostic] = []
    for part in files.inParts({ read($0, noting: noting()) }) {
      contracts += part.contracts
      diagnostics += part.diagnostics
      notes += part.notes
      named.formUnion(part.files)
    }
    diagnostics += sameNames(contracts)
    var set = ContractSet(contracts: contracts, diagnostics: distinct(diagnostics).inSourceOrder, files: named)
    set.notes = notes
    return set
  }

  /// Reads files on one thread. What they name is read once for them, and again for another part.
  private static func read(_ files: ArraySlice<ContractFile>, noting: (Contract) -> [Diagnostic]) -> ContractSet {
    let documents = Documents()
    var set = ContractSet(contracts: [], diagnostics: [])
    set.contracts.reserveCapacity(files.count)
    for file in files {
      let (contract, found) = ContractReader.read(file, documents: documents)
      set.diagnostics += found
      guard let contract else { continue }
      set.notes += noting(contract)
      set.contracts.append(contract)
    }
    set.files = documents.named
    return set
  }

  /// What is wrong with a file that several contracts name is told once.
  static func distinct(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    var seen: [String: Set<Int>] = [:]
    return diagnostics.filter {
      seen["\($0.range.source.path)\n\($0.message)", default: []].insert($0.range.start).inserted
    }
  }

  /// Contracts and scenarios whose verdict ids are not their own. `a/b` with a scenario `c` is `a` with a scenario `b/c`.
  private static func sameNames(_ contracts: [Contract]) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    var byName: [String: Int] = [:]
    for (index, contract) in contracts.enumerated() {
      if let other = byName[contract.name] {
        let path = contracts[other].source.path
        diagnostics.append(Diagnostic(.sameContractName(contract.name, other: path), at: contract.range))
      } else {
        byName[contract.name] = index
      }
    }
    var ids: [String: SourceRange] = [:]
    for index in nested(byName).sorted() {
      let contract = contracts[index]
      for scenario in contract.scenarios {
        let id = "\(contract.name)/\(scenario.name)"
        if let other = ids[id] {
          diagnostics.append(Diagnostic(.sameVerdict(id, other: other), at: scenario.range))
        } else {
          ids[id] = scenario.range
        }
      }
    }
    return diagnostics
  }

  /// The contracts whose name begins with another's and a slash, and those others: only their scenarios can share ids, since
  /// those of one contract have names of their own.
  private static func nested(_ byName: [String: Int]) -> Set<Int> {
    var nested: Set<Int> = []
    for (name, index) in byName {
      for slash in name.utf8.indices where name.utf8[slash] == UInt8(ascii: "/") {
        if let outer = byName[String(name[..<slash])] { nested.formUnion([outer, index]) }
      }
    }
    return nested
  }
}
