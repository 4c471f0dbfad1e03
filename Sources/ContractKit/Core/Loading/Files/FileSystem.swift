import Foundation

/// The functions on paths that the reader and the command need.
package enum FileSystem {
  package enum Kind { case file, folder, missing }

  /// Returns the kind of the file at a path, with links followed.
  package static func kind(_ path: String) -> Kind {
    var info = stat()
    guard !path.utf8.contains(0), stat(path, &info) == 0 else { return .missing }
    return info.st_mode & S_IFMT == S_IFDIR ? .folder : .file
  }

  /// Returns the kind of the file at a path, with links followed, and whether the path itself is a link.
  static func entry(_ path: String) -> (kind: Kind, isLink: Bool) {
    var info = stat()
    guard !path.utf8.contains(0), lstat(path, &info) == 0 else { return (.missing, false) }
    if info.st_mode & S_IFMT == S_IFLNK { return (kind(path), true) }
    return (info.st_mode & S_IFMT == S_IFDIR ? .folder : .file, false)
  }

  /// Returns an absolute path without `.`, `..` and repeated slashes. Links are kept.
  package static func absolute(_ path: String) -> String {
    let whole = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    var steps: [Substring] = []
    for step in whole.split(separator: "/") where step != "." {
      if step == ".." { _ = steps.popLast() } else { steps.append(step) }
    }
    return "/" + steps.joined(separator: "/")
  }

  /// Returns a path as messages show it: relative to the current folder if it is below that.
  package static func shown(_ absolute: String) -> String {
    below(here, absolute) ?? absolute
  }

  package static var here: String { absolute(FileManager.default.currentDirectoryPath) }

  /// Returns the part of an absolute path below a folder; nil if the path is not below it.
  package static func below(_ folder: String, _ path: String) -> String? {
    let prefix = folder == "/" ? "/" : folder + "/"
    // Compares bytes, because file systems store names as bytes. This runs for each of ten thousand files.
    guard path.utf8.count > prefix.utf8.count, path.utf8.starts(with: prefix.utf8) else { return nil }
    return String(Substring(path.utf8.dropFirst(prefix.utf8.count)))
  }

  package static func relative(_ path: String, from folder: String) -> String {
    let (to, from) = (path.split(separator: "/"), folder.split(separator: "/"))
    let shared = zip(to, from).prefix { $0 == $1 }.count
    return (from.dropFirst(shared).map { _ in ".." } + to.dropFirst(shared)).joined(separator: "/")
  }

  /// Returns the folder that contains an absolute path.
  package static func parent(_ path: String) -> String {
    let parent = path.split(separator: "/").dropLast().joined(separator: "/")
    return "/" + parent
  }

  /// Returns a folder and all folders above it, from the inside out, as absolute paths.
  package static func upward(from folder: String) -> some Sequence<String> {
    sequence(first: absolute(folder)) { $0 == "/" ? nil : parent($0) }
  }

  package static func last(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  package static func join(_ folder: String, _ name: String) -> String {
    folder == "/" ? "/" + name : folder + "/" + name
  }

  /// Returns a path with every link resolved. If it leads to nothing, no link is resolved.
  package static func real(_ path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }

  /// Returns a path with every link in the folders around it resolved, as far as they exist.
  package static func realFolders(_ path: String) -> String {
    if path == "/" || kind(path) != .missing { return real(path) }
    return join(realFolders(parent(path)), last(path))
  }

  /// Returns the path of the file that a write to a path changes or creates: with every link resolved, also one that
  /// leads to nothing yet. If there are too many links, returns nil and sets `errno`.
  package static func target(_ path: String) -> String? {
    var path = absolute(path)
    var info = stat()
    for _ in 0..<32 {
      guard lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFLNK else { return real(path) }
      var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(path, &bytes, bytes.count - 1)
      guard count > 0 else { return nil }
      let link = bytes.prefix(count).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
      // The parent may itself be reached by links, and `..` in the link means the parent of the real folder.
      path = absolute(link.hasPrefix("/") ? link : join(real(parent(path)), link))
    }
    errno = ELOOP
    return nil
  }

  // MARK: Folders

  package struct Entry {
    package var name: String
    /// The kind of the entry as the folder itself lists it; nil if the path has to be looked up, for example for a
    /// link.
    fileprivate var listed: Listed?

    /// The kind that a folder lists for an entry that is not a link.
    fileprivate enum Listed { case folder, plainFile, other }

    /// Whether the folder lists the entry as a plain file, and not as a link to one.
    package var isPlainFile: Bool { listed == .plainFile }

    /// Returns the kind of the entry, with links followed, and whether it is a link itself.
    package func kind(at location: String) -> (kind: Kind, isLink: Bool) {
      // Paths that are too long for the system lead nowhere. The shortest limit is Darwin's.
      guard let listed, location.utf8.count < 1024 else { return FileSystem.entry(location) }
      return (listed == .folder ? .folder : .file, false)
    }
  }

  /// Returns the entries of a folder in order of their names, including hidden ones; nil if the folder cannot be
  /// listed.
  ///
  /// A folder lists the kinds of most entries, so that ten thousand files do not have to be looked up one by one.
  package static func entries(of folder: String) -> [Entry]? {
    guard !folder.utf8.contains(0), let list = opendir(folder) else { return nil }
    defer { closedir(list) }
    // If a folder may be listed but not searched, no path into it leads anywhere.
    let isSearchable = kind(join(folder, ".")) == .folder
    var entries: [Entry] = []
    while let entry = readdir(list) {
      // The name's memory has only as many bytes as it needs, not as many as its type declares.
      let (name, isRepaired) = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 1) { text in
          String(validatingCString: text).map { ($0, false) } ?? (String(cString: text), true)
        }
      }
      if name == "." || name == ".." { continue }
      // No path leads to an entry whose name is not UTF-8.
      let listed = isSearchable && !isRepaired ? Entry.Listed(Int(entry.pointee.d_type)) : nil
      entries.append(Entry(name: name, listed: listed))
    }
    return entries.sorted { $0.name < $1.name }
  }
}

extension FileSystem.Entry.Listed {
  /// nil for a link, or if the file system does not report the kind.
  fileprivate init?(_ type: Int) {
    switch type {
    case Int(DT_DIR): self = .folder
    case Int(DT_REG): self = .plainFile
    case Int(DT_LNK), Int(DT_UNKNOWN): return nil
    default: self = .other
    }
  }
}
