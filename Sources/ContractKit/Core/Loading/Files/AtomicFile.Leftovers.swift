import Foundation

// Files that are not complete. A process that is killed leaves one behind. While a process writes one, it holds a lock on
// it, which ends with the process. A number of the process in the name would not do: another machine, or a container, may
// write into the same folder, and its processes have numbers of their own.
extension AtomicFile {
  private static let (prefix, suffix) = (".contract-run-", ".tmp")

  /// A new name for a file that is not complete. A search for contracts ignores it, because it begins with a dot.
  package static var temporaryName: String { prefix + String(UInt64.random(in: 0 ... .max), radix: 36) + suffix }

  private static func isTemporary(_ name: String) -> Bool {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return false }
    let middle = name.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
    return (1...13).contains(middle.count) && middle.allSatisfy { $0.isDigit || (0x61...0x7A).contains($0) }
  }

  /// Creates a file that is not complete, and locks it until it is closed.
  ///
  /// - Parameter meanwhile: What another process does before the file is locked; by default nothing.
  static func create(
    in folder: String, meanwhile: () -> Void = {}
  ) throws(Failure) -> (path: String, descriptor: Int32) {
    while true {
      let path = FileSystem.join(folder, temporaryName)
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor < 0 { throw failure(.open) }
      meanwhile()
      // Some file systems have no locks. There, nobody removes a file either.
      while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
      var info = stat()
      // Another process may have taken it for a leftover before it was locked.
      if fstat(descriptor, &info) != 0 || info.st_nlink > 0 { return (path, descriptor) }
      close(descriptor)
    }
  }

  /// Removes the files that processes which were killed left in a folder.
  package static func removeLeftovers(in folder: String) {
    for entry in FileSystem.entries(of: folder) ?? [] where isTemporary(entry.name) {
      let path = FileSystem.join(folder, entry.name)
      guard let descriptor = claim(path) else { continue }
      unlink(path)
      close(descriptor)
    }
  }

  /// Opens and locks a file or a folder of this user.
  ///
  /// - Parameter isFolder: Whether it must be a folder, and not a file; false by default.
  /// - Returns: What holds the lock until it is closed; nil if another process has it, or if it is something else.
  package static func claim(_ path: String, isFolder: Bool = false) -> Int32? {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    if descriptor < 0 { return nil }
    var info = stat()
    if fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == (isFolder ? S_IFDIR : S_IFREG), info.st_uid == geteuid(),
      flock(descriptor, LOCK_EX | LOCK_NB) == 0
    {
      return descriptor
    }
    close(descriptor)
    return nil
  }

  /// Does something while no other process that asks for that changes files of a folder.
  ///
  /// - Parameter seconds: How long it waits for another process, which usually needs milliseconds. One that is stopped
  ///   would block all others. Then it goes on without the lock, as on a file system that has none.
  package static func locked<Result, Failure: Error>(
    _ folder: String, waiting seconds: Double = 10, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    let end = ContinuousClock.now + .seconds(seconds)
    while descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, [EINTR, EWOULDBLOCK].contains(errno),
      ContinuousClock.now < end
    {
      usleep(50_000)
    }
    return try body()
  }
}
