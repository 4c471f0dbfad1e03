package import ContractCore
import Foundation

/// The file that a source was read from.
package enum SourceFile {
  /// Why a file was not replaced. It then has the bytes that it had before.
  package enum Failure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The path does not lead to a file any more.
    case missing(path: String)
    /// The file has other bytes than when it was read.
    case changed(path: String)
    /// The file's mode or its file system does not allow writing.
    case readOnly(path: String)
    /// A step of writing failed, with the system's reason.
    case unwritable(path: String, step: String, why: String)

    /// What is wrong, and what to do.
    package var description: String {
      switch self {
      case .missing(let path): "\(path) was not changed: the file is gone; run the command again"
      case .changed(let path): "\(path) was not changed: somebody changed it after it was read; run the command again"
      case .readOnly(let path): "\(path) was not changed: it is read-only; make it writable"
      case .unwritable(let path, let step, let why):
        "\(path) was not changed: failed to \(step): \(why); check the permissions and the free space of its folder"
      }
    }
  }

  /// Replaces the bytes of a file. Its mode stays, and a symbolic link stays a link. The file has either the old bytes or the new
  /// ones, whenever somebody looks, and even if the process is killed.
  ///
  /// - Parameter source: The file as it was read. Nothing is replaced if the file has other bytes now, or already the new
  ///   ones.
  package static func replace(_ source: Source, with bytes: [UInt8]) throws(Failure) {
    let path = FileSystem.real(source.path)
    var info = stat()
    guard stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { throw .missing(path: source.path) }
    let current = FileSystem.bytes(path)
    // Two links can lead to one file, and its contract is then learned twice.
    if current == bytes { return }
    guard current == source.bytes else { throw .changed(path: source.path) }
    // For root, `access` allows everything. For others, the mode may allow writing only to the file's owner.
    guard info.st_mode & S_IWUSR != 0, access(path, W_OK) == 0 else { throw .readOnly(path: source.path) }
    do throws(AtomicFile.Failure) {
      try AtomicFile.write(bytes, to: path, replacing: source.bytes, isSynced: true)
    } catch {
      if error.step == .compare { throw .changed(path: source.path) }
      throw .unwritable(path: source.path, step: error.step.rawValue, why: error.why)
    }
  }
}
