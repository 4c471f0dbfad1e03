import Foundation

/// A file that is written completely under another name and then renamed, so that no reader finds half of it.
package enum AtomicFile {
  /// Why a file could not be written.
  package struct Failure: Error, Equatable, Sendable {
    package enum Step: String, Sendable { case open, write, sync, rename, compare }

    package var step: Step
    /// The system's number for the cause.
    var code: Int32
    /// The system's message.
    package var why: String { String(cString: strerror(code)) }
  }

  /// Writes a file. An earlier file at the path is replaced; its mode stays, and its owner if the system allows that. Its
  /// other names, which are hard links, keep the earlier bytes.
  ///
  /// - Parameters:
  ///   - path: An absolute path in a folder that exists. A link at the path is replaced, not followed.
  ///   - expected: The bytes that the earlier file must still have when it is replaced; nil, as by default, for any.
  ///   - isSynced: Whether the bytes are on the disk before they replace the earlier file. This takes milliseconds.
  /// - Throws: `Failure`. The earlier file then stays unchanged.
  package static func write(
    _ bytes: [UInt8], to path: String, replacing expected: [UInt8]? = nil, isSynced: Bool = false
  ) throws(Failure) {
    try write(to: path, replacing: expected, isSynced: isSynced) { $0(bytes) }
  }

  /// Writes a file in pieces, so that not all of it has to be in memory.
  ///
  /// - Parameter body: Passes each piece to its argument.
  static func write(
    to path: String, replacing expected: [UInt8]? = nil, isSynced: Bool = false,
    _ body: ((_ put: ([UInt8]) -> Void) -> Void)
  ) throws(Failure) {
    var earlier = stat()
    let isThere = stat(path, &earlier) == 0
    let (temporary, descriptor) = try create(in: FileSystem.parent(path))
    do throws(Failure) {
      defer { close(descriptor) }
      if isThere {
        // Changing the owner may clear parts of the mode. Most users may not change it.
        _ = fchown(descriptor, earlier.st_uid, earlier.st_gid)
        if fchmod(descriptor, earlier.st_mode & 0o7777) != 0 { throw failure(.open) }
      }
      if let code = Descriptor.write(body, to: descriptor) { throw Failure(step: .write, code: code) }
      if isSynced, fsync(descriptor) != 0 { throw failure(.sync) }
      // Somebody may have saved the file while this one was being written.
      if let expected, FileSystem.bytes(path) != expected { throw Failure(step: .compare, code: 0) }
      if rename(temporary, path) != 0 { throw failure(.rename) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  static func failure(_ step: Failure.Step) -> Failure { Failure(step: step, code: errno) }
}
