import ContractCore
import Foundation

/// The files on which the results of a run depend: the configuration, the contracts and what they name, and the sources
/// of the clients.
///
/// They are looked at again and again, because that works in the same way on every platform, on network drives and in
/// containers. The pauses grow with the number of files, so that this takes at most a tenth of one processor.
struct WatchedFiles {
  private let arguments: Arguments
  private let environment: [String: String]
  private let processes: Processes
  private let interruption: Interruption?
  private var configuration: Configuration?
  /// The contracts and folders of contracts.
  private var paths: [String] = []
  /// The folders that contract names are relative to.
  private var specs: [String] = []
  private var data: Set<String> = []
  /// What is not a source: the paths that git ignores, and reports.
  private var ignored: Set<String> = []

  private enum Kind {
    /// The configuration and the file of what people accepted.
    case settings
    case contracts, data
    /// Everything else below the folder of the configuration.
    case sources
  }

  private var stamps: [Kind: FileStamps] = [:]
  /// How many milliseconds to wait before the files are looked at again.
  private(set) var pause: Int32 = 30

  var count: Int { stamps.values.reduce(0) { $0 + $1.count } }

  /// Whether a run can only fail if its driver was there. Otherwise another client, an accepted entry or missing
  /// coverage may have failed the run.
  var failureNeedsDriver: Bool {
    guard arguments.driver == nil, let configuration else { return true }
    let clients = (try? configuration.clients(chosenBy: arguments)) ?? configuration.clients
    return clients.count == 1 && configuration.accepted == nil && clients[0].requirement == nil
  }

  /// - Parameter interruption: What ends the wait for git; nil, as by default, for nothing.
  init(
    _ arguments: Arguments, _ configuration: Configuration?, _ environment: [String: String], _ processes: Processes,
    _ interruption: Interruption? = nil
  ) {
    (self.arguments, self.configuration, self.environment) = (arguments, configuration, environment)
    (self.processes, self.interruption) = (processes, interruption)
    readConfiguration()
    readContracts()
    ignored = ignoredPaths()
    stamps = look()
  }

  // MARK: Changes

  /// Files that changed, and what has to run because of them.
  struct Change {
    /// The paths, sorted.
    var paths: [String]
    var work: WatchWork
  }

  /// Returns what changed since the last call; nil if nothing did that matters.
  mutating func change() -> Change? {
    let begin = ContinuousClock.now
    let (old, new) = (stamps, look())
    pause = max(30, Int32(clamping: Int64((ContinuousClock.now - begin) / .milliseconds(1)) * 10))
    if old == new { return nil }
    stamps = new
    var changed: Set<String> = []
    var work: WatchWork?
    func add(_ paths: Set<String>, _ scenarios: WatchWork.Scenarios, builds: Bool = false) {
      changed.formUnion(paths)
      let more = WatchWork(scenarios: scenarios, builds: builds)
      if work?.add(more) == nil { work = more }
    }
    func changes(_ kind: Kind) -> Set<String> { new[kind, default: [:]].changes(since: old[kind, default: [:]]) }
    let settings = changes(.settings)
    if !settings.isEmpty {
      readConfiguration()
      add(settings, .all, builds: true)
    }
    let contracts = changes(.contracts)
    if !contracts.isEmpty {
      // What a contract that is gone did cannot be run again, but a full run may need it.
      let isThere = contracts.allSatisfy { new[.contracts]?[$0] != nil }
      add(contracts, isThere ? .contracts(contracts) : .all)
    }
    let data = changes(.data)
    if !data.isEmpty {
      let all = (new[.contracts] ?? [:]).keys
      let naming = all.filter { !ContractSet.load([$0], below: specs).files.isDisjoint(with: data) }
      add(data, .contracts(Set(naming)))
    }
    var sources = changes(.sources)
    if !sources.isEmpty {
      ignored = ignoredPaths()
      sources = sources.filter { path in
        !ignored.contains(path)
          && !path.indices.contains { path[$0] == "/" && ignored.contains(String(path[..<$0])) }
      }
      if !sources.isEmpty { add(sources, .all, builds: true) }
    }
    if !settings.isEmpty || !contracts.isEmpty || !data.isEmpty { readContracts() }
    // What is watched now for the first time has not changed. Other files may have changed again.
    stamps = look().merging(new) { current, earlier in
      current.merging(earlier.filter { current[$0.key] != nil }) { $1 }
    }
    return work.map { Change(paths: changed.sorted(), work: $0) }
  }

