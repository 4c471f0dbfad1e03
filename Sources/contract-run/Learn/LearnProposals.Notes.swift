import ContractAuthoring
import ContractCore

// What people should look at before they accept what `learn` proposes.
extension LearnProposals {
  /// The notes, each on one line.
  var notes: [String] {
    let byContract = Dictionary(grouping: proposals.filter(\.isAccepted)) { $0.contract.name }
    let notes = byContract.sorted { $0.key < $1.key }.flatMap { name, proposals -> [String] in
      let parts = Self.versions(proposals) + Self.secrets(proposals) + proposals.flatMap(\.unclearLists).uniqued()
      let first = [Self.sameErrors(proposals), Self.failures(proposals)].compactMap(\.self) + Self.pages(proposals)
      return (first + parts + [Self.unsent(proposals)].compactMap(\.self)).map { "\(name): \($0)" }
    }
    return notes + Self.sameErrors(acrossContracts: proposals.filter(\.isAccepted))
      + Dictionary(grouping: proposals) { $0.skip }.compactMap { why, proposals in
        let names = proposals.map { "\($0.contract.name)/\($0.scenario.name)" }
        return why.map { "not played, so not learned: \(English.listed(names)): \($0)" }
      }.sorted()
  }

  /// Returns a note if the client does not distinguish the error statuses of a contract.
  private static func sameErrors(_ proposals: [ScenarioProposal]) -> String? {
    let groups = errors(proposals)
    for (outcome, same) in groups {
      let statuses = Set(same.map(\.status)).sorted()
      guard statuses.count > 1 else { continue }
      if groups.count == 1 {
        let all = statuses.count == 2 ? "both" : "all \(statuses.count)"
        return "\(all) status errors give the same outcome, \(outcome)"
      }
      // A client need not distinguish errors of the server.
      if statuses[1] < 500 {
        return "the statuses \(English.listed(statuses.map(String.init))) give the same outcome, \(outcome)"
      }
    }
    return nil
  }

  /// Returns a note for each outcome after different error statuses, if no contract has two of them.
  private static func sameErrors(acrossContracts proposals: [ScenarioProposal]) -> [String] {
    errors(proposals).compactMap { outcome, same in
      let statuses = same.grouped(by: \.status).sorted { $0.key < $1.key }
      let areApart = same.grouped(by: \.contract).allSatisfy { Set($0.elements.map(\.status)).count == 1 }
      guard areApart, statuses.count > 1, statuses[1].key < 500 else { return nil }
      let listed = English.listed(statuses.map { "\($0.key) (\($0.elements[0].contract))" })
      return "the statuses \(listed) give the same outcome, \(outcome)"
    }
  }

  private typealias StatusError = (status: Int, contract: String, outcome: String)

  /// Returns the scenarios that end in a status error, by the client's outcome.
  private static func errors(_ proposals: [ScenarioProposal]) -> [(outcome: String, errors: [StatusError])] {
    let errors = proposals.compactMap { proposal -> StatusError? in
      guard let response = proposal.scenario.exchanges.last?.response, response.kind == .statusError,
        let status = response.status, let outcome = proposal.expect
      else { return nil }
      return (status, proposal.contract.name, outcome.text.asLine)
    }
    return errors.grouped(by: \.outcome).map { ($0, $1) }
  }

  /// Returns a note for each header in which the client names itself, with its version.
  private static func versions(_ proposals: [ScenarioProposal]) -> [String] {
    let headers = proposals.flatMap { $0.headersWithVersions }
    return Set(headers).sorted().map { "header \($0) accepts every version" }
  }

  /// Returns a note for each secret that the contract does not contain.
  private static func secrets(_ proposals: [ScenarioProposal]) -> [String] {
    let unsent = ScenarioProposal.neverSent(in: proposals)
    return Dictionary(grouping: proposals.flatMap(\.unknownSecrets), by: \.part).sorted { $0.key < $1.key }.map {
      part, same in
      let inputs = same.reduce(unsent) { $0.intersection($1.inputs) }
      return inputs.isEmpty
        ? "\(part) accepts every value, because the contract does not contain the client's"
        : "\(part) is not input \(English.listed(inputs.sorted())), so it accepts every value"
    }
  }

