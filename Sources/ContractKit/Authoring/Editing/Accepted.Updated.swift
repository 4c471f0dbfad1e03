package import ContractCore

extension Accepted {
  /// What the calls of a client showed about a changed field.
  package enum Finding: Sendable, Equatable {
    /// The file describes it, or nothing has to.
    case asAccepted
    /// The result that the file must have instead; nil if it must have none.
    case changed(JSON?)
  }

  /// What calls showed about variations.
  package struct Findings: Sendable {
    /// What they showed, by changes that name their client, their scenario and their transport.
    package var all: [AcceptedFields.Key: Finding] = [:]
    /// The transports on which the clients of the file can run.
    package var transports: Set<Transport> = []
    /// The contracts of which multiple scenarios are varied, so that entries name the scenario.
    package var severalScenarios: Set<String> = []
    /// All changes that exist; nil if that is not known.
    package var existing: [AcceptedFields.Key]?

    package init() {}
  }

  /// What a file says about one change.
  private struct Result: Hashable {
    var json: JSON
    var because: String
    var issue: String?
    var until: String?

    func hash(into hasher: inout Hasher) { hasher.combine(json.text) }
  }

  /// What the fields of an entry have in common, besides their changes.
  private struct Part: Hashable {
    var client: String?
    var contract: String?
    var scenario: String?
    var transport: Transport?
    var result: Result
    /// Whether the changes keep the meaning of a value, and change the outcome: most likely a mistake of the client. It
    /// has an entry without harmless changes, so that nobody accepts it among them.
    var isSuspicious: Bool

    /// What the order of entries depends on first.
    var names: [String] { [contract, scenario, client, transport?.rawValue].map { $0 ?? "" } }
  }

  /// Returns the text of the file with the results of some calls. Entries that say what was seen stay as they are; the
  /// others are written again, at the end.
  ///
  /// - Parameters:
  ///   - clients: All clients that entries of the file can be about.
  ///   - because: Why the results are accepted.
  package func updated(by findings: Findings, clients: [String], because: String) -> [UInt8] {
    var current: [AcceptedFields.Key: (index: Int, result: Result)] = [:]
    func each(_ key: AcceptedFields.Key) -> [AcceptedFields.Key] {
      (key.client.map { [$0] } ?? clients).flatMap { client in
        var key = key
        key.client = client
        return key.onEachTransport
      }
    }
    for (index, entry) in entries.enumerated() {
      guard let fields = entry.fields else { continue }
      // The file keeps what people wrote.
      let written = JSON.parse(entry.range.bytes)
      let result = Result(
        json: fields.result.value, because: written?["because"]?.string ?? entry.because.value,
        issue: written?["issue"]?.string, until: entry.until?.value)
      for key in entry.fieldKeys.flatMap(each) { current[key] = (index, result) }
    }
    var results = current.mapValues(\.result)
    if let existing = findings.existing {
      let existing = Set(existing.flatMap(\.generalized))
      for key in entries.flatMap(\.fieldKeys) where !existing.contains(key) {
        for key in each(key) { results[key] = nil }
      }
    }
    // An entry whose last day is over says nothing any more.
    func isOver(_ key: AcceptedFields.Key) -> Bool { results[key]?.until.map { $0 < today } ?? false }
    for (key, finding) in findings.all {
      var target = key
      // An entry that names the scenario is used although none of its contract has to.
      if !findings.severalScenarios.contains(key.contract ?? ""), results[target] == nil { target.scenario = nil }
      guard let transport = key.transport, finding != .asAccepted || isOver(target) else { continue }
      let json: JSON? = if case .changed(let json) = finding { json } else { nil }
      let result = json.map { Result(json: $0, because: because) }
      func replace(_ key: AcceptedFields.Key) {
        if isOver(key) || results[key]?.json != json { results[key] = result }
      }
      replace(target)
      // What nobody has seen is described with what was seen.
      for other in Transport.allCases where other != transport && findings.all[key.on(other)] == nil {
        let place = target.on(other)
        if results[place] == nil || isOver(place) || !findings.transports.contains(other) { replace(place) }
      }
    }
    var changed: Set<Int> = []
    for (key, old) in current where results[key] != old.result { changed.insert(old.index) }
    let written = results.filter { key, _ in current[key].map { changed.contains($0.index) } ?? true }
    if changed.isEmpty, written.isEmpty { return source?.bytes ?? [] }
    return text(without: changed, adding: Self.entries(written, clients: clients))
  }

