/// A contract file that was found, with the path to show, its location, and its name.
package struct ContractFile {
  package static let ending = ".contract.json"

  /// The path as the user named it, relative to the current folder if possible.
  var path: String
  /// The absolute path.
  var location: String
  /// The absolute path of the folder that the name is relative to. The contract's data files are below it.
  var root: String
  /// Whether the list of its folder shows that it is a plain file, and not a link to one.
  var isPlain = false

  package init(path: String, location: String, root: String, isPlain: Bool = false) {
    (self.path, self.location, self.root, self.isPlain) = (path, location, root, isPlain)
  }

  /// The path below the root, without its ending.
  var name: String {
    let below = FileSystem.below(root, location) ?? FileSystem.last(location)
    return below.hasSuffix(Self.ending) ? String(Substring(below.utf8.dropLast(Self.ending.utf8.count))) : below
  }

  /// Finds the contracts that some paths lead to, each once. A file with multiple names, because of links, is a contract
  /// for each name.
  static func find(_ paths: [String], below specs: [String]) -> (files: [ContractFile], diagnostics: [Diagnostic]) {
    var search = Search(specs: specs.map(FileSystem.absolute))
    for path in paths { search.follow(path) }
    return (search.files, search.diagnostics)
  }

  private struct Search {
    var specs: [String]
    /// The current folder, looked up once.
    let here = FileSystem.here
    /// How often a folder is searched for one path. Folders with links to each other would lead to more paths than anybody
    /// can look at.
    private static let searchLimit = 100
    var files: [ContractFile] = []
    var diagnostics: [Diagnostic] = []
    /// The locations of the contracts that were found.
    var seen: Set<String> = []
    /// The same with links resolved, each with a name that it has.
    var named: Set<[String]> = []
    /// How often each folder was searched for one path, by its real location.
    var searches: [String: Int] = [:]

    mutating func follow(_ path: String) {
      let location = FileSystem.absolute(path)
      switch FileSystem.kind(location) {
      case .folder:
        var found = false
        searches = [:]
        search(location, from: location, above: [], found: &found)
        if !found { note(ContractProblem.noContracts, path) }
      case .file where path.hasSuffix(ContractFile.ending):
        let shown = FileSystem.below(here, location) ?? location
        let root = root(of: location) ?? FileSystem.parent(location)
        add(ContractFile(path: shown, location: location, root: root), real: FileSystem.real(location))
      case .file: note(ContractProblem.noContracts, path)
      case .missing: note(FileProblem.unreadable(why: "no such file or folder"), path)
      }
    }

    /// - Parameter real: The file's location with every link resolved.
    private mutating func add(_ file: ContractFile, real: String) {
      guard seen.insert(file.location).inserted, named.insert([real, file.name]).inserted else { return }
      files.append(file)
    }

    /// - Parameters:
    ///   - above: The real locations of the folders that the path leads through. They stop the search at circular links.
    ///   - found: Set to true if there is a contract, even one that was found before.
    private mutating func search(_ folder: String, from root: String, above: [String], found: inout Bool) {
      let real = FileSystem.real(folder)
      if above.contains(real) { return }
      searches[real, default: 0] += 1
      guard searches[real, default: 0] <= Self.searchLimit else {
        if searches[real] == Self.searchLimit + 1 {
          note(
            FileProblem.unreadable(why: "more than \(Self.searchLimit) paths of links lead to this folder"),
            FileSystem.shown(folder))
        }
        return
      }
      guard let entries = FileSystem.entries(of: folder) else {
        note(FileProblem.unreadable(why: "the files in this folder cannot be listed"), FileSystem.shown(folder))
        return
      }
      // These values are the same for every file in the folder.
      let any = FileSystem.join(folder, "_")
      let shown = String((FileSystem.below(here, any) ?? any).dropLast())
      let ownRoot = self.root(of: any) ?? root
      for entry in entries where !entry.name.hasPrefix(".") {
        let location = FileSystem.join(folder, entry.name)
        let (kind, isLink) = entry.kind(at: location)
        let isContract = entry.name.hasSuffix(ContractFile.ending)
        switch kind {
        case .folder: search(location, from: root, above: above + [real], found: &found)
        case .file where isContract:
          found = true
          add(
            ContractFile(path: shown + entry.name, location: location, root: ownRoot, isPlain: entry.isPlainFile),
            real: isLink ? FileSystem.real(location) : FileSystem.join(real, entry.name))
        case .missing where isContract:
          found = true
          // Multiple links may lead to the folder.
          if seen.insert(FileSystem.join(real, entry.name)).inserted {
            note(FileProblem.unreadable(why: "the target of the link does not exist"), FileSystem.shown(location))
          }
        case .file, .missing: continue
        }
      }
    }

    /// Returns the first of the specs folders that contains a file; nil if none does.
    private func root(of location: String) -> String? { specs.first { FileSystem.below($0, location) != nil } }

    private mutating func note(_ problem: any Diagnostic.Problem, _ path: String) {
      diagnostics.append(Diagnostic(problem, at: SourceRange(file: path)))
    }
  }
}

extension SourceRange {
  /// Makes the place of a file whose text nobody has read.
  package init(file path: String) { self.init(source: Source(path: path, bytes: []), start: 0, end: 0) }
}

extension Contract {
  /// Returns the name that the contract has below the first of some folders that contains it.
  ///
  /// - Parameter roots: Absolute paths.
  package func name(below roots: [String]) -> String {
    let location = FileSystem.absolute(source.path)
    let root = roots.first { FileSystem.below($0, location) != nil } ?? FileSystem.parent(location)
    return ContractFile(path: source.path, location: location, root: root).name
  }
}
