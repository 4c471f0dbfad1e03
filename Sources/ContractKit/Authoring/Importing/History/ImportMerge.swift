import ContractCore

/// A newly imported contract merged into the one that an earlier import wrote, and that people have changed since.
///
/// What people changed stays: expectations, edited members, scenarios written by hand, the order, the formatting. A
/// member that is still as it was imported gets its new value, or is removed with what it came from.
struct ImportMerge {
  /// The contract's file with the changes.
  private(set) var text: [UInt8]
  /// What was changed in the contract, for people.
  private(set) var changes: [String] = []
  /// What the document has differently, but people have edited.
  private(set) var kept: [String] = []
  /// The scenarios that were imported, and that the document no longer has.
  private(set) var removed: [String] = []
  /// The names that the contract has for the scenarios of the new one, in their order.
  private(set) var names: [String] = []
  /// The members that the document no longer has, with the name of their scenario; nil for the contract.
  private var stale: [(scenario: String?, member: String)] = []

  /// - Parameters:
  ///   - earlier: The contract as it was imported last.
  ///   - prunes: Whether scenarios that the document no longer has are deleted.
  init(_ new: JSON, into source: Source, _ json: JSON, earlier: ImportHistory.Entry, prunes: Bool) {
    text = source.bytes
    var edits: [JSONEdit] = []
    merge(new, into: json, earlier.members, called: nil, &edits)
    let scenarios = json["scenarios"]?.elements ?? []
    let byName = Dictionary(scenarios.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    guard let place = json["scenarios"]?.range else { return }
    let newScenarios = new["scenarios"]?.elements ?? []
    names = Self.names(of: newScenarios, earlier: earlier, own: Set(byName.keys))
    for (scenario, name) in zip(newScenarios, names) {
      if let own = byName[name] {
        merge(scenario, into: own, earlier.scenarios[name] ?? [:], called: name, &edits)
      } else if earlier.scenarios[name] == nil {
        edits.append(JSONEdit(at: place, .append(scenario.renamed(name))))
        changes.append("added scenario \"\(name)\"")
      }
    }
    let known = Set(names)
    removed = scenarios.map(\.name).filter { !known.contains($0) && earlier.scenarios[$0] != nil }
    text = source.edited(edits)
    if !stale.isEmpty { edit(source.path, removals) }
    if prunes, !removed.isEmpty { edit(source.path, pruning) }
  }

  /// Returns the names that the contract has for new scenarios. Documents number what has no name of its own, so a new
  /// scenario may have the name that another one had. Input and answer show which is which.
  private static func names(of scenarios: [JSON], earlier: ImportHistory.Entry, own: Set<String>) -> [String] {
    func identity(_ digests: [String: String]) -> [String: String] {
      digests.filter { ["input", "response", "exchanges"].contains($0.key) }
    }
    let identities = scenarios.map { identity(ImportHistory.Entry.digests(of: $0)) }
    var free = earlier.scenarios.mapValues(identity)
    var names: [String?] = zip(scenarios, identities).map { scenario, identity in
      free[scenario.name] == identity ? scenario.name : nil
    }
    for name in names.compactMap(\.self) { free[name] = nil }
    var byIdentity = Dictionary(grouping: free.keys) { free[$0] }.mapValues { $0.sorted(by: >) }
    for (index, identity) in identities.enumerated() where names[index] == nil {
      guard let same = byIdentity[identity]?.popLast() else { continue }
      names[index] = same
      free[same] = nil
    }
    for (index, scenario) in scenarios.enumerated() where names[index] == nil {
      // One that somebody wrote by hand stays, too.
      let isOwn = earlier.scenarios[scenario.name] == nil && own.contains(scenario.name)
      if free.removeValue(forKey: scenario.name) != nil || isOwn { names[index] = scenario.name }
    }
    // What is left is new.
    var numbers = NumberedNames()
    for name in own.union(earlier.scenarios.keys) { numbers.reserve(name) }
    return zip(scenarios, names).map { own, name in name ?? numbers.unique(own.name) { "\(own.name) \($0)" } }
  }

  private mutating func merge(
    _ new: JSON, into own: JSON, _ earlier: [String: String], called scenario: String?, _ edits: inout [JSONEdit]
  ) {
    guard let place = own.range, let members = new.object?.members else { return }
    let ignored = ["scenarios", "contract", "name"]
    func text(_ member: String) -> String { scenario.map { "\(member) of scenario \"\($0)\"" } ?? member }
    for (index, member) in members.enumerated() where !ignored.contains(member.name) {
      let value = own[member.name]
      if value == member.value { continue }
      let last = earlier[member.name]
      if value?.fingerprint == last {
        // Unchanged since the last import, or new.
        let before = members[(index + 1)...].first { own[$0.name] != nil }?.name
        edits.append(JSONEdit(at: place, .add(member.name, member.value, before: before)))
        changes.append("\(value == nil ? "added" : "changed") \(text(member.name))")
      } else if last != member.value.fingerprint {
        kept.append(text(member.name))
      }
    }
    // What was imported, and is not in the document anymore.
    for member in own.members where new[member.name] == nil && !ignored.contains(member.name) {
      guard let last = earlier[member.name] else { continue }
      if member.value.fingerprint == last {
        stale.append((scenario, member.name))
        changes.append("removed \(text(member.name))")
      } else {
        kept.append(text(member.name))
      }
    }
  }

  /// Changes the text by the edits that a function makes for its value.
  private mutating func edit(_ path: String, _ edits: (JSON) -> [JSONEdit]) {
    let source = Source(path: path, bytes: text)
    if let json = source.json { text = source.edited(edits(json)) }
  }

  /// Returns the edits that remove the members that the document no longer has.
  private func removals(_ json: JSON) -> [JSONEdit] {
    let scenarios = Dictionary(
      (json["scenarios"]?.elements ?? []).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    return stale.compactMap { scenario, member in
      let object = scenario.map { scenarios[$0] } ?? json
      return object?.range.map { JSONEdit(at: $0, .remove(member)) }
    }
  }

  /// Returns the edit that deletes the scenarios that the document no longer has.
  private func pruning(_ json: JSON) -> [JSONEdit] {
    guard let list = json["scenarios"], let place = list.range else { return [] }
    let names = Set(removed)
    let rest = list.elements.filter { !names.contains($0.name) }
    // A contract has at least one scenario.
    return rest.isEmpty ? [] : [JSONEdit(at: place, .replace(.array(rest)))]
  }
}

extension JSON {
  fileprivate var name: String { self["name"]?.string ?? "" }

  fileprivate func renamed(_ name: String) -> JSON {
    object?.mapValues { $0.name == "name" ? .string(name) : $0.value } ?? self
  }
}