  /// Returns entries: fields with which the clients do the same after the same changes share one.
  private static func entries(_ results: [AcceptedFields.Key: Result], clients: [String]) -> [JSON] {
    // By pointers.
    var changes: [Part: [String: Set<FieldChange.Kind>]] = [:]
    for (key, result) in results {
      let isSame = Transport.allCases.allSatisfy { results[key.on($0)] == result }
      if isSame, key.transport != Transport.allCases[0] { continue }
      var other = key
      let isOfAll = clients.allSatisfy { client in
        other.client = client
        return results[other] == result
          && (!isSame || Transport.allCases.allSatisfy { results[other.on($0)] == result })
      }
      if isOfAll, key.client != clients[0] { continue }
      let part = Part(
        client: isOfAll ? nil : key.client, contract: key.contract, scenario: key.scenario,
        transport: isSame ? nil : key.transport, result: result,
        isSuspicious: key.kind.keepsMeaning && result.json.string != AcceptedFields.same)
      changes[part, default: [:]][key.pointer, default: []].insert(key.kind)
    }
    let rows = changes.flatMap { part, fields in
      Dictionary(grouping: fields) { FieldChange.Kind.allCases.filter($0.value.contains) }.map { kinds, fields in
        (part: part, kinds: kinds, pointers: fields.map(\.key).sorted())
      }
    }
    let order = Dictionary(uniqueKeysWithValues: FieldChange.Kind.allCases.enumerated().map { ($1, $0) })
    let sorted = rows.sorted { a, b in
      let (left, right) = (a.part.names, b.part.names)
      if left != right { return left.lexicographicallyPrecedes(right) }
      return (a.pointers[0], order[a.kinds[0], default: 0]) < (b.pointers[0], order[b.kinds[0], default: 0])
    }
    return sorted.map { part, kinds, pointers in
      let fields = AcceptedFields(
        pointers: pointers, changes: kinds, result: SourceLocated(part.result.json, at: .nowhere))
      return AcceptedEntry.json(
        client: part.client, contract: part.contract, scenario: part.scenario, transport: part.transport,
        .fields(fields), because: part.result.because, issue: part.result.issue, until: part.result.until)
    }
  }

  /// Returns the text of the file without some entries, and with others at the end. Each entry begins a line; those that
  /// stay are as they were.
  package func text(without removed: Set<Int> = [], adding added: [JSON]) -> [UInt8] {
    let bytes = source?.bytes ?? []
    let style = JSONStyle(of: bytes)
    let kept = entries.enumerated().filter { !removed.contains($0.offset) }.map(\.element.range.bytes)
    return style.list(added, after: kept)
  }
}

extension JSONStyle {
  /// Returns the text of a list whose elements each begin a line.
  ///
  /// - Parameter texts: Elements that come first, as they are written already.
  func list(_ elements: [JSON], after texts: [[UInt8]] = []) -> [UInt8] {
    let all =
      texts
      + elements.map { element in
        var text: [UInt8] = []
        write(Item(name: nil, value: element), indentation: unit, column: unit.count, tail: 1, to: &text)
        return text
      }
    if all.isEmpty { return Array("[]".utf8) + lineEnd }
    let newLine = lineEnd + unit
    var text = [UInt8(ascii: "[")] + newLine
    text += all.joined(separator: [UInt8(ascii: ",")] + newLine)
    text += lineEnd
    return text + [UInt8(ascii: "]")] + lineEnd
  }
}
