/// What the reader, and the command, need to know of paths.
package enum Path {
  enum Kind { case file, folder, missing }

  /// What is at a path, links followed.
  static func kind(_ path: String) -> Kind {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return .missing }
    return isFolder.boolValue ? .folder : .file
  }

  /// From the root, without `.`, `..` and doubled slashes; links are kept.
  package static func absolute(_ path: String) -> String {
    let whole = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    var steps: [Substring] = []
    for step in whole.split(separator: "/") where step != "." {
      if step == ".." { _ = steps.popLast() } else { steps.append(step) }
    }
    return "/" + steps.joined(separator: "/")
  }

  /// As a message shows it: relative to the current folder where it lies below that.
  package static func shown(_ absolute: String) -> String {
    below(Self.absolute(FileManager.default.currentDirectoryPath), absolute) ?? absolute
  }

  /// The rest of an absolute path below a folder; nil where it is not below.
  package static func below(_ folder: String, _ path: String) -> String? {
    let prefix = folder == "/" ? "/" : folder + "/"
    return path.hasPrefix(prefix) && path.utf8.count > prefix.utf8.count ? String(path.dropFirst(prefix.count)) : nil
  }

  /// An absolute path as it is written from a folder.
  static func relative(_ path: String, from folder: String) -> String {
    let (to, from) = (path.split(separator: "/"), folder.split(separator: "/"))
    let shared = zip(to, from).prefix { $0 == $1 }.count
    return (from.dropFirst(shared).map { _ in ".." } + to.dropFirst(shared)).joined(separator: "/")
  }

  /// The folder that holds an absolute path.
  package static func parent(_ path: String) -> String {
    let parent = path.split(separator: "/").dropLast().joined(separator: "/")
    return "/" + parent
  }

  /// The last step of a path.
  static func last(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  /// With every link followed.
  static func real(_ path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }

  /// How many bytes a file has, links followed; nil where there is none.
  static func size(_ path: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: real(path)))?[.size] as? Int
  }

  /// A file's bytes; nil where it cannot be read, or is no plain file: reading a pipe might never end.
  static func bytes(_ path: String) -> [UInt8]? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: real(path))
    guard attributes?[.type] as? FileAttributeType == .typeRegular else { return nil }
    return FileManager.default.contents(atPath: path).map { Array($0) }
  }
}
