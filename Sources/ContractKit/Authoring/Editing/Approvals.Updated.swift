package import ContractCore

extension Approvals {
  /// What the calls of a client showed about a changed field.
  package enum Finding: Sendable, Equatable {
    /// The file describes it, or nothing has to.
    case asApproved
    /// The result that the file must have instead; nil if it must have none.
    case changed(JSON?)
  }

  /// What calls showed about variations.
  package struct Findings: Sendable {
    /// What they showed, by variations that name their scenario and their transport.
    package var all: [Approval.Key: Finding] = [:]
    /// The transports on which the clients of the file can run.
    package var transports: Set<Transport> = []
    /// The contracts of which multiple scenarios are varied, so that entries name the scenario.
    package var severalScenarios: Set<String> = []
    /// All variations that exist; nil if that is not known.
    package var existing: Set<Approval.Key>?

    package init() {}
  }

  /// Returns the text of the file with the results of some calls. If they change nothing, that is the text as it is;
  /// otherwise its entries are written again, in order.
  package func updated(by findings: Findings) -> [UInt8] {
    let bytes = source?.bytes ?? []
    var current: [Approval.Key: JSON] = [:]
    for entry in entries {
      for key in entry.keys.flatMap(\.onEachTransport) { current[key] = entry.result.value }
    }
    var results = current
    if let existing = findings.existing {
      for key in stale(among: existing).flatMap(\.missing).flatMap(\.onEachTransport) { results[key] = nil }
    }
    for (key, finding) in findings.all {
      guard case .changed(let result) = finding, let transport = key.transport else { continue }
      var target = key
      // An entry that names the scenario is used although none of its contract has to.
      if !findings.severalScenarios.contains(key.contract), results[target] == nil { target.scenario = nil }
      results[target] = result
      // What nobody has seen is described with what was seen.
      for other in Transport.allCases where other != transport && findings.all[key.on(other)] == nil {
        if results[target.on(other)] == nil || !findings.transports.contains(other) {
          results[target.on(other)] = result
        }
      }
    }
    return results == current ? bytes : Self.text(results, like: bytes)
  }

  // MARK: Text

  /// What the fields of an entry have in common, besides their changes.
  private struct Part: Hashable {
    var contract: String
    var scenario: String?
    var transport: Transport?
    var result: String
    /// Whether the changes keep the meaning of a value, and change the outcome: most likely a mistake of the client. It
    /// has an entry without harmless changes, so that nobody accepts it among them.
    var isSuspicious: Bool

    /// What the order of entries depends on first.
    var names: (String, String, String) { (contract, scenario ?? "", transport?.rawValue ?? "") }
  }

  private struct Field: Hashable {
    var part: Part
    var pointer: String
  }

  private struct Row: Hashable {
    var part: Part
    var changes: [FieldChange.Kind]
  }

  /// Returns the text of a file: fields with which the client does the same after the same changes share an entry.
  private static func text(_ results: [Approval.Key: JSON], like bytes: [UInt8]) -> [UInt8] {
    var changes: [Field: Set<FieldChange.Kind>] = [:]
    var values: [String: JSON] = [:]
    for (key, result) in results {
      let text = result.text
      let isSame = Transport.allCases.allSatisfy { results[key.on($0)]?.text == text }
      if isSame, key.transport != .memory { continue }
      let part = Part(
        contract: key.contract, scenario: key.scenario, transport: isSame ? nil : key.transport, result: text,
        isSuspicious: key.kind.keepsMeaning && result.string != FieldResult.same)
      changes[Field(part: part, pointer: key.pointer), default: []].insert(key.kind)
      values[text] = result
    }
    let order = Dictionary(uniqueKeysWithValues: FieldChange.Kind.allCases.enumerated().map { ($1, $0) })
    let rows = Dictionary(grouping: changes) { field, kinds in
      Row(part: field.part, changes: FieldChange.Kind.allCases.filter(kinds.contains))
    }.map { row, fields in
      (row: row, pointers: fields.map(\.key.pointer).sorted(), first: order[row.changes[0], default: 0])
    }.sorted { a, b in
      let (left, right) = (a.row.part.names, b.row.part.names)
      return left == right ? (a.pointers[0], a.first) < (b.pointers[0], b.first) : left < right
    }
    let entries = rows.map { row, pointers, _ in
      JSON(members: [
        "contract": .string(row.part.contract), "scenario": row.part.scenario.map(JSON.string),
        "pointers": .strings(pointers), "changes": .strings(row.changes.map(\.rawValue)),
        "transport": row.part.transport.map { .string($0.rawValue) }, "result": values[row.part.result],
      ])
    }
    return lines(entries, like: bytes)
  }

  /// Returns a list with each entry on a line of its own, or on multiple lines if it is long.
  private static func lines(_ entries: [JSON], like bytes: [UInt8]) -> [UInt8] {
    let style = JSONStyle(of: bytes)
    if entries.isEmpty { return Array("[]".utf8) + style.lineEnd }
    var text = Array("[".utf8)
    for (index, entry) in entries.enumerated() {
      text += (index > 0 ? [UInt8(ascii: ",")] : []) + style.lineEnd + style.unit
      style.write(
        JSONStyle.Item(name: nil, value: entry), indentation: style.unit, column: style.unit.count, tail: 1, to: &text)
    }
    return text + style.lineEnd + [UInt8(ascii: "]")] + style.lineEnd
  }
}
