import ContractCore
import Foundation
import Synchronization

/// The files behind a mock backend: reads them, and reads them again when one of them is another.
final class ContractFiles: Sendable {
  /// What the user named: contracts, and folders that are searched.
  private let paths: [String]
  /// The folders that contract names are counted from.
  private let specs: [String]

  private struct State {
    var stamps: [String: Stamp] = [:]
    /// The files that contracts name, as of the last reading; some may not be there.
    var data: Set<String> = []
    /// The contracts in force.
    var contracts: [Contract] = []
    /// What was wrong with the files when they were read.
    var diagnostics: [Diagnostic] = []
    /// Until when files are not looked at again.
    var rest = ContinuousClock.now
  }

  /// Held while files are read again, by the main thread or by the thread of a request.
  private let state = Mutex(State())

  /// What tells two versions of a file apart.
  private struct Stamp: Equatable {
    var modified: Date?
    var size: UInt64?
    var number: UInt64?
    /// Whether the file was written long enough before it was looked at: the system's clock for files goes in steps, and
    /// what is written twice within one may look the same.
    var isSettled = true

    /// The same but for that.
    var settled: Stamp { Stamp(modified: modified, size: size, number: number) }
  }

  /// How long a file must not have been written to be settled, in seconds.
  private static let settling = 0.05
  /// A look at more files than this is followed by a rest, so that requests do not wait for it each time.
  private static let manyFiles = 500
  /// How long the rest is, in seconds.
  private static let pause = 0.5

  init(paths: [String], specs: [String]) { (self.paths, self.specs) = (paths, specs) }

  /// Reads everything for the first time.
  func load() -> ContractSet {
    state.withLock { read(&$0) }
  }

  /// What the files came to when they were read again.
  struct Change {
    var contracts: [Contract]
    var diagnostics: [Diagnostic]
    /// Whether a contract or what is wrong with it is other than before, or a data file may be.
    var isNews: Bool
  }

  /// Reads everything again where a file was changed, added or taken away; nil where none was.
  ///
  /// A file with errors keeps its contract as it was before, as long as the file is there.
  func changed() -> Change? {
    state.withLock { state in
      guard state.rest <= .now else { return nil }
      let stamps = stamps(state.data)
      if stamps.count > Self.manyFiles { state.rest = .now + .seconds(Self.pause) }
      if stamps == state.stamps { return nil }
      let isNews = stamps.mapValues(\.settled) != state.stamps.mapValues(\.settled)
      let (known, told) = (state.contracts, state.diagnostics)
      let set = read(&state)
      let broken = Set(set.diagnostics.filter { $0.severity == .error }.map(\.range.source.path))
      let right = set.contracts.filter { !broken.contains($0.source.path) }
      let paths = Set(right.map(\.source.path))
      // The mistake may stand in another file that the contract is made of.
      let kept = known.filter { contract in
        let path = contract.source.path
        return !paths.contains(path) && (broken.contains(path) || FileManager.default.fileExists(atPath: path))
      }
      state.contracts = (right + kept).sorted { $0.source.path < $1.source.path }
      let isSame =
        state.contracts.map(\.source.bytes) == known.map(\.source.bytes)
        && state.diagnostics.map(\.text) == told.map(\.text)
      return Change(contracts: state.contracts, diagnostics: set.diagnostics, isNews: isNews || !isSame)
    }
  }

  // MARK: What is looked at

  @discardableResult
  private func read(_ state: inout State) -> ContractSet {
    // Looked at before the files are read: what is written meanwhile is seen the next time.
    let start = Date()
    state.stamps = stamps(state.data)
    let set = ContractSet.load(paths, below: specs)
    for path in set.files.subtracting(state.data) { state.stamps[path] = Self.stamp(path, readSince: start) }
    for path in state.data.subtracting(set.files) { state.stamps[path] = nil }
    state.data = set.files
    state.contracts = set.contracts
    state.diagnostics = set.diagnostics
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

  /// - Parameter read: When the file was read, or earlier; now where it is read after this.
  private static func stamp(_ path: String, readSince read: Date = Date()) -> Stamp {
    let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: real)
    let modified = attributes?[.modificationDate] as? Date
    return Stamp(
      modified: modified, size: (attributes?[.size] as? NSNumber)?.uint64Value,
      number: (attributes?[.systemFileNumber] as? NSNumber)?.uint64Value,
      isSettled: modified.map { read.timeIntervalSince($0) > settling || $0.timeIntervalSinceNow > settling } ?? true)
  }
}
