import Foundation

/// A report's file. It is written completely under another name and then renamed, so that no reader finds half of it.
package enum ReportFile {
  /// The path that stands for standard output.
  package static let standardOutput = "-"

  /// Why a report could not be written.
  package struct Failure: Error, Sendable, CustomStringConvertible {
    package var path: String
    /// What was attempted, such as `create the folder …` or `write`.
    package var step: String
    /// The system's message.
    package var why: String

    /// What went wrong, and what to do.
    package var description: String {
      "the report \(path) cannot be written: failed to \(step): \(why); choose another path, or make this one writable"
    }

    package init(path: String, step: String, why: String) {
      (self.path, self.step, self.why) = (path, step, why)
    }
  }

  /// Writes a report, and creates missing folders above it.
  ///
  /// The path `-` stands for standard output. A path to a device or a pipe (`/dev/stdout`) is written to directly. A
  /// symbolic link is followed, even if its target does not exist yet.
  ///
  /// - Parameter isOneOfMany: Whether the caller removes what killed processes left in the folder, once for many files;
  ///   false by default.
  /// - Throws: `Failure`, with the system's reason. An earlier file at the path then stays unchanged.
  package static func write(_ bytes: [UInt8], to path: String, isOneOfMany: Bool = false) throws(Failure) {
    try write(to: path, isOneOfMany: isOneOfMany) { $0(bytes) }
  }

  /// Writes a report in pieces, so that not all of it has to be in memory.
  ///
  /// - Parameter body: Passes each piece to its argument.
  /// - Throws: `Failure`, as for a report in one piece.
  package static func write(
    to path: String, isOneOfMany: Bool = false, _ body: (_ put: ([UInt8]) -> Void) -> Void
  ) throws(Failure) {
    if path == standardOutput {
      if let code = Descriptor.write(body, to: 1) { throw failure("on standard output", "write", code) }
      return
    }
    var info = stat()
    let isThere = stat(path, &info) == 0
    if isThere, info.st_mode & S_IFMT == S_IFDIR {
      throw Failure(path: path, step: "write", why: String(cString: strerror(EISDIR)))
    }
    if isThere, info.st_mode & S_IFMT != S_IFREG { return try put(body, into: path) }
    guard let file = FileSystem.target(path) else { throw failure(path, "follow the link") }
    try makeFolder(FileSystem.parent(file), for: path)
    if !isOneOfMany { AtomicFile.removeLeftovers(in: FileSystem.parent(file)) }
    do throws(AtomicFile.Failure) {
      try AtomicFile.write(to: file, body)
    } catch {
      throw Failure(path: path, step: error.step.rawValue, why: error.why)
    }
  }

  /// How much is written to try out a folder: as much as most of what follows.
  private static let triedSize = 1 << 20

  /// Tries to write a file into a folder, as an absolute path. Nothing is left of it.
  package static func tryOut(_ folder: String) throws(Failure) {
    let missing = FileSystem.upward(from: folder).prefix { FileSystem.kind($0) == .missing }
    defer { for folder in missing { rmdir(folder) } }
    try makeFolder(folder, for: folder)
    let path = FileSystem.join(folder, AtomicFile.temporaryName)
    do throws(AtomicFile.Failure) {
      try AtomicFile.write([UInt8](repeating: 0x78, count: triedSize), to: path, isSynced: true)
    } catch {
      throw Failure(path: folder, step: error.step.rawValue, why: error.why)
    }
    unlink(path)
  }

  /// Writes to a device or a pipe. A pipe must have a reader already: to wait for one could take forever.
  private static func put(_ body: (_ put: ([UInt8]) -> Void) -> Void, into path: String) throws(Failure) {
    let descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    if descriptor < 0, errno == ENXIO {
      throw Failure(path: path, step: "open the pipe", why: "no program has opened it to read")
    }
    if descriptor < 0 { throw failure(path, "open") }
    defer { close(descriptor) }
    // A reader may be slower than the writer.
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    if let code = Descriptor.write(body, to: descriptor) { throw failure(path, "write", code) }
  }

  private static func failure(_ path: String, _ step: String, _ code: Int32 = errno) -> Failure {
    Failure(path: path, step: step, why: String(cString: strerror(code)))
  }

  /// Creates a folder and its missing parents. Foundation's own function does not report why it failed.
  private static func makeFolder(_ folder: String, for path: String) throws(Failure) {
    var info = stat()
    if stat(folder, &info) == 0 {
      if info.st_mode & S_IFMT == S_IFDIR { return }
      throw Failure(path: path, step: "create the folder \(folder)", why: String(cString: strerror(ENOTDIR)))
    }
    let parent = FileSystem.parent(folder)
    if parent != folder { try makeFolder(parent, for: path) }
    if mkdir(folder, 0o777) != 0, errno != EEXIST { throw failure(path, "create the folder \(folder)") }
  }
}
