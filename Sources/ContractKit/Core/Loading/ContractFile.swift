/// A contract file that was found: how it is shown, where it is, and what it is called.
struct ContractFile {
  static let ending = ".contract.json"

  /// As the user named it, relative to the current folder where possible.
  var path: String
  /// Absolute.
  var location: String
  /// The folder that its name is counted from, and that its data files lie below; absolute.
  var root: String

  /// The path below the root without its ending.
  var name: String {
    let below = Path.below(root, location) ?? Path.last(location)
    return below.hasSuffix(Self.ending) ? String(Substring(below.utf8.dropLast(Self.ending.utf8.count))) : below
  }

  /// Finds the contracts that some paths lead to, each once.
  static func find(
    _ paths: [String], below specs: [String]
  ) -> (files: [ContractFile], diagnostics: [Diagnostic]) {
    var search = Search(specs: specs.map(Path.absolute))
    for path in paths { search.follow(path) }
    return (search.files, search.diagnostics)
  }

  /// A search in progress.
  private struct Search {
    var specs: [String]
    /// The current folder, asked for once.
    private let here = Path.here
    var files: [ContractFile] = []
    var diagnostics: [Diagnostic] = []
    /// The real locations of what was found.
    private var seen: Set<String> = []
    /// The real locations of the folders that were searched for one path: links in a circle end here.
    private var visited: Set<String> = []

    init(specs: [String]) { self.specs = specs }

    mutating func follow(_ path: String) {
      let location = Path.absolute(path)
      switch Path.kind(location) {
      case .folder:
        var found = false
        visited = []
        search(location, from: location, found: &found)
        if !found { note(.broken(.noContracts), path) }
      case .file where path.hasSuffix(ContractFile.ending):
        add(location, from: Path.parent(location), real: Path.real(location))
      case .file: note(.broken(.noContracts), path)
      case .missing: note(.unreadable(why: "there is no such file or folder"), path)
      }
    }

    /// - Parameter found: Set where there is a contract, even one that was found before.
    private mutating func search(_ folder: String, from root: String, found: inout Bool) {
      let real = Path.real(folder)
      guard visited.insert(real).inserted else { return }
      let names: [String]
      do {
        names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      } catch {
        note(.unreadable(why: "the folder's list of files was refused"), Path.shown(folder))
        return
      }
      for name in names where !name.hasPrefix(".") {
        let location = Path.join(folder, name)
        let (kind, isLink) = Path.entry(location)
        switch kind {
        case .folder: search(location, from: root, found: &found)
        case .file where name.hasSuffix(ContractFile.ending):
          found = true
          add(location, from: root, real: isLink ? Path.real(location) : Path.join(real, name))
        case .missing where name.hasSuffix(ContractFile.ending):
          found = true
          // Several links may lead to the folder.
          if seen.insert(Path.join(real, name)).inserted {
            note(.unreadable(why: "the link leads nowhere"), Path.shown(location))
          }
        case .file, .missing: continue
        }
      }
    }

    /// - Parameter real: The location with every link followed.
    private mutating func add(_ location: String, from root: String, real: String) {
      guard seen.insert(real).inserted else { return }
      let root = specs.first { Path.below($0, location) != nil } ?? root
      files.append(ContractFile(path: Path.below(here, location) ?? location, location: location, root: root))
    }

    private mutating func note(_ problem: Diagnostic.Problem, _ path: String) {
      let source = Source(path: path, bytes: [])
      diagnostics.append(Diagnostic(problem, at: SourceRange(source: source, start: 0, end: 0)))
    }
  }
}