  /// Returns a note about the texts of the input that are in no request.
  private static func unsent(_ proposals: [ScenarioProposal]) -> String? {
    let byScenarios = Dictionary(grouping: ScenarioProposal.unsentInputs(in: proposals), by: \.scenarios)
    let parts = byScenarios.sorted {
      $0.key.count == $1.key.count ? $0.key.lexicographicallyPrecedes($1.key) : $0.key.count < $1.key.count
    }.map { scenarios, inputs in
      let pointers = inputs.map(\.pointer)
      let names =
        pointers == [""]
        ? "the input is" : pointers.count == 1 ? "input \(pointers[0]) is" : "inputs \(listed(pointers)) are"
      return "\(names) in no request" + (scenarios.isEmpty ? "" : " of \(listed(scenarios.map { "\"\($0)\"" }))")
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// Returns the first names of a list as text.
  private static func listed(_ names: [String]) -> String {
    let rest = names.count - maximum
    return English.listed(rest > 1 ? names.prefix(maximum) + ["\(rest) more"] : names)
  }

  /// The largest number of names in a note about the input.
  private static let maximum = 5

  /// Returns a note if the client fails with valid responses.
  private static func failures(_ proposals: [ScenarioProposal]) -> String? {
    let names = proposals.filter(\.failsWithValid).map { "\"\($0.scenario.name)\"" }
    return names.isEmpty ? nil : "the client fails with the valid response of \(English.listed(names))"
  }

  // MARK: Pages

  /// Returns a note for each list of answers of which only some elements are in the outcome, and otherwise one if no
  /// scenario has a second page.
  private static func pages(_ proposals: [ScenarioProposal]) -> [String] {
    let lost = proposals.compactMap(lostElements).uniqued()
    if !lost.isEmpty { return lost }
    // Other scenarios may have been learned before.
    let answers = (proposals.first?.contract.scenarios ?? []).flatMap { $0.exchanges.map(\.response) }
    let members = answers.filter { $0.kind == .valid }.flatMap { answer in
      (answer.json?.object?.members ?? []).filter { pageNames.contains($0.name.lowercased()) }
    }
    guard let first = members.first, members.allSatisfy(\.value.isNothing) else { return [] }
    return ["no scenario has a second page, because /\(first.name) is \(first.value.text) in each answer"]
  }

  /// The names of members that lead to the next page, in lowercase.
  private static let pageNames: Set = [
    "next", "next_page", "nextpage", "next_cursor", "nextcursor", "next_page_token", "nextpagetoken", "next_token",
    "nexttoken", "next_url", "nexturl", "nextlink", "@odata.nextlink", "has_more", "hasmore", "cursor",
  ]

  /// Returns a note if the outcome has the elements of one answer, and nothing of those of another one.
  private static func lostElements(_ proposal: ScenarioProposal) -> String? {
    guard let outcome = proposal.expect?["success"] else { return nil }
    let known = Set(outcome.leaves.map(\.value))
    // The pages of one list have the same method, path and places.
    typealias Page = (answer: Int, path: String, places: Set<String>, isKnown: Bool)
    let pages = proposal.scenario.exchanges.enumerated().compactMap { index, exchange -> Page? in
      guard exchange.response.kind == .valid, let json = exchange.response.json else { return nil }
      let leaves = json.leaves.filter { $0.pattern.contains("/*") }
      let path = exchange.request.map { "\($0.method.value) \($0.path.value)" } ?? ""
      return (index + 1, path, Set(leaves.map(\.pattern)), leaves.contains { known.contains($0.value) })
    }
    for lost in pages where !lost.isKnown && !lost.places.isEmpty {
      guard let kept = pages.first(where: { $0.isKnown && $0.path == lost.path && $0.places == lost.places }) else {
        continue
      }
      return
        "\(JSON.string(proposal.scenario.name).text): the outcome has elements of answer \(kept.answer), but nothing"
        + " of answer \(lost.answer)"
    }
    return nil
  }
}

extension JSON {
  /// Whether the value says that nothing follows.
  fileprivate var isNothing: Bool { isNull || bool == false || string?.isEmpty == true }

  /// The strings and numbers, each with its place, which has `*` for each index of an array.
  fileprivate var leaves: [(pattern: String, value: String)] {
    if string != nil || number != nil { return [("", text)] }
    return children.flatMap { name, value in
      let step = isArray ? "/*" : JSONPointer.step(name)
      return value.leaves.map { (step + $0.pattern, $0.value) }
    }
  }
}
