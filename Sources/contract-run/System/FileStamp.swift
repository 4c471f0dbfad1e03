import ContractCore
import Foundation

/// The properties in which two versions of a file differ.
struct FileStamp: Equatable {
  /// nil if there is no file.
  private let status: Platform.Status?
  /// Whether the file was written long enough before it was looked at. File times have a limited resolution, so two
  /// writes within one step may look the same.
  private var isSettled = true

  /// How many nanoseconds must have passed since the last write before a file counts as settled.
  private static let settling: Int64 = 50_000_000

  /// Looks at a file, with links followed.
  ///
  /// - Parameter read: The time when the file was read, or earlier, in nanoseconds since 1970. By default the current
  ///   time, for a file that is read after this.
  init(_ path: String, readSince read: Int64 = now) { self.init(Platform.status(of: path), readSince: read) }

  /// - Parameter status: What is known about the file; nil if there is none.
  fileprivate init(_ status: Platform.Status?, readSince read: Int64) {
    self.status = status
    guard let status else { return }
    let age = read - max(status.modified, status.changed)
    isSettled = age > Self.settling || age < -Self.settling
  }

  /// The current time, in nanoseconds since 1970.
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The same stamp, treated as settled.
  var settled: FileStamp { copy(of: self) { $0.isSettled = true } }
}

/// The stamps of files, by path.
typealias FileStamps = [String: FileStamp]

extension FileStamps {
  /// Records a file, or the files in a folder and in those below it. Like the search for contracts, it skips hidden
  /// ones.
  ///
  /// - Parameter accepts: Whether a file that is found, or a folder, is of interest. A file that is named always is.
  mutating func add(_ path: String, accepts: (String, Platform.Status) -> Bool) {
    add(path, now: FileStamp.now, above: [], accepts)
  }

  /// - Parameter above: The folders that the path leads through.
  private mutating func add(
    _ path: String, now: Int64, above: [[UInt64]], _ accepts: (String, Platform.Status) -> Bool
  ) {
    guard above.count < 32, let status = Platform.status(of: path) else { return }
    if !above.isEmpty, !accepts(path, status) { return }
    guard status.isFolder else {
      self[path] = FileStamp(status, readSince: now)
      return
    }
    // Two links to a folder around them would otherwise lead to more paths than anybody can look at.
    if above.contains(status.identity) { return }
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] where !name.hasPrefix(".") {
      add(path == "." ? name : "\(path)/\(name)", now: now, above: above + [status.identity], accepts)
    }
  }

  /// The paths of the files that were changed, added or removed since another list.
  func changes(since other: FileStamps) -> Set<String> {
    if self == other { return [] }
    return Set(keys.filter { self[$0]?.settled != other[$0]?.settled }).union(other.keys.filter { self[$0] == nil })
  }
}
