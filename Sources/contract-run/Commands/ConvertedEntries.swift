import ContractAuthoring
import ContractCore
import Foundation

/// `contract-run import accepted`: files of known issues, approvals and accepted differences as one accepted.json.
struct ConvertedEntries {
  static let name = "accepted"

  /// Prints the entries of the files that a command line names. Returns the exit status.
  static func printed(_ invocation: Invocation) throws(Exit) -> Int32 {
    if let (option, _) = invocation.arguments.given.first {
      throw .usage("'\(option.name)' is not an option of 'contract-run import \(name)'", "it only prints the entries")
    }
    let paths = invocation.arguments.paths.dropFirst()
    if paths.isEmpty { throw .usage("no file to import", "name the files after the format") }
    let configuration = FileManager.default.contents(atPath: Configuration.fileName).flatMap { JSON.parse(Array($0)) }
    let all = configuration?["clients"]?.elements ?? []
    let mistakes = Diagnostic.Collector()
    var (entries, isWhole) = ([JSON](), true)
    for path in paths {
      let list = AcceptedFile(path: path, clients: []).entries(mistakes)
      let own = all.filter { $0.namesFormer(path) }
      // Nil stands for any client.
      let clients = own.isEmpty || own.count == all.count ? [nil] : own.map { $0["name"]?.string }
      if own.isEmpty, all.count != 1, list.contains(where: { FormerEntry(of: $0) != nil && $0["client"] == nil }) {
        StandardError.print(
          "note: the entries of \(path) are for all clients now, because no client of \(Configuration.fileName) in this"
            + " folder names the file; write \"client\" into those of one client")
      }
      for (index, json) in list.enumerated() {
        guard let former = FormerEntry(of: json) else {
          entries.append(json)
          continue
        }
        let converted = clients.compactMap { former.converted(client: $0, because: "as in \(path)") }
        entries += converted
        if converted.isEmpty {
          isWhole = false
          StandardError.print("\(path): entry \(index + 1) is printed text, which was not converted")
          StandardError.print("  accept the difference again: contract-run compare OLD NEW --accept REASON")
        }
      }
    }
    // The entries of multiple clients have the same mistakes.
    let wrong = (mistakes.diagnostics + AcceptedReader.mistakes(in: entries)).uniqued(on: \.identity)
    if invocation.report(wrong) { return 2 }
    let file = Accepted(source: Source(path: "accepted.json", bytes: Array("[]\n".utf8)))
    StandardOutput.write(document: String(decoding: file.text(adding: entries), as: UTF8.self))
    return isWhole ? 0 : 1
  }
}

extension JSON {
  /// Whether a client of a configuration names a file of earlier versions.
  fileprivate func namesFormer(_ path: String) -> Bool {
    ["variations", "knownIssues", "approvals"].contains { name in
      self[name]?.string.map { FileSystem.absolute($0) == FileSystem.absolute(path) } ?? false
    }
  }
}
