/// The reader of files of approvals. It reports every mistake in them.
package struct ApprovalReader {
  private static let members = ["contract", "scenario", "pointers", "changes", "transport", "result"]
  private static let results = ["success", "failure", "values", "changed"]

  private let diagnostics = Diagnostic.Collector()

  package static func read(_ file: AcceptedFile) -> (approvals: Approvals, diagnostics: [Diagnostic]) {
    let reader = ApprovalReader()
    let entries = file.entries(allowed: members, reader.diagnostics).compactMap(reader.entry)
    var first: [Approval.Key: Int] = [:]
    for (index, entry) in entries.enumerated() {
      for key in entry.keys {
        guard let other = first.updateValue(index, forKey: key) else { continue }
        reader.diagnostics.note(
          Diagnostic(
            AcceptedFileProblem.duplicate(
              change: Excerpt.visible(key.change.name), first: other == index ? nil : entries[other].range),
            at: entry.range))
      }
    }
    return (Approvals(entries, source: file.source), reader.diagnostics.diagnostics)
  }

  /// Returns an entry; nil if it has a mistake.
  private func entry(_ reader: ObjectReader) -> Approval? {
    let contract = reader.string("contract", required: true)
    let scenario = reader.string("scenario")
    let transport = reader.name("transport", of: Transport.allCases.map(\.rawValue), what: "transport")
    let pointers = pointers(reader)
    let names = FieldChange.Kind.allCases.map(\.rawValue)
    let changes = reader.strings("changes", required: true, mayBeEmpty: false)?.compactMap { name in
      diagnostics.name(name, of: names, what: "change").flatMap { FieldChange.Kind(rawValue: $0.value) }
    }
    let result = result(reader)
    guard let contract, let pointers, let changes, let result else { return nil }
    return Approval(
      contract: contract.value, scenario: scenario?.value,
      transport: transport.flatMap { Transport(rawValue: $0.value) }, pointers: pointers, changes: changes,
      result: result, range: reader.range)
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
    let words = [FieldResult.same] + Failure.categories
    if let word = json.string {
      return diagnostics.name(SourceLocated(word, at: range), of: words, what: "result").map { _ in
        SourceLocated(json, at: range)
      }
    }
    guard
      let own = ObjectReader(json, as: "a result", allowed: Self.results, called: "\"result\"", diagnostics)
    else { return nil }
    let names = ["success", "failure", "changed"].filter { own.value($0) != nil }
    guard names.count == 1 else {
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
}
