import Foundation

extension FileSystem {
  /// The reason why the bytes of a file cannot be read.
  package enum ReadError: Error {
    /// There is no such file, it may not be read, or it is not a plain file: reading a pipe might never end.
    case unreadable
    /// The file has more bytes than the limit: this many.
    case tooLarge(Int)

    /// Returns the reason in words, for a file with the limit of documents.
    func why(for what: String) -> String {
      switch self {
      case .unreadable: "the file cannot be opened"
      case .tooLarge(let size): "it has \(size) bytes; the limit for \(what) is 64 MiB"
      }
    }
  }

  /// Returns a file's bytes, with links followed; nil if it cannot be read, or is not a plain file.
  package static func bytes(_ path: String) -> [UInt8]? { try? bytes(path, upTo: .max) }

  /// Returns a file's bytes, with links followed.
  ///
  /// Uses the system's own calls, four for a file. Foundation makes forty, and a run reads ten thousand files.
  ///
  /// - Parameters:
  ///   - limit: The largest number of bytes that the file may have.
  ///   - isPlain: Whether it is known to be a plain file.
  package static func bytes(_ path: String, upTo limit: Int, isPlain: Bool = false) throws(ReadError) -> [UInt8] {
    if path.utf8.contains(0) { throw .unreadable }
    var info = stat()
    // An open file reports its size without a second lookup of its path.
    var descriptor = isPlain ? opened(path) : -1
    let isOpen = descriptor >= 0
    defer { if descriptor >= 0 { close(descriptor) } }
    // A file that is not plain is not even opened, because the writer of a pipe would notice.
    guard isOpen ? fstat(descriptor, &info) == 0 : stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable
    }
    let size = Int(info.st_size)
    if size > limit { throw .tooLarge(size) }
    if !isOpen { descriptor = opened(path) }
    if descriptor < 0 { throw .unreadable }
    var bytes: [UInt8] = []
    // One byte more than the file has: a short read shows that the end was reached, so most files need only one read.
    var chunk = [UInt8](repeating: 0, count: size + 1)
    while true {
      let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw .unreadable }
      if bytes.isEmpty, count == size {
        chunk.removeLast()
        return chunk
      }
      if count == 0 { return bytes }
      // The file has changed in the meantime, or is a system file that does not report its length.
      bytes += chunk.prefix(count)
      if bytes.count > limit { throw .tooLarge(bytes.count) }
      chunk = [UInt8](repeating: 0, count: 1 << 16)
    }
  }

  private static func opened(_ path: String) -> Int32 { open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }

  /// The reason why a file that a user named cannot be read.
  package struct Unreadable: Error {
    package let why: String
  }

  /// Returns the bytes of a file that a user named, other than a contract.
  ///
  /// - Parameter limit: The largest number of bytes; by default that of a file that a contract names.
  package static func document(_ path: String, upTo limit: Int = Documents.sizeLimit) throws(Unreadable) -> [UInt8] {
    switch kind(path) {
    case .missing: throw Unreadable(why: "there is no such file")
    case .folder: throw Unreadable(why: "it is a folder")
    case .file: break
    }
    do throws(ReadError) {
      return try bytes(path, upTo: limit)
    } catch {
      switch error {
      case .tooLarge(let size): throw Unreadable(why: "it has \(size) bytes; the limit is \(limit >> 20) MiB")
      case .unreadable:
        throw Unreadable(why: access(path, R_OK) == 0 ? "it is not a plain file" : "permission was denied")
      }
    }
  }
}
