import Synchronization

/// What the calls of one client's run show about dependence. Calls may come from any thread.
///
/// A group is judged as soon as all of its scenarios have ended, and its outcomes are released. So the memory does not
/// grow with the number of scenarios.
package final class SiblingTally: Sendable {
  /// One scenario that the run plays.
  package struct Member: Sendable {
    var contract: Contract
    var scenario: Scenario
    var transport: Transport?

    /// - Parameter transport: How its requests travel; nil if the driver decides, for all scenarios alike.
    package init(_ scenario: Scenario, of contract: Contract, on transport: Transport?) {
      (self.contract, self.scenario, self.transport) = (contract, scenario, transport)
    }
  }

  private struct Group {
    var members: [Int] = []
    var answered: [(member: Int, call: SiblingGroup.Call)] = []
    var transport = Transport.memory
    var isJudged = false

    /// Returns the group with its calls, and keeps nothing of them.
    mutating func take() -> Group {
      defer {
        isJudged = true
        answered = []
      }
      return self
    }
  }

  private struct State {
    var groups: [Group]
    /// Whether each member's call was added. If scenarios are repeated, the first call counts.
    var isAdded: [Bool]
    var results: [Dependence?]
  }

  private let members: [Member]
  /// The group of each member; -1 for a scenario that has no answer, or is not played.
  private let groups: [Int32]
  private let keeps: Bool
  private let state: Mutex<State>

  /// - Parameters:
  ///   - members: The scenarios, contract by contract; nil for one that is skipped.
  ///   - keeps: Whether all groups wait for extra calls. If not, each is judged as soon as possible.
  package init(_ members: [Member?], keeps: Bool) {
    var builder = GroupBuilder()
    groups = members.map { $0.map { builder.group(of: $0) } ?? -1 }
    var groups = Array(repeating: Group(), count: builder.count)
    for (index, group) in self.groups.enumerated() where group >= 0 { groups[Int(group)].members.append(index) }
    let nobody = members.lazy.compactMap(\.self).first
    self.members = nobody.map { nobody in members.map { $0 ?? nobody } } ?? []
    self.keeps = keeps
    state = Mutex(
      State(
        groups: groups, isAdded: Array(repeating: false, count: members.count),
        results: Array(repeating: nil, count: members.count)))
  }

  /// Adds a call of a member.
  package func add(_ answered: Answered, of member: Int, on transport: Transport) {
    guard !answered.hasOtherAnswers, groups[member] >= 0 else { return }
    let number = Int(groups[member])
    let call = SiblingGroup.Call(scenario: members[member].scenario, answered: answered)
    let complete = state.withLock { state -> Group? in
      if state.groups[number].isJudged || state.isAdded[member] { return nil }
      state.isAdded[member] = true
      state.groups[number].transport = transport
      state.groups[number].answered.append((member, call))
      guard !keeps, state.groups[number].answered.count == state.groups[number].members.count else { return nil }
      return state.groups[number].take()
    }
    if let complete { judge(complete, []) }
  }

  /// Returns what is known about each member; nil if it did not get that far. Call it once, at the end.
  ///
  /// - Parameter extras: The extra calls.
  package func finish(_ extras: [Extra] = []) -> [Dependence?] {
    let rest = state.withLock { state in
      state.groups.indices.compactMap { index in
        state.groups[index].isJudged ? nil : (Int32(index), state.groups[index].take())
      }
    }
    for (number, group) in rest { judge(group, extras.filter { groups[$0.member] == number }) }
    return state.withLock(\.results)
  }

  private func judge(_ group: Group, _ extras: [Extra]) {
    // Sorted, so that what is reported does not depend on which call ends first.
    let answered = group.answered.sorted { $0.member < $1.member }
    let calls = answered.map(\.call) + extras.compactMap(\.call)
    let judged = DeepStack.run {
      let siblings = SiblingGroup(transport: group.transport, calls: calls)
      return answered.indices.map { siblings.dependence(of: $0) }
    }
    state.withLock { state in
      for (index, dependence) in zip(answered.map(\.member), judged) { state.results[index] = dependence }
    }
  }
}

// The calls that a run lacks.
extension SiblingTally {
  /// A call that a member needs: the same scenario with an answer that no sibling gives.
  package struct Extra: Sendable {
    /// The member that is played with another answer.
    package let member: Int
    package let answer: Answer
    package let scenario: Scenario
    /// How its requests travel.
    package let transport: Transport
    /// What the client made of it; nil if that is not known.
    package var answered: Answered?

    var call: SiblingGroup.Call? {
      answered.map { SiblingGroup.Call(scenario: scenario, answered: $0, extra: answer) }
    }
  }

  /// The base URLs of each member's call; nil if it has none, or its group is judged already.
  package var addresses: [Addresses?] {
    state.withLock { state in
      var addresses = [Addresses?](repeating: nil, count: groups.count)
      for group in state.groups {
        for (member, call) in group.answered { addresses[member] = call.answered.addresses }
      }
      return addresses
    }
  }

  /// Returns the calls that are needed to judge the members that passed.
  package func missing(for hasPassed: (Int) -> Bool) -> [Extra] {
    state.withLock(\.groups).flatMap { group -> [Extra] in
      let answered = group.answered.sorted { $0.member < $1.member }
      guard let base = answered.first(where: { hasPassed($0.member) }) else { return [] }
      let given = Set(answered.compactMap(\.call.scenario.answer))
      return Answer.allCases.filter { !given.contains($0) }.compactMap { answer in
        base.call.scenario.answering(answer, in: members[base.member].contract).map {
          Extra(member: base.member, answer: answer, scenario: $0, transport: group.transport)
        }
      }
    }
  }
}

/// The numbers of groups, given to scenarios contract by contract.
private struct GroupBuilder {
  private struct Key: Hashable {
    var transport: Transport?
    var input: HashedJSON
  }

  private(set) var count: Int = 0
  private var contract: Contract?
  private var groups: [Key: Int32] = [:]
  /// The group of the previous scenarios, by the place of their input. Most scenarios of a contract share one.
  private var last: [Transport?: (place: SourceRange.Beginning, group: Int32)] = [:]

  /// Returns the group of a scenario; -1 if it has no answer.
  package mutating func group(of member: SiblingTally.Member) -> Int32 {
    if member.scenario.exchanges.isEmpty { return -1 }
    if contract !== member.contract {
      contract = member.contract
      groups.removeAll(keepingCapacity: true)
      last.removeAll(keepingCapacity: true)
    }
    let place = member.scenario.input.range.map(SourceRange.Beginning.init)
    if let place, let last = last[member.transport], last.place == place { return last.group }
    let key = Key(transport: member.transport, input: HashedJSON(member.scenario.input))
    let group = groups[key] ?? Int32(count)
    if groups.updateValue(group, forKey: key) == nil { count += 1 }
    if let place { last[member.transport] = (place, group) }
    return group
  }
}
