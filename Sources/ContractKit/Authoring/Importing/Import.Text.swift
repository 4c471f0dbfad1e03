package import ContractCore

// What an import did, as text and as JSON.
extension Import {
  /// The number of contracts in which something is not as the document has it.
  package var endpointsWithNotes: Int {
    let noted = Set(notes.lazy.filter { $0.level == .note }.flatMap(\.endpoints))
    return endpoints.count { noted.contains($0) }
  }

  /// Whether something is not in the contracts as the documents have it.
  package var hasNotes: Bool { notes.contains { $0.level == .note } }

  package var summary: String {
    let notes = endpointsWithNotes == 0 ? "" : ", \(English.grouped(endpointsWithNotes)) with notes"
    let lost = lostEndpoints == 0 ? "" : "; \(English.grouped(lostEndpoints)) not imported"
    let complete = endpoints.count - endpointsWithNotes
    return
      "imported \(English.counted(endpoints.count, "operation")): \(English.grouped(complete)) complete\(notes)\(lost)"
  }

  /// What happens to each contract. If many are only added, the rest of them is counted.
  package func changeLines(all: Bool) -> [String] {
    var lines: [String] = []
    let added = changes.filter { $0.kind == .added }
    let shown = all || added.count <= 12 ? added.count : 10
    for change in added.prefix(shown) { lines.append("added \(change.path)") }
    if added.count > shown { lines.append("added \(added.count - shown) more") }
    for change in changes where change.kind != .added && (all || change.kind != .unchanged || !change.details.isEmpty) {
      lines.append("\(change.kind.text(prunes: settings.prunes)) \(change.path)")
      lines += change.details.map { "  \($0)" }
    }
    let unchanged = changes.count { $0.kind == .unchanged && $0.details.isEmpty }
    if !all, unchanged > 0 { lines.append("unchanged: \(English.counted(unchanged, "contract"))") }
    return lines
  }

  /// The notes, each text once with its first places.
  package func noteLines(all: Bool) -> [String] {
    notes.filter { all || $0.level == .note }.grouped(by: \.text).flatMap { text, found -> [String] in
      let shown = all || found.count <= 4 ? found.count : 3
      return ["\(found[0].level == .note ? "note" : "information"): \(text)"]
        + found.prefix(shown).map { "  \($0.location)" }
        + (found.count > shown ? ["  and \(found.count - shown) more"] : [])
    }
  }

  /// What was left out, on one line; nil if nothing was.
  package var leftOutLine: String? {
    if leftOut.isEmpty { return nil }
    let names = leftOut.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let shown = names.prefix(8).map { "\($0.key) (\($0.value))" } + (names.count > 8 ? ["\(names.count - 8) more"] : [])
    return "left out, because it says nothing about requests and answers: \(English.listed(shown))"
  }

  package var json: JSON {
    [
      "format": .string(settings.format.rawValue), "operations": .number(endpoints.count),
      "complete": .number(endpoints.count - endpointsWithNotes), "withNotes": .number(endpointsWithNotes),
      "notImported": .number(lostEndpoints),
      "contracts": .array(
        changes.map { change in
          [
            "path": .string(change.path), "endpoint": .string(change.endpoint), "change": .string(change.kind.rawValue),
            "details": .strings(change.details),
          ]
        }),
      "notes": .array(
        notes.map { note in
          [
            "level": .string(note.level.rawValue), "file": .string(note.file), "pointer": .string(note.pointer),
            "text": .string(note.text), "endpoints": .strings(note.endpoints),
          ]
        }),
      "leftOut": .object(leftOut.sorted { $0.key < $1.key }.map { ($0.key, .number($0.value)) }),
      "failures": .array(
        failures.map { failure in
          [
            "place": .string(failure.location), "message": .string(failure.message),
            "help": .strings(failure.help),
          ]
        }),
    ]
  }
}

extension Import.Change.Kind {
  fileprivate func text(prunes: Bool) -> String {
    switch self {
    case .added, .changed, .unchanged: rawValue
    case .skipped: "not changed:"
    case .removed: prunes ? "kept" : "no longer in the document:"
    case .pruned: "deleted"
    }
  }
}
