package import Foundation

/// The reader of files of known issues. It reports every mistake in them.
package struct KnownIssueReader {
  private static let members = [
    "client", "contract", "scenario", "transport", "code", "pointer", "because", "issue", "until",
  ]
  private static let any = "*"

  private let diagnostics = Diagnostic.Collector()
  /// All clients of the configuration; nil if there is no configuration.
  private let clients: [String]?

  /// Reads files.
  ///
  /// - Parameter clients: All clients of the configuration. If it is nil, entries that name a client which does not use
  ///   their file are left out.
  package static func read(
    _ files: [AcceptedFile], clients: [String]?, now: Date = .now
  ) -> (issues: KnownIssues, diagnostics: [Diagnostic]) {
    let reader = KnownIssueReader(clients: clients)
    let entries = files.flatMap { file in
      file.entries(allowed: members, reader.diagnostics).compactMap { reader.entry($0, file) }
    }
    return (KnownIssues(entries, now: now), reader.diagnostics.diagnostics)
  }

  /// Returns an entry; nil if it has a mistake, or is for a client that does not use the file.
  private func entry(_ reader: ObjectReader, _ file: AcceptedFile) -> KnownIssue? {
    let client = client(reader, file)
    let contract = reader.string("contract", required: true)
    let scenario = reader.string("scenario").flatMap(Self.specific)
    let transports = Transport.allCases.map(\.rawValue)
    let transport = reader.name("transport", of: [Self.any] + transports, what: "transport")
    let code = code(reader)
    let pointer = pointer(reader, code)
    let because = because(reader)
    let issue = reader.string("issue")
    let until = day(reader)
    guard let contract, let code, let because, client.isHere else { return nil }
    return KnownIssue(
      clients: client.name.map { [$0] } ?? file.clients, client: client.name, contract: Self.specific(contract),
      scenario: scenario,
      transport: transport.flatMap { name in Transport(rawValue: name.value).map { SourceLocated($0, at: name.range) }
      },
      code: Self.specific(code)?.value, pointer: pointer, because: because, issue: issue?.value, until: until,
      range: reader.range)
  }

  /// Returns a name that is not `*`.
  private static func specific(_ name: SourceLocated<String>) -> SourceLocated<String>? {
    name.value == any ? nil : name
  }

  /// Returns the client of an entry, or nil for any, and whether the entry is for clients that use the file.
  private func client(_ reader: ObjectReader, _ file: AcceptedFile) -> (name: String?, isHere: Bool) {
    guard let client = reader.string("client").flatMap(Self.specific) else { return (nil, true) }
    if file.clients.contains(client.value) { return (client.value, true) }
    if let clients, diagnostics.name(client, of: clients, what: "client") != nil {
      diagnostics.note(Diagnostic(AcceptedFileProblem.otherClient(client.value), at: client.range))
    }
    return (client.value, false)
  }

  private func code(_ reader: ObjectReader) -> SourceLocated<String>? {
    guard let code = reader.string("code", required: true) else { return nil }
    return diagnostics.name(code, of: [Self.any] + KnownIssue.codes, what: "code of a failed scenario")
  }

  private func pointer(_ reader: ObjectReader, _ code: SourceLocated<String>?) -> KnownIssue.Pointer? {
    guard let text = reader.string("pointer", mayBeEmpty: true).flatMap(Self.specific) else { return nil }
    guard let pointer = KnownIssue.Pointer(text.value) else {
      reader.noteWrong("pointer", expected: "\"\", or a JSON pointer such as \"/items/0/price\"")
      return nil
    }
    if let code, !["mismatch", KnownIssue.drift].contains(code.value) {
      diagnostics.note(Diagnostic(AcceptedFileProblem.pointerWithoutMismatch, at: text.range))
    }
    return pointer
  }

  private func because(_ reader: ObjectReader) -> String? {
    guard let because = reader.string("because", required: true) else { return nil }
    if because.value.contains(where: { !$0.isWhitespace }) { return because.value }
    reader.note(.wrongValue("\"because\"", found: "empty", expected: "some text"), at: because.range)
    return nil
  }

  private func day(_ reader: ObjectReader) -> SourceLocated<String>? {
    guard let day = reader.string("until", mayBeEmpty: true) else { return nil }
    if Format.date.includes(day.value) { return day }
    reader.noteWrong("until", expected: "a date that exists, such as \"2027-01-31\"")
    return nil
  }
}
