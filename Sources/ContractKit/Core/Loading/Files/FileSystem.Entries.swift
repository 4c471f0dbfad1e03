import Foundation

extension FileSystem {
  /// An entry of a folder.
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
