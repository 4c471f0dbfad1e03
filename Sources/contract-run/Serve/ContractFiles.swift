import ContractCore
import Foundation
import Synchronization

/// The files behind a mock backend. It reads them, and reads them again when one of them has changed.
final class ContractFiles: Sendable {
  /// What the user named: contracts, and folders that are searched.
  private let paths: [String]
  /// The folders that contract names are relative to.
  private let specs: [String]

  private struct State {
    var stamps: FileStamps = [:]
    /// The files that contracts name, since the last reading. Some may not exist.
    var data: Set<String> = []
    var contracts: [Contract] = []
    var diagnostics: [Diagnostic] = []
    /// The time before which the files are not checked again.
    var rest = ContinuousClock.now
  }

  /// Locked while files are read again, by the main thread or by the thread of a request.
  private let state = Mutex(State())

  /// A check of more files than this is followed by a pause, so that not every request waits for it.
  private static let manyFiles = 500
  /// How long the pause is, in seconds.
  private static let pause = 0.5

  init(paths: [String], specs: [String]) { (self.paths, self.specs) = (paths, specs) }

  func load() -> ContractSet {
    state.withLock { read(&$0) }
  }

  /// The result of reading the files again.
  struct Change {
    var contracts: [Contract]
    var diagnostics: [Diagnostic]
    /// Whether a contract or its diagnostics differ from before, or a data file may differ.
    var isNews: Bool
  }

  /// Reads all files again if one was changed, added or removed. Otherwise returns nil.
  ///
  /// If a file has errors, its old contract stays in use as long as the file exists.
  func changed() -> Change? {
    state.withLock { state in
      guard state.rest <= .now else { return nil }
      let stamps = stamps(state.data)
      if stamps.count > Self.manyFiles { state.rest = .now + .seconds(Self.pause) }
      if stamps == state.stamps { return nil }
      let isNews = stamps.mapValues(\.settled) != state.stamps.mapValues(\.settled)
      let (known, reported) = (state.contracts, state.diagnostics)
      let set = read(&state)
      let broken = Set(set.diagnostics.filter { $0.severity == .error }.map(\.range.source.path))
      let right = set.contracts.filter { !broken.contains($0.source.path) }
      let paths = Set(right.map(\.source.path))
      // The mistake may be in another file that belongs to the contract.
      let kept = known.filter { contract in
        let path = contract.source.path
        return !paths.contains(path) && (broken.contains(path) || FileManager.default.fileExists(atPath: path))
      }
      state.contracts = (right + kept).sorted { $0.source.path < $1.source.path }
      let isSame =
        state.contracts.map(\.source.bytes) == known.map(\.source.bytes)
        && state.diagnostics.map(\.text) == reported.map(\.text)
      return Change(contracts: state.contracts, diagnostics: set.diagnostics, isNews: isNews || !isSame)
    }
  }

  // MARK: Checking the files

  @discardableResult
  private func read(_ state: inout State) -> ContractSet {
    // Checked before the files are read, so that a write in the meantime is noticed the next time.
    let start = FileStamp.now
    state.stamps = stamps(state.data)
    let set = ContractSet.load(paths, below: specs)
    for path in set.files.subtracting(state.data) { state.stamps[path] = FileStamp(path, readSince: start) }
    for path in state.data.subtracting(set.files) { state.stamps[path] = nil }
    state.data = set.files
    state.contracts = set.contracts
    state.diagnostics = set.diagnostics
    return set
  }

  private func stamps(_ data: Set<String>) -> FileStamps {
    var stamps: FileStamps = [:]
    for path in paths { stamps.add(path) { $1.isFolder || $0.hasSuffix(".contract.json") } }
    for path in data { stamps[path] = FileStamp(path) }
    return stamps
  }
}
