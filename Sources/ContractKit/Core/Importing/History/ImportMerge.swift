/// A newly imported contract merged into the one that an earlier import wrote, and that people have changed since.
///
/// What people changed stays: expectations, edited members, scenarios written by hand, the order, the formatting. A
/// member that is still as it was imported gets its new value.
struct ImportMerge {
  /// The contract's file with the changes.
  private(set) var text: [UInt8]
  /// What was changed in the contract, for people.
  private(set) var changes: [String] = []
  /// What the document has differently, but people have edited.
  private(set) var kept: [String] = []
  /// The scenarios that were imported, and that the document no longer has.
  private(set) var removed: [String] = []

  /// Merges a contract.
  ///
  /// - Parameters:
  ///   - source: The file of the contract.
  ///   - json: Its value.
  ///   - earlier: The contract as it was imported last.
  ///   - prunes: Whether scenarios that the document no longer has are deleted.
  init(_ new: JSON, into source: Source, _ json: JSON, earlier: ImportHistory.Entry, prunes: Bool) {
    text = source.bytes
    var edits: [JSONEdit] = []
    merge(new, into: json, earlier.members, called: nil, &edits)
    let newScenarios = new["scenarios"]?.array ?? []
    guard let list = json["scenarios"], let place = list.range, let scenarios = list.array else { return }
    let byName = Dictionary(scenarios.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for scenario in newScenarios {
      if let own = byName[scenario.name] {
        merge(scenario, into: own, earlier.scenarios[scenario.name] ?? [:], called: scenario.name, &edits)
      } else if earlier.scenarios[scenario.name] == nil {
        edits.append(JSONEdit(at: place, .append(scenario)))
        changes.append("added scenario \"\(scenario.name)\"")
      }
    }
    let names = Set(newScenarios.map(\.name))
    removed = scenarios.map(\.name).filter { !names.contains($0) && earlier.scenarios[$0] != nil }
    text = source.edited(edits)
    if prunes, !removed.isEmpty { prune(source.path) }
  }

  private mutating func merge(
    _ new: JSON, into own: JSON, _ earlier: [String: String], called scenario: String?, _ edits: inout [JSONEdit]
  ) {
    guard let place = own.range, let members = new.object?.members else { return }
    for (index, member) in members.enumerated() where member.name != "scenarios" && member.name != "contract" {
      let what = scenario.map { "\(member.name) of scenario \"\($0)\"" } ?? member.name
      let value = own[member.name]
      if value == member.value { continue }
      let last = earlier[member.name]
      if value.map({ Digest.text(of: $0) }) == last {
        // Unchanged since the last import, or new.
        let before = members[(index + 1)...].first { own[$0.name] != nil }?.name
        edits.append(JSONEdit(at: place, .add(member.name, member.value, before: before)))
        changes.append("\(value == nil ? "added" : "changed") \(what)")
      } else if last != Digest.text(of: member.value) {
        kept.append(what)
      }
    }
  }

  /// Deletes the scenarios that the document no longer has.
  private mutating func prune(_ path: String) {
    let source = Source(path: path, bytes: text)
    var ignored: [Diagnostic] = []
    guard let list = JSON.parse(source, diagnostics: &ignored)?["scenarios"], let place = list.range else { return }
    let rest = (list.array ?? []).filter { !removed.contains($0.name) }
    // A contract has at least one scenario.
    if rest.isEmpty { return }
    text = source.edited([JSONEdit(at: place, .replace(.array(rest)))])
  }
}

extension JSON {
  /// The name of a scenario.
  fileprivate var name: String { self["name"]?.string ?? "" }
}
