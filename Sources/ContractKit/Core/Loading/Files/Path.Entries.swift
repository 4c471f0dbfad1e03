import Foundation

extension Path {
  /// What a folder has under one name.
  struct Entry {
    var name: String
    /// What it is, as far as the folder itself says so; nil where the path has to be asked: for a link, say.
    fileprivate var listed: Listed?

    /// What a folder tells of a name that is no link.
    fileprivate enum Listed { case folder, plainFile, other }

    /// Whether the folder says that it is a plain file, and no link to one.
    var isPlainFile: Bool { listed == .plainFile }

    /// What it is, links followed, and whether it is a link itself.
    ///
    /// - Parameter location: Its path.
    func kind(at location: String) -> (kind: Kind, isLink: Bool) {
      // Paths that are too long for the system lead nowhere, and the shortest limit is Darwin's.
      guard let listed, location.utf8.count < 1024 else { return Path.entry(location) }
      return (listed == .folder ? .folder : .file, false)
    }
  }

  /// What is in a folder, in order of names and with hidden names; nil where the list is refused.
  ///
  /// A folder's list says what most of its names are, so that ten thousand files need not be asked for one by one.
  static func entries(of folder: String) -> [Entry]? {
    guard !folder.utf8.contains(0), let list = opendir(folder) else { return nil }
    defer { closedir(list) }
    // Of a folder that may be listed and not searched no path leads to anything.
    let isSearchable = kind(join(folder, ".")) == .folder
    var entries: [Entry] = []
    while let entry = readdir(list) {
      // The name's memory has as many bytes as it needs, and not as many as its type says.
      let (name, isRepaired) = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 1) { text in
          String(validatingCString: text).map { ($0, false) } ?? (String(cString: text), true)
        }
      }
      if name == "." || name == ".." { continue }
      // No path leads to what has a name that is no UTF-8.
      let listed = isSearchable && !isRepaired ? Entry.Listed(Int(entry.pointee.d_type)) : nil
      entries.append(Entry(name: name, listed: listed))
    }
    return entries.sorted { $0.name < $1.name }
  }
}

extension Path.Entry.Listed {
  /// Nil for a link, and where the file system does not say.
  fileprivate init?(_ type: Int) {
    switch type {
    case Int(DT_DIR): self = .folder
    case Int(DT_REG): self = .plainFile
    case Int(DT_LNK), Int(DT_UNKNOWN): return nil
    default: self = .other
    }
  }
}
