package import ContractCore

extension FieldReviews {
  /// What the calls of a client showed about a changed field.
  package enum Finding: Sendable {
    /// The file describes it, or nothing has to.
    case asReviewed
    /// The result that the file must have instead; nil if it must have none.
    case changed(JSON?)
  }

  /// What calls showed about variations.
  package struct Findings: Sendable {
    /// What they showed, by variations that name their scenario and their transport.
    package var all: [FieldReview.Key: Finding] = [:]
    /// The transports on which the clients of the file can run.
    package var transports: Set<Transport> = []
    /// The contracts of which multiple scenarios are varied, so that entries name the scenario.
    package var severalScenarios: Set<String> = []
    /// All variations that exist; nil if that is not known.
    package var existing: Set<FieldReview.Key>?

    /// Makes empty findings.
    package init() {}
  }

  /// The results of one change of one field, by transport.
  private typealias Results = [Transport: JSON]

  /// Returns the text of the file with the results of some calls. If they change nothing, that is the text as it is;
  /// otherwise its entries are written again, in order.
  package func updated(by findings: Findings) -> [UInt8] {
    var results = current
    if let existing = findings.existing {
      let stale = Set(self.stale(among: existing).flatMap(\.missing))
      for key in stale {
        for transport in key.transport.map({ [$0] }) ?? Transport.allCases {
          results[key.anywhere]?[transport] = nil
        }
      }
    }
    for (key, finding) in findings.all {
      guard case .changed(let result) = finding, let transport = key.transport else { continue }
      var place = key.anywhere
      var general = place
      general.scenario = nil
      // An entry that names the scenario is used although none of its contract has to.
      if !findings.severalScenarios.contains(key.contract), results[place]?[transport] == .none { place = general }
      var own = results[place] ?? [:]
      own[transport] = result
      for other in Transport.allCases where other != transport {
        var otherKey = key
        otherKey.transport = other
        let isSeen = findings.all[otherKey] != nil
        // What nobody has seen is described with what was seen.
        if !isSeen, own[other] == .none || !findings.transports.contains(other) { own[other] = result }
      }
      results[place] = own
    }
    results = results.filter { !$0.value.isEmpty }
    return results == current ? source?.bytes ?? [] : Self.text(results, like: source?.bytes ?? [])
  }

  /// The results of the file.
  private var current: [FieldReview.Key: Results] {
    var results: [FieldReview.Key: Results] = [:]
    for entry in entries {
      for key in entry.keys {
        for transport in key.transport.map({ [$0] }) ?? Transport.allCases {
          results[key.anywhere, default: [:]][transport] = entry.result.value
        }
      }
    }
    return results
  }

  // MARK: Text

  /// What entries share that are written one after another.
  private struct Group: Hashable {
    var contract: String
    var scenario: String
    var transport: String
  }

  private static func text(_ results: [FieldReview.Key: Results], like bytes: [UInt8]) -> [UInt8] {
    // The changes of each field, by group and result.
    var groups: [Group: [String: [String: Set<FieldChange.Kind>]]] = [:]
    var values: [String: JSON] = [:]
    for (key, own) in results {
      let isSame = own.count == Transport.allCases.count && Set(own.values.map(\.text)).count == 1
      for (transport, result) in own where !isSame || transport == .memory {
        let group = Group(
          contract: key.contract, scenario: key.scenario ?? "", transport: isSame ? "" : transport.rawValue)
        values[result.text] = result
        groups[group, default: [:]][key.pointer, default: [:]][result.text, default: []].insert(key.kind)
      }
    }
    let ordered = groups.sorted {
      ($0.key.contract, $0.key.scenario, $0.key.transport) < ($1.key.contract, $1.key.scenario, $1.key.transport)
    }
    let entries = ordered.flatMap { group, fields in
      Self.entries(of: group, fields).map { pointers, changes, result in
        JSON.object(
          [("contract", .string(group.contract))]
            + (group.scenario.isEmpty ? [] : [("scenario", .string(group.scenario))])
            + [
              ("pointers", .array(pointers.map { .string($0) })),
              ("changes", .array(changes.map { .string($0.rawValue) })),
            ] + (group.transport.isEmpty ? [] : [("transport", .string(group.transport))])
            + [("result", values[result] ?? nil)])
      }
    }
    return lines(entries, like: bytes)
  }

  /// Returns the entries of a group: fields with which the client does the same after the same changes share one.
  ///
  /// A change that keeps the meaning of a value and changes the outcome is most likely a mistake of the client. It has an
  /// entry without harmless changes, so that nobody accepts it among them.
  private static func entries(
    of group: Group, _ fields: [String: [String: Set<FieldChange.Kind>]]
  ) -> [(pointers: [String], changes: [FieldChange.Kind], result: String)] {
    struct Row: Hashable {
      var result: String
      var changes: [FieldChange.Kind]
    }
    let same = JSON.string(FieldResult.same).text
    var rows: [Row: [String]] = [:]
    for (pointer, results) in fields.sorted(by: { $0.key < $1.key }) {
      for (result, kinds) in results {
        let all = FieldChange.Kind.allCases.filter(kinds.contains)
        let parts = result == same ? [all] : [all.filter(\.keepsMeaning), all.filter { !$0.keepsMeaning }]
        for changes in parts where !changes.isEmpty {
          rows[Row(result: result, changes: changes), default: []].append(pointer)
        }
      }
    }
    let order = Dictionary(uniqueKeysWithValues: FieldChange.Kind.allCases.enumerated().map { ($1, $0) })
    return rows.sorted { a, b in
      let (left, right) = (a.value[0], b.value[0])
      return left != right ? left < right : order[a.key.changes[0], default: 0] < order[b.key.changes[0], default: 0]
    }.map { ($0.value, $0.key.changes, $0.key.result) }
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

extension FieldReview.Key {
  /// The same change on any transport.
  fileprivate var anywhere: Self {
    var key = self
    key.transport = nil
    return key
  }
}
