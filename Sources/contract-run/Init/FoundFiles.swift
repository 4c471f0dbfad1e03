import ContractAuthoring
import ContractCore
import Foundation

/// What of a client's folder shows how to start: documents that describe its API, and the folder of its tests.
///
/// It looks at no more than some levels and some thousand files, and leaves out what others wrote.
struct FoundFiles {
  struct Document {
    /// The path from the folder.
    var path: String
    /// Nil for a description in YAML, which must be converted first.
    var format: ImportFormat?
  }

  /// The documents, at most one of each format, those in upper folders first.
  private(set) var documents: [Document] = []
  /// The folder of tests; nil if there is none.
  private(set) var tests: String?

  private static let (levels, limit, size) = (4, 5_000, 16 << 20)
  private static let foreign: Set = [
    "node_modules", "vendor", "build", "dist", "target", "venv", "env", "Pods", "Carthage", ProjectTemplate.folder,
  ]
  private static let testFolders: Set = ["Tests", "tests", "test", "spec", "__tests__"]

  init(in folder: String) {
    var paths = [""]
    var count = 0
    for _ in 1...Self.levels {
      var below: [String] = []
      for path in paths {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(path)")) ?? []
        for name in names.sorted() where !name.hasPrefix(".") && count < Self.limit {
          count += 1
          look(at: path + name, named: name, in: folder, &below)
        }
      }
      paths = below
    }
  }

  private mutating func look(at path: String, named name: String, in folder: String, _ below: inout [String]) {
    var info = stat()
    // Links can lead out of the folder, or around in it.
    guard lstat("\(folder)/\(path)", &info) == 0 else { return }
    if info.st_mode & S_IFMT == S_IFDIR {
      if Self.testFolders.contains(name) { tests = tests ?? path }
      if !Self.foreign.contains(name) { below.append("\(path)/") }
      return
    }
    guard info.st_mode & S_IFMT == S_IFREG, info.st_size <= Self.size, Self.canBeDocument(path) else { return }
    let isYAML = !name.hasSuffix(".json") && !name.hasSuffix(".har")
    let format = isYAML ? nil : try? ImportFormat.ofFile("\(folder)/\(path)")
    if !isYAML && format == nil || documents.contains(where: { $0.format == format }) { return }
    documents.append(Document(path: path, format: format))
  }

  /// Returns whether the name of a file, or that of its folder, is one that such documents usually have.
  private static func canBeDocument(_ path: String) -> Bool {
    let (lower, name) = (path.lowercased(), FileSystem.last(path).lowercased())
    if name.hasSuffix(".har") { return true }
    let isDescription = name.contains("openapi") || name.contains("swagger")
    if name.hasSuffix(".yaml") || name.hasSuffix(".yml") { return isDescription }
    return name.hasSuffix(".json")
      && (isDescription || name.contains("api") || lower.contains("pact") || lower.contains("mappings/"))
  }

  /// What is there, in words: `openapi.json (OpenAPI)`.
  var texts: [String] {
    documents.map { "\($0.path) (\($0.format?.title ?? "OpenAPI in YAML"))" } + (tests.map { ["tests in \($0)"] } ?? [])
  }

  /// The document to start from; nil if there is none in JSON.
  var first: (path: String, format: ImportFormat)? {
    documents.lazy.compactMap { document in document.format.map { (document.path, $0) } }.first
  }
}

extension Configuration? {
  /// Why no client was found, with what is in the folder and how to start from it.
  static var missing: Exit {
    let folder = FileSystem.absolute(".")
    let found = FoundFiles(in: folder)
    let language = Language.used(in: folder).map { ["a client in \($0.title)"] } ?? []
    let seen = language + found.texts
    let from = found.first.map { [Option.from.name, $0.path] } ?? []
    let start = ShellWords.text(TypedProgram.own + [Command.initialize.name] + from)
    let what = from.isEmpty ? "a first contract" : "a contract for each of its endpoints"
    let help = [
      seen.isEmpty ? nil : "this folder has \(English.listed(seen))",
      "run '\(start)' to write \(what), a driver and the configuration",
      "or name contracts and a driver: PATH… -- DRIVER ARG…",
    ]
    return .usage(
      "no \(Configuration.fileName) in this folder or a folder above it, and no driver on the command line",
      help.compactMap(\.self).joined(separator: "\n"))
  }
}
