import Foundation

extension Path {
  /// Why the bytes of a file are not there.
  enum ReadError: Error {
    /// There is no such file, it may not be read, or it is no plain file: reading a pipe might never end.
    case unreadable
    /// It has more bytes than were asked for: so many.
    case tooLarge(Int)
  }

  /// A file's bytes, links followed; nil where it cannot be read, or is no plain file.
  static func bytes(_ path: String) -> [UInt8]? { try? bytes(path, upTo: .max) }

  /// A file's bytes, links followed.
  ///
  /// By the system's own calls, four for a file: Foundation makes forty, and a run reads ten thousand files.
  ///
  /// - Parameters:
  ///   - limit: How many bytes it may have.
  ///   - isPlain: Whether it is known to be a plain file.
  static func bytes(_ path: String, upTo limit: Int, isPlain: Bool = false) throws(ReadError) -> [UInt8] {
    if path.utf8.contains(0) { throw .unreadable }
    var info = stat()
    // Once it is open, to ask for its size takes no second look for its path.
    var descriptor = isPlain ? opened(path) : -1
    let isOpen = descriptor >= 0
    defer { if descriptor >= 0 { close(descriptor) } }
    // What is no plain file is not even opened: whoever writes to a pipe would take notice.
    guard isOpen ? fstat(descriptor, &info) == 0 : stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable
    }
    let size = Int(info.st_size)
    if size > limit { throw .tooLarge(size) }
    if !isOpen { descriptor = opened(path) }
    if descriptor < 0 { throw .unreadable }
    var bytes: [UInt8] = []
    // One more than it has: a read that comes back short has seen the end, and most files need no other.
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
      // The file has changed meanwhile, or is one of the system's that do not say how long they are.
      bytes += chunk.prefix(count)
      if bytes.count > limit { throw .tooLarge(bytes.count) }
      chunk = [UInt8](repeating: 0, count: 1 << 16)
    }
  }

  private static func opened(_ path: String) -> Int32 { open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
}
