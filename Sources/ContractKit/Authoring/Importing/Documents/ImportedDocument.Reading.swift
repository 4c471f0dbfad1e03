import ContractCore

extension ImportedDocument {
  /// The largest number of values and member names in a document. Each takes 8 bytes of memory, and published API
  /// descriptions have up to two million.
  private static let tokenLimit = 8_000_000

  convenience init(file: String, format: ImportFormat, budget: ImportBudget = ImportBudget()) throws(ImportFailure) {
    let json = try Self.json(file)
    let found = ImportFormat(of: json)
    guard found == format else {
      throw ImportFailure(
        location: file, message: "this is not \(format.article) document",
        help: found.map { ["it looks like \($0.title)"] } ?? ImportFormat.help(for: json, file: file), format: found)
    }
    self.init(file: file, location: FileSystem.absolute(file), json: json, log: ImportLog(budget))
  }

  /// Returns the command that leaves out of an archive what is not JSON, which is most of what browsers load.
  private static func jqCommand(for file: String) -> String {
    "jq -c 'del(.log.entries[] | select(.response.content.mimeType // \"\" | test(\"json\") | not))' \(file.shellWord) >"
      + " \(ImportFailure.converted(file, to: ".json.har"))"
  }

  /// Returns the JSON value of a file. A byte order mark is left out, because browsers and proxies write one.
  static func json(_ file: String) throws(ImportFailure) -> JSON {
    var bytes: [UInt8]
    switch FileSystem.kind(file) {
    case .missing: throw ImportFailure(location: file, message: "no such file")
    case .folder: throw ImportFailure(location: file, message: "this is a folder", help: ["name the files inside it"])
    case .file: break
    }
    do throws(FileSystem.ReadError) {
      bytes = try FileSystem.bytes(file, upTo: Documents.sizeLimit)
    } catch {
      guard case .tooLarge(let size) = error else {
        throw ImportFailure(location: file, message: "the file cannot be read")
      }
      throw ImportFailure(
        location: file, message: "the file has \(English.grouped(size)) bytes; the limit is 64 MiB",
        help: [file.hasSuffix(".har") ? jqCommand(for: file) : "split it, or leave out what the client does not use"])
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    let source = Source(path: file, bytes: bytes)
    if case .document(let document) = JSON.Document.read(source, limit: tokenLimit) { return document.value(0) }
    let first = bytes.first { !" \t\r\n".utf8.contains($0) }
    if let first, !"{[".utf8.contains(first) { throw ImportFormat.failure(ofText: bytes, file: file) }
    var diagnostics: [Diagnostic] = []
    let json = DeepStack.run { JSON.parseCarefully(source, limit: tokenLimit, diagnostics: &diagnostics) }
    guard let json, !diagnostics.hasErrors else {
      let first = diagnostics.first { $0.severity == .error }
      throw ImportFailure(
        location: first.map(\.range.description) ?? file, message: first?.message ?? "the file is not JSON")
    }
    return json
  }
}
