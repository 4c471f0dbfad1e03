import ContractCore
import Foundation

/// A recording that could not be imported, in a file that only its user can read.
enum KeptRecording {
  /// Writes an archive into a new folder. Returns its path.
  ///
  /// - Parameter places: Where the folder may be. The first place that works is used.
  /// - Throws: `Failure`, if none works.
  static func write(_ archive: [UInt8], in places: [String]) throws(Failure) -> String {
    var reasons: [String] = []
    for place in places {
      var template = Array("\(place)/contract-run-XXXXXX".utf8CString)
      guard mkdtemp(&template) != nil else {
        reasons.append("\(place): \(Platform.message(errno))")
        continue
      }
      let folder = template.dropLast().withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
      let path = "\(folder)/session.har"
      do throws(AtomicFile.Failure) {
        try AtomicFile.write(archive, to: path, isSynced: true)
        return path
      } catch {
        reasons.append("\(place): failed to \(error.step.rawValue): \(error.why)")
        rmdir(folder)
      }
    }
    throw Failure(reasons: reasons)
  }

  struct Failure: Error {
    /// One for each place.
    var reasons: [String]
  }

  /// The places that are tried. If one disk is full, another one may have room.
  static func places(_ environment: [String: String]) -> [String] {
    [
      FileManager.default.temporaryDirectory.path, "/tmp", "/var/tmp", "/dev/shm", environment["HOME"] ?? "",
      FileSystem.here,
    ].filter { FileSystem.kind($0) == .folder }.uniqued()
  }
}
