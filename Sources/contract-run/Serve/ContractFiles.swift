import ContractCore
import Synchronization

/// The files behind a mock backend: reads them, and reads them again when one of them is another.
final class ContractFiles: Sendable {
  /// What the user named: contracts, and folders that are searched.
  private let paths: [String]
  /// The folders that contract names are counted from.
  private let specs: [String]

  private struct State {
    var stamps: [String: Stamp] = [:]
    /// The data files that contracts name, as of the last reading.
    var data: Set<String> = []
    /// The contracts in force.
    var contracts: [Contract] = []
  }

  private let state = Mutex(State())

  /// What tells two versions of a file apart.
  private struct Stamp: Equatable {
    var modified: Date?
    var size: UInt64?
    var number: UInt64?
  }

  init(paths: [String], specs: [String]) { (self.paths, self.specs) = (paths, specs) }

  /// Reads everything for the first time.
  func load() -> ContractSet {
    state.withLock { state in
      read(&state)
    }
  }

  /// What the files came to when they were read again.
  struct Change {
    var contracts: [Contract]
    var diagnostics: [Diagnostic]
  }

  /// Reads everything again where a file was changed, added or taken away; nil where none was.
  ///
  /// A file with errors keeps its contract as it was before, as long as the file is there.
  func changed() -> Change? {
    state.withLock { state in
      if stamps(state.data) == state.stamps { return nil }
      let known = state.contracts
      let set = read(&state)
      let broken = Set(set.diagnostics.filter { $0.severity == .error }.map(\.range.source.path))
      let kept = known.filter { broken.contains($0.source.path) }
      state.contracts = (set.contracts.filter { !broken.contains($0.source.path) } + kept).sorted {
        $0.source.path < $1.source.path
      }
      return Change(contracts: state.contracts, diagnostics: set.diagnostics)
    }
  }

  // MARK: What is looked at

  @discardableResult
  private func read(_ state: inout State) -> ContractSet {
    // Looked at before the files are read: what is written meanwhile is seen the next time.
    let contracts = stamps([])
    state.data = Set(contracts.keys.flatMap(Self.dataFiles))
    state.stamps = stamps(state.data)
    for (path, stamp) in contracts { state.stamps[path] = stamp }
    let set = ContractSet.load(paths, below: specs)
    state.contracts = set.contracts
    return set
  }

  private func stamps(_ data: Set<String>) -> [String: Stamp] {
    var stamps: [String: Stamp] = [:]
    for path in paths { look(at: path, isNamed: true, &stamps) }
    for path in data { stamps[path] = Self.stamp(path) }
    return stamps
  }

  /// Takes note of a contract, or of every contract in a folder, as the search for contracts goes: nothing hidden.
  private func look(at path: String, isNamed: Bool, depth: Int = 0, _ stamps: inout [String: Stamp]) {
    // Links in a circle end somewhere.
    guard depth < 32 else { return }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return }
    if !isFolder.boolValue {
      if isNamed || path.hasSuffix(".contract.json") { stamps[path] = Self.stamp(path) }
      return
    }
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] where !name.hasPrefix(".") {
      look(at: "\(path)/\(name)", isNamed: false, depth: depth + 1, &stamps)
    }
  }

  private static func stamp(_ path: String) -> Stamp {
    let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: real)
    return Stamp(
      modified: attributes?[.modificationDate] as? Date, size: (attributes?[.size] as? NSNumber)?.uint64Value,
      number: (attributes?[.systemFileNumber] as? NSNumber)?.uint64Value)
  }

  /// The files that a contract names: whatever stands as a string under `file`, `$ref`, `$jsonSchema` or `extends`.
  private static func dataFiles(of path: String) -> [String] {
    let folder = Path.parent(Path.absolute(path))
    var files: [String] = []
    func search(_ json: JSON) {
      for element in json.array ?? [] { search(element) }
      for member in json.object?.members ?? [] {
        if ["file", "$ref", "$jsonSchema", "extends"].contains(member.name), let text = member.value.string {
          let file = String(text.prefix { $0 != "#" })
          if !file.isEmpty { files.append(file.hasPrefix("/") ? file : "\(folder)/\(file)") }
        } else {
          search(member.value)
        }
      }
    }
    if let bytes = FileManager.default.contents(atPath: path), let json = JSON.parse(Array(bytes)) { search(json) }
    return files
  }
}