  private func look() -> [Kind: FileStamps] {
    var (settings, contracts, data, sources) = (FileStamps(), FileStamps(), FileStamps(), FileStamps())
    for path in settingsFiles { settings[path] = FileStamp(path) }
    for path in paths { contracts.add(path) { $1.isFolder || $0.hasSuffix(".contract.json") } }
    for path in self.data { data[path] = FileStamp(path) }
    let folders = Set(paths.compactMap(inFolder))
    // `contract-run --watch > log` would otherwise see each of its own lines as a change.
    let outputs = [1, 2].compactMap { Platform.status(of: $0)?.number }
    sources.add(folder) { path, status in
      if ignored.contains(path) || path.hasSuffix(".contract.json") || outputs.contains(status.number) { return false }
      return status.isFolder ? !folders.contains(path) && FileSystem.last(path) != "node_modules" : true
    }
    for path in settingsFiles { sources[path] = nil }
    for path in self.data { sources[FileSystem.shown(path)] = nil }
    if let program = arguments.driver?.first, program.contains("/") { sources[program] = FileStamp(program) }
    return [.settings: settings, .contracts: contracts, .data: data, .sources: sources]
  }

  // MARK: What is watched

  /// The folder whose files count as sources: that of the configuration.
  private var folder: String { configuration?.folder ?? "." }

  private var settingsFiles: [String] {
    guard let configuration else { return [] }
    return [configuration.path] + (configuration.accepted.map { [$0.value] } ?? [])
  }

  /// Reads the configuration again. One with mistakes changes nothing, and the run that follows prints them.
  private mutating func readConfiguration() {
    configuration = configuration.map { Configuration.read($0.path).configuration ?? $0 }
    let clients = configuration.flatMap { try? $0.clients(chosenBy: arguments) } ?? []
    paths = arguments.paths.isEmpty ? clients.flatMap(\.specs) : arguments.paths
    if paths.isEmpty { paths = configuration?.allSpecs ?? [] }
    specs = configuration?.allSpecs ?? paths
  }

  private mutating func readContracts() { data = ContractSet.load(paths, below: specs).files }

  /// Returns the paths that git ignores, folders without what is in them, and the reports that each run writes.
  private func ignoredPaths() -> Set<String> {
    let reports =
      (configuration?.reports ?? []).map(\.path)
      + arguments.all(.report).compactMap { $0.split(separator: "=", maxSplits: 1).last.map(String.init) }
    let git = Program(
      command: ["git", "-C", folder, "ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z"],
      environment: environment, limit: Self.gitLimit
    ) { [interruption] in interruption?.signal != nil }
    var names: [Substring] = []
    do throws(Program.Failure) {
      names = String(decoding: try git.run(processes).output, as: UTF8.self).split(separator: "\0")
    } catch {
      if case .timedOut = error {
        StandardError.print("note: \(git.lateness); until it does, changes of files that it ignores start runs, too")
      }
    }
    let ignored = names.map { prefix + ($0.hasSuffix("/") ? $0.dropLast() : $0) }
    return Set(ignored + reports.compactMap(inFolder))
  }

  /// How many seconds git may take.
  private static let gitLimit = 10.0

  private var prefix: String { folder == "." ? "" : "\(folder)/" }

  /// Returns a path as the search for sources finds it; nil if it is not in the folder.
  private func inFolder(_ path: String) -> String? {
    FileSystem.below(FileSystem.absolute(folder), FileSystem.absolute(path)).map { prefix + $0 }
  }
}
