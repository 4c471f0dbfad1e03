package import ContractCore
import Foundation

/// A report in multiple files of a folder.
///
/// A list in the folder names them. So the next report removes those that it does not replace. Otherwise CI would count
/// scenarios that do not exist anymore. Other files in the folder are left alone.
package enum ReportFolder {
  static let list = ".contract-run-files"

  /// Writes the files, and creates missing folders. Paths are below the folder.
  ///
  /// - Throws: `ReportFile.Failure`, with the system's reason.
  package static func write(_ files: [(path: String, utf8: [UInt8])], to folder: String) throws(ReportFile.Failure) {
    let folder = folder.hasSuffix("/") ? folder : folder + "/"
    let before = (try? String(contentsOfFile: folder + list, encoding: .utf8)) ?? ""
    let paths = Set(files.map(\.path))
    let stale = before.split(separator: "\n").map(String.init).filter { !paths.contains($0) && isBelow($0) }
    // The list comes first, so that no file is without it if a later one cannot be written.
    try ReportFile.write(Array((stale + files.map(\.path)).map { $0 + "\n" }.joined().utf8), to: folder + list)
    for path in stale where isFile(folder + path) && unlink(folder + path) != 0 {
      throw ReportFile.Failure(path: folder + path, step: "remove", why: String(cString: strerror(errno)))
    }
    for (path, utf8) in files { try ReportFile.write(utf8, to: folder + path, isOneOfMany: true) }
  }

  private static func isFile(_ path: String) -> Bool {
    var info = stat()
    return lstat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFREG
  }

  /// Whether a path of a list is one that a report can have. The list is a file that anybody may change.
  private static func isBelow(_ path: String) -> Bool {
    path.hasSuffix(".xml") && !path.hasPrefix("/") && !path.split(separator: "/").contains("..")
  }
}
