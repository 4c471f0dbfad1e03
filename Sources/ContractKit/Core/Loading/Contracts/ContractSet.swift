/// The contracts of a run, with everything that is wrong with their files.
///
/// If there are 256 contracts or more, they are read on all cores, in consecutive parts. The parts share nothing, so a
/// file that contracts of two parts name is read twice. Its mistakes are reported once.
package struct ContractSet: Sendable {
  /// The contracts in order of their paths, without those that have errors.
  package var contracts: [Contract]
  /// The diagnostics in source order. A set with errors runs nothing.
  package var diagnostics: [Diagnostic]
  /// The absolute locations of all files that contracts name, including contracts with errors. Some may not exist.
  package var files: Set<String> = []
  /// The diagnostics that `noting` made for each contract as soon as it was read, in the contracts' order.
  package private(set) var notes: [Diagnostic] = []

  /// Reads every contract below some folders, and passes each to a function as soon as it is read.
  ///
  /// Nothing is thrown: a file that cannot be read, or a path that does not exist, is a diagnostic like any other.
  ///
  /// - Parameters:
  ///   - paths: Contract files, and folders that are searched for files ending in `.contract.json`, without hidden
  ///     folders. A file that multiple paths lead to is read once.
  ///   - specs: The folders that contract names are relative to; the first that contains a file counts. The name of a
  ///     file below none of them is relative to the path that led to it.
  ///   - noting: Makes that function; by default, one that does nothing. It is called once for each thread that reads
  ///     contracts.
  package static func load(
    _ paths: [String], below specs: [String] = [],
    noting: @escaping @Sendable () -> (Contract) -> [Diagnostic] = { { _ in [] } }
  ) -> ContractSet {
    DeepStack.run {
      let found = ContractFile.find(paths, below: specs)
      var set = ContractSet(contracts: [], diagnostics: found.diagnostics)
      set.contracts.reserveCapacity(found.files.count)
      for part in found.files.sorted(by: { $0.path < $1.path }).inParts({ read($0, noting: noting()) }) {
        set.contracts += part.contracts
        set.diagnostics += part.diagnostics
        set.notes += part.notes
        set.files.formUnion(part.files)
      }
      set.diagnostics = (set.diagnostics + sameNames(set.contracts)).uniqued(on: \.identity).inSourceOrder
      return set
    }
  }

  /// Reads files on one thread. A file that they name is read once for this part, and again for another part.
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

  /// Returns diagnostics for contracts and scenarios with the same verdict id. Contract `a/b` with scenario `c` has the
  /// same id as contract `a` with scenario `b/c`.
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

  /// Returns the contracts whose name begins with another contract's name and a slash, and those other contracts. Only
  /// their scenarios can share ids, because the scenario names within one contract are unique.
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
