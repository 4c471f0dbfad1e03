import ContractCore

/// The check for files beside contracts that no contract names: left over or misspelled.
enum UnnamedFiles {
  /// The names that mark a project. A folder that contains one of them has contracts somewhere in it, but is not itself
  /// a folder of contracts.
  private static let projects = [".git", "contract-run.json", "Package.swift", "package.json"]
  /// The beginnings of names of files that belong to a folder rather than to contracts.
  private static let beginnings = ["readme", "license", "licence", "copying", "notice", "changelog", "build.bazel"]

  /// Returns a warning for each file that no contract names.
  ///
  /// - Parameters:
  ///   - paths: The folders to search. A contract that is named directly has no files beside it.
  ///   - set: The contracts that were found there.
  ///   - others: Returns further contracts that may name files there.
  static func diagnostics(in paths: [String], of set: ContractSet, others: () -> ContractSet) -> [Diagnostic] {
    var search = Search()
    for path in paths.map(FileSystem.absolute) where FileSystem.kind(path) == .folder {
      search.look(into: path, isBeside: nil)
    }
    var files = search.files
    remove(set, from: &files)
    if !files.isEmpty { remove(others(), from: &files) }
    return files.sorted().map { file in
      Diagnostic(
        .unnamedFile(looksLikeContract: contractName(FileSystem.last(file))),
        at: SourceRange(file: FileSystem.shown(file)))
    }
  }

  private static func remove(_ set: ContractSet, from files: inout Set<String>) {
    files.subtract(set.files)
    if files.isEmpty { return }
    var schemas = EditorSchemas()
    for contract in set.contracts {
      schemas.read(contract.source.bytes, in: FileSystem.parent(FileSystem.absolute(contract.source.path)))
    }
    // Some files may be named by another path to the same place.
    let real = Set(set.files.union(schemas.files).map(FileSystem.real))
    files = files.filter { !real.contains(FileSystem.real($0)) }
  }

  /// Returns the name that a file was probably meant to have; nil if it does not look like a contract.
  private static func contractName(_ name: String) -> String? {
    let parts = name.lowercased().split { ".-_ ".contains($0) }
    guard let index = parts.firstIndex(where: { $0.hasPrefix("contract") }), index > 0 else { return nil }
    return parts[..<index].joined(separator: "-") + ContractFile.ending
  }

  /// A search through folders that follows the same rules as the search for contracts.
  private struct Search {
    var files: Set<String> = []
    private var visited: Set<String> = []

    /// - Parameter isBeside: Whether a folder around this one holds a contract; nil if that does not matter because
    ///   everything here belongs to contracts.
    mutating func look(into folder: String, isBeside: Bool?) {
      guard visited.insert(FileSystem.real(folder)).inserted,
        let entries = FileSystem.entries(of: folder)
      else { return }
      var isBeside = isBeside
      if entries.contains(where: { UnnamedFiles.projects.contains($0.name) }) { isBeside = false }
      if isBeside == false, entries.contains(where: { $0.name.hasSuffix(ContractFile.ending) }) { isBeside = true }
      for entry in entries where !entry.name.hasPrefix(".") {
        // Most entries are contracts, and plain files.
        if entry.isPlainFile, isBeside == false || UnnamedFiles.isLeftAlone(entry.name) { continue }
        let location = FileSystem.join(folder, entry.name)
        switch entry.kind(at: location).kind {
        case .folder: look(into: location, isBeside: isBeside)
        case .file where isBeside != false && !UnnamedFiles.isLeftAlone(entry.name): files.insert(location)
        case .file, .missing: continue
        }
      }
    }
  }

  private static func isLeftAlone(_ name: String) -> Bool {
    if name.hasSuffix(ContractFile.ending) || projects.contains(name) { return true }
    let name = name.lowercased()
    return beginnings.contains { name.hasPrefix($0) } || name.hasSuffix(".md")
  }
}

/// The schemas that contracts name in `$schema` for editors, and the files that those refer to. Reading contracts does
/// not read them.
private struct EditorSchemas {
  private(set) var files: Set<String> = []

  mutating func read(_ bytes: [UInt8], in folder: String) {
    for path in JSON.parse(bytes).map(names) ?? [] {
      let file = FileSystem.absolute(path.hasPrefix("/") ? path : folder + "/" + path)
      guard files.insert(file).inserted, let bytes = try? FileSystem.bytes(file, upTo: Documents.sizeLimit) else {
        continue
      }
      read(bytes, in: FileSystem.parent(file))
    }
  }

  private func names(in json: JSON) -> [String] {
    json.children.flatMap { name, value -> [String] in
      guard let text = value.string else { return names(in: value) }
      guard name == "$schema" || name == "$ref" else { return [] }
      let path = String(text.prefix { $0 != "#" })
      return path.isEmpty || path.contains("://") || path.utf8.contains(0) ? [] : [path]
    }
  }
}
