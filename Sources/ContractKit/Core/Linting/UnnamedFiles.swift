/// Files among contracts that no contract names: left over, or misspelt.
enum UnnamedFiles {
  /// A folder that holds one of these is a project with contracts somewhere in it, and no folder of contracts.
  private static let projects = [".git", "contract-run.json", "Package.swift", "package.json"]
  /// What belongs to a folder and not to contracts, by how its name begins.
  private static let beginnings = ["readme", "license", "licence", "copying", "notice", "changelog", "build.bazel"]
  /// The same, by how its name ends.
  private static let endings = [".md"]

  /// A warning for each file that none of the contracts names.
  ///
  /// - Parameters:
  ///   - paths: Folders that are searched; contracts that stand there by themselves have no files beside them.
  ///   - contracts: The contracts that were found there.
  ///   - others: Those that may name files there too.
  static func diagnostics(in paths: [String], of contracts: [Contract], others: () -> [Contract]) -> [Diagnostic] {
    var search = Search()
    for path in paths.map(Path.absolute) where Path.kind(path) == .folder { search.look(into: path, isBeside: nil) }
    var files = search.files
    remove(contracts, from: &files)
    if !files.isEmpty { remove(others(), from: &files) }
    return files.sorted().map { file in
      let source = Source(path: Path.shown(file), bytes: [])
      return Diagnostic(
        .unnamedFile(looksLikeContract: contractName(Path.last(file))),
        at: SourceRange(source: source, start: 0, end: 0))
    }
  }

  private static func remove(_ contracts: [Contract], from files: inout Set<String>) {
    for contract in contracts where !files.isEmpty { files.subtract(FileNames.of(contract)) }
  }

  /// What a file was probably meant to be called; nil where it does not look like a contract.
  private static func contractName(_ name: String) -> String? {
    let parts = name.lowercased().split { ".-_ ".contains($0) }
    guard let index = parts.firstIndex(where: { $0.hasPrefix("contract") }), index > 0 else { return nil }
    return parts[..<index].joined(separator: "-") + ContractFile.ending
  }

  /// A walk through folders, as the search for contracts goes.
  private struct Search {
    var files: Set<String> = []
    private var visited: Set<String> = []

    /// - Parameter isBeside: Whether a folder around this one holds a contract; nil where that does not matter, because
    ///   everything here belongs to contracts.
    mutating func look(into folder: String, isBeside: Bool?) {
      guard visited.insert(Path.real(folder)).inserted,
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
      else { return }
      var isBeside = isBeside
      if UnnamedFiles.projects.contains(where: names.contains) { isBeside = false }
      if isBeside == false, names.contains(where: { $0.hasSuffix(ContractFile.ending) }) { isBeside = true }
      for name in names.sorted() where !name.hasPrefix(".") {
        let location = folder == "/" ? "/" + name : folder + "/" + name
        switch Path.kind(location) {
        case .folder: look(into: location, isBeside: isBeside)
        case .file where isBeside != false && !UnnamedFiles.isLeftAlone(name): files.insert(location)
        case .file, .missing: continue
        }
      }
    }
  }

  private static func isLeftAlone(_ name: String) -> Bool {
    if name.hasSuffix(ContractFile.ending) || projects.contains(name) { return true }
    let name = name.lowercased()
    return beginnings.contains { name.hasPrefix($0) } || endings.contains { name.hasSuffix($0) }
  }
}

/// The files that a contract names, and those that they name.
enum FileNames {
  /// Their absolute locations, links kept.
  ///
  /// Names are looked for wherever they may stand, so that no file is taken for unnamed that has a use.
  static func of(_ contract: Contract) -> Set<String> {
    var reading = Reading()
    let location = Path.absolute(contract.source.path)
    reading.read(JSON.parse(contract.source.bytes), in: Path.parent(location))
    return reading.files
  }

  private struct Reading {
    var files: Set<String> = []

    mutating func read(_ json: JSON?, in folder: String) {
      guard let json else { return }
      for path in names(in: json) {
        let file = Path.absolute(path.hasPrefix("/") ? path : folder + "/" + path)
        guard files.insert(file).inserted, file.hasSuffix(".json"), (Path.size(file) ?? 0) <= ContractReader.sizeLimit
        else { continue }
        read(Path.bytes(file).flatMap { JSON.parse($0) }, in: Path.parent(file))
      }
    }

    private func names(in json: JSON) -> [String] {
      switch json.kind {
      case .array(let elements): return elements.flatMap(names)
      case .object(let object):
        return object.members.flatMap { member -> [String] in
          guard let text = member.value.string else { return names(in: member.value) }
          guard ["file", "extends", "$ref", "$schema", "$jsonSchema"].contains(member.name) else { return [] }
          let path = text.prefix { $0 != "#" }
          return path.isEmpty || path.contains("://") ? [] : [String(path)]
        }
      case .null, .bool, .number, .string: return []
      }
    }
  }
}
