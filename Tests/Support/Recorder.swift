import Foundation
import Synchronization

/// The writer of texts that tests expect in files and on pages.
///
/// All places refer to the files as they were when the tests began. So the recorder reads each file once, collects the
/// changes, and always builds the whole file from the original.
final class Recorder: Sendable {
  /// The recorder of this process. It is on if the environment has CONTRACTKIT_RECORD=1.
  static let shared = Recorder(isOn: ProcessInfo.processInfo.environment["CONTRACTKIT_RECORD"] == "1")

  /// The reason why a text was not recorded.
  struct Conflict: Error, Equatable, CustomStringConvertible {
    var description: String { "another test expects something else of the same place" }
  }

  private struct File {
    var original: [UInt8]
    var edits: [(range: Range<Int>, bytes: [UInt8])] = []

    var edited: [UInt8] {
      var result: [UInt8] = []
      var end = 0
      for (range, bytes) in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
        result += original[end..<range.lowerBound] + bytes
        end = range.upperBound
      }
      return result + original[end...]
    }
  }

  let isOn: Bool
  private let files = Mutex([String: File]())

  init(isOn: Bool) { self.isOn = isOn }

  /// Returns a file as it was before anything was recorded.
  func original(_ path: String) throws -> [UInt8] {
    try files.withLock { files in
      let file = try files[path] ?? File(original: Array(try Data(contentsOf: URL(fileURLWithPath: path))))
      files[path] = file
      return file.original
    }
  }

  /// Replaces a range of a file with bytes. Creates the file if there is none.
  func record(_ bytes: [UInt8], at range: Range<Int>, of path: String) throws {
    try files.withLock { files in
      var file = files[path] ?? File(original: [])
      if let other = file.edits.first(where: { $0.range.overlaps(range) || $0.range == range }) {
        guard other.range == range, other.bytes == bytes else { throw Conflict() }
        return
      }
      file.edits.append((range, bytes))
      files[path] = file
      let url = URL(fileURLWithPath: path)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(file.edited).write(to: url, options: .atomic)
    }
  }
}
