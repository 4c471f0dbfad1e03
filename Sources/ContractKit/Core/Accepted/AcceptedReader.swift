package import Foundation

/// The reader of files of what people accepted. It reports every mistake in them.
package struct AcceptedReader {
  private static let members = [
    "client", "contract", "scenario", "transport", "failure", "fields", "difference", "because", "issue", "until",
  ]
  /// What stands for any name.
  static let any = "*"

  private let diagnostics = Diagnostic.Collector()
  private let file: AcceptedFile
  private let secrets: Secrets

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - clients: All clients of the configuration. If it is nil, entries that name another client than those of the file
  ///     are left out.
  ///   - secrets: What is hidden in the texts that people wrote.
  package static func read(
    _ file: AcceptedFile, clients: [String]?, secrets: Secrets = .standard, now: Date = .now
  ) -> (accepted: Accepted, diagnostics: [Diagnostic]) {
    let reader = AcceptedReader(file: file, secrets: secrets)
    let entries = file.entries(reader.diagnostics).compactMap { reader.entry($0, clients) }
    reader.noteDoubles(entries)
    return (Accepted(entries, source: file.source, now: now), reader.diagnostics.diagnostics)
  }

  /// Returns what is wrong with entries, wherever they are from.
  package static func mistakes(in entries: [JSON]) -> [Diagnostic] {
    let reader = AcceptedReader(file: AcceptedFile(Source(path: "", bytes: []), clients: []), secrets: .standard)
    for entry in entries { _ = reader.entry(entry, nil) }
    return reader.diagnostics.diagnostics
  }

  private init(file: AcceptedFile, secrets: Secrets) { (self.file, self.secrets) = (file, secrets) }

  /// Returns an entry; nil if it has a mistake, or is for another client.
  private func entry(_ json: JSON, _ clients: [String]?) -> AcceptedEntry? {
    if FormerEntry(of: json) != nil {
      diagnostics.note(Diagnostic(AcceptedProblem.former(path: file.source.path), at: json.range ?? .nowhere))
      return nil
    }
    guard let reader = ObjectReader(json, as: "an accepted entry", allowed: Self.members, diagnostics) else {
      return nil
    }
    let client = reader.string("client").flatMap(Self.specific)
    if let client, let clients { _ = diagnostics.name(client, of: clients, what: "client") }
    let contract = reader.string("contract", required: true)
    let scenario = reader.string("scenario").flatMap(Self.specific)
    let transport = reader.string("transport", mayBeEmpty: true).flatMap {
      diagnostics.name($0, of: [Self.any] + Transport.allCases.map(\.rawValue), what: "transport")
    }
    let what = what(reader)
    let because = because(reader)
    let issue = reader.string("issue")
    let until = day(reader)
    guard let contract, let what, let because, client.map({ file.clients.contains($0.value) }) ?? true else {
      return nil
    }
    return AcceptedEntry(
      clients: client.map { [$0.value] } ?? file.clients, client: client?.value, contract: Self.specific(contract),
      scenario: scenario,
      transport: transport.flatMap { name in Transport(rawValue: name.value).map { SourceLocated($0, at: name.range) }
      }, what, because: secrets.applied(to: because), issue: issue.map { secrets.applied(to: $0.value) }, until: until,
      range: reader.range)
  }

  /// Returns a name that is not `*`.
  private static func specific(_ name: SourceLocated<String>) -> SourceLocated<String>? {
    name.value == any ? nil : name
  }

  /// Returns what is accepted, which one member says.
  private func what(_ reader: ObjectReader) -> AcceptedEntry.What? {
    let names = ["failure", "fields", "difference"].filter { reader.value($0) != nil }
    guard names.count == 1 else {
      reader.note(
        .rule(
          names.isEmpty
            ? "an entry says nothing that is accepted" : "an entry can accept one of \(English.listed(names))",
          help: "write one of \"failure\", \"fields\" and \"difference\""))
      return nil
    }
    if let own = reader.reader("failure", as: "a failure", allowed: ["code", "pointer"]) { return failure(own) }
    if let own = reader.reader("fields", as: "\"fields\"", allowed: ["pointers", "changes", "result"]) {
      return fields(own)
    }
    return reader.reader(
      "difference", as: "a difference", allowed: ["part", "endpoint", "name", "old", "new"]
    ).flatMap(difference)
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

  // MARK: Failures

  private func failure(_ reader: ObjectReader) -> AcceptedEntry.What? {
    let code = reader.string("code", required: true).flatMap {
      diagnostics.name($0, of: [Self.any] + AcceptedEntry.codes, what: "code of a failed scenario")
    }
    var pointer: AcceptedEntry.Pointer?
    if let text = reader.string("pointer", mayBeEmpty: true).flatMap(Self.specific) {
      pointer = AcceptedEntry.Pointer(text.value)
      if pointer == nil {
        reader.noteWrong("pointer", expected: "\"\", or a JSON pointer such as \"/items/0/price\"")
      } else if let code, !["mismatch", AcceptedEntry.drift].contains(code.value) {
        diagnostics.note(Diagnostic(AcceptedProblem.pointerWithoutMismatch, at: text.range))
      }
    }
    return code.map { .failure(code: Self.specific($0)?.value, pointer: pointer) }
  }

  // MARK: Changed fields

  private func fields(_ reader: ObjectReader) -> AcceptedEntry.What? {
    let pointers = pointers(reader)
    let names = FieldChange.Kind.allCases.map(\.rawValue)
    let changes = reader.strings("changes", required: true, mayBeEmpty: false)?.compactMap { name in
      diagnostics.name(name, of: names, what: "change").flatMap { FieldChange.Kind(rawValue: $0.value) }
    }
    let result = result(reader)
    guard let pointers, let changes, let result else { return nil }
    return .fields(AcceptedFields(pointers: pointers, changes: changes, result: result))
  }

  private func pointers(_ reader: ObjectReader) -> [String]? {
    reader.array("pointers", of: "JSON pointers", required: true, mayBeEmpty: false)?.compactMap { json in
      if let text = json.string, (try? JSONPointer.steps(text)) != nil { return text }
      reader.note(
        .wrongValue(
          "an element of \"pointers\"", found: json.phrase,
          expected: "\"\", or a JSON pointer such as \"/items/*/price\""),
        at: json.range)
      return nil
    }
  }

  private func result(_ reader: ObjectReader) -> SourceLocated<JSON>? {
    guard let json = reader.value("result", required: true) else { return nil }
    let range = json.range ?? reader.range
    if let word = json.string {
      let words = [AcceptedFields.same] + Failure.categories
      return diagnostics.name(SourceLocated(word, at: range), of: words, what: "result").map { _ in
        SourceLocated(json, at: range)
      }
    }
    guard
      let own = ObjectReader(
        json, as: "a result", allowed: ["success", "failure", "values", "changed"], called: "\"result\"", diagnostics)
    else { return nil }
    guard ["success", "failure", "changed"].count(where: { own.value($0) != nil }) == 1 else {
      reader.noteWrong(
        "result", expected: "\"same\", a category of failures, or an object with success, failure or changed")
      return nil
    }
    if let changed = own.value("changed"), !isMap(changed) {
      own.noteWrong("changed", expected: "an object with JSON pointers and values, such as {\"/id\": 0}")
      return nil
    }
    return SourceLocated(json.unfolded, at: range)
  }

  /// Whether a value is an object with at least one member, whose names are JSON pointers.
  private func isMap(_ json: JSON) -> Bool {
    guard let members = json.object?.members, !members.isEmpty else { return false }
    return members.allSatisfy { (try? JSONPointer.steps($0.name)) != nil }
  }

  /// Notes entries that accept the same, and changes about which two entries of one scope have a result.
  private func noteDoubles(_ entries: [AcceptedEntry]) {
    var first: [AcceptedFields.Key: Int] = [:]
    var claims: [HashedJSON: AcceptedEntry] = [:]
    for (index, entry) in entries.enumerated() {
      if entry.fields == nil,
        let other = claims.updateValue(entry, forKey: HashedJSON(AcceptedEntry.claim(of: entry.json)))
      {
        diagnostics.note(Diagnostic(AcceptedProblem.again(first: other.range), at: entry.range))
      }
      for key in entry.fieldKeys {
        guard let other = first.updateValue(index, forKey: key) else { continue }
        diagnostics.note(
          Diagnostic(
            AcceptedProblem.duplicate(
              change: Excerpt.visible(key.change.name), first: other == index ? nil : entries[other].range),
            at: entry.range))
      }
    }
  }

  // MARK: Differences

  private func difference(_ reader: ObjectReader) -> AcceptedEntry.What? {
    let part = reader.choice("part", of: AcceptedDifference.Part.self, what: "part", required: true)
    let sides = (reader.value("old"), reader.value("new"))
    if (sides.0 == nil) != (sides.1 == nil) {
      reader.noteWrong(
        sides.0 == nil ? "new" : "old", expected: "both \"old\" and \"new\", or neither of them for any values")
      return nil
    }
    guard let part = part?.value else { return nil }
    let name = reader.string("name")
    if let name, !part.hasNames, !part.hasPointers {
      reader.note(.rule("the part \"\(part.rawValue)\" has no names", help: "remove \"name\""), at: name.range)
    }
    return .difference(
      AcceptedDifference(
        part, name?.value ?? "", at: reader.string("endpoint")?.value ?? "",
        values: sides.0.flatMap { old in sides.1.map { (old.unfolded, $0.unfolded) } }))
  }
}
