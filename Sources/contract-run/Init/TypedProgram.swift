import ContractCore

/// How a person starts contract-run from a folder.
enum TypedProgram {
  /// Returns the words that start a program, as people type them.
  ///
  /// `swift run` starts programs by paths such as `.build/x86_64-unknown-linux-gnu/debug/contract-run`, which nobody
  /// types. All other words stay as they are.
  ///
  /// - Parameters:
  ///   - words: The words that start it.
  ///   - folder: Where they are typed, as an absolute path.
  ///   - isPackage: Whether a folder has a Swift package.
  static func words(_ words: [String], in folder: String, isPackage: (String) -> Bool) -> [String] {
    guard let path = words.first?.split(separator: "/"), let build = path.lastIndex(of: ".build"),
      path.count == build + 4, words[0].hasPrefix("/")
    else { return words }
    let package = "/" + path[..<build].joined(separator: "/")
    guard isPackage(package) else { return words }
    let configuration = path[build + 2] == "debug" ? [] : ["-c", String(path[build + 2])]
    let relative = Path.relative(package, from: folder)
    let place = relative.isEmpty ? "." : relative.count < package.count ? relative : package
    return ["swift", "run"] + configuration + ["--package-path", place, String(path[build + 3])] + words.dropFirst()
  }
}
