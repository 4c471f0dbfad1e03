import ContractAuthoring
import ContractCore
import Foundation

/// `contract-run import accepted`: files of known issues, approvals and accepted differences as one accepted.json.
struct ConvertedEntries {
  static let name = "accepted"

  /// Prints the entries of some files. Returns the exit status.
  static func printed(_ paths: [String]) throws(Exit) -> Int32 {
    if paths.isEmpty { throw .usage("no file to import", "name the files after the format") }
    let configuration = FileManager.default.contents(atPath: Configuration.fileName).flatMap { JSON.parse(Array($0)) }
    var (entries, isWhole) = ([JSON](), true)
    for path in paths {
      guard let bytes = FileManager.default.contents(atPath: path).map({ Array($0) }) else {
        throw Exit(2, "\(path) cannot be read")
      }
      guard let list = JSON.parse(bytes)?.array else { throw Exit(2, "\(path) is not a JSON list") }
      let clients = clients(of: path, in: configuration)
      for (index, json) in list.enumerated() {
        guard let former = FormerEntry(of: json) else {
          entries.append(json)
          continue
        }
        let converted = clients.map { former.converted(client: $0, because: "as in \(path)") }
        entries += converted.compactMap(\.self)
        if converted.contains(where: { $0 == nil }) {
          isWhole = false
          StandardError.print("\(path): entry \(index + 1) is printed text, which was not converted")
          StandardError.print("  accept the difference again: contract-run compare OLD NEW --accept REASON")
        }
      }
    }
    let file = Accepted(source: Source(path: "accepted.json", bytes: Array("[]\n".utf8)))
    StandardOutput.write(document: String(decoding: file.text(adding: entries), as: UTF8.self))
    return isWhole ? 0 : 1
  }

  /// Returns the clients whose file it was; nil stands for any, if it was that of all.
  private static func clients(of path: String, in configuration: JSON?) -> [String?] {
    let all = configuration?["clients"]?.elements ?? []
    let own = all.filter { client in
      ["knownIssues", "approvals"].contains { name in
        client[name]?.string.map { FileSystem.absolute($0) == FileSystem.absolute(path) } ?? false
      }
    }
    return own.isEmpty || own.count == all.count ? [nil] : own.map { $0["name"]?.string }
  }
}
