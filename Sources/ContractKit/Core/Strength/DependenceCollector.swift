import Synchronization

/// What the calls of one client's run show about dependence. Calls may come from any thread.
///
/// A group is judged as soon as all of its scenarios have ended, and its outcomes are released. So the memory does not
/// grow with the number of scenarios.
package final class DependenceCollector: Sendable {
  private struct Group {
    var members: [Job] = []
    var evidence: [Job: ComparableCalls.Call] = [:]
    var transport = Transport.memory
    var isJudged = false

    /// Returns the group with its calls, and keeps nothing of them.
    mutating func take() -> Group {
      defer {
        isJudged = true
        (members, evidence) = ([], [:])
      }
      return self
    }

    /// The calls in the order of the contract, so that what is reported does not depend on which call ends first.
    var inOrder: (jobs: [Job], calls: [ComparableCalls.Call]) {
      let jobs = members.filter { evidence[$0] != nil }
      return (jobs, jobs.compactMap { evidence[$0] })
    }
  }

  /// What the scenarios of a group have in common, besides the contract.
  private struct Key: Hashable {
    var transport: Transport?
    var input: HashedJSON
  }

  private struct State {
    var groups: [Group]
    /// The jobs whose calls were added. If scenarios are repeated, the first call counts.
    var added: Set<Job> = []
    var results: [Job: Dependence] = [:]
  }

  /// The group of each job that has an answer and is played.
  private let groups: [Job: Int]
  private let keeps: Bool
  private let state: Mutex<State>

  /// - Parameters:
  ///   - jobs: The scenarios, contract by contract. One that is skipped is compared with none.
  ///   - keeps: Whether all groups wait for extra calls. If not, each is judged as soon as possible.
  package init(_ jobs: [Job], keeps: Bool) {
    var (groups, members) = ([Group](), [Job: Int]())
    // The groups of one contract.
    var (contract, known) = (Contract?.none, [Key: Int]())
    // The group of the previous scenarios, by the place of their input. Most scenarios of a contract share one.
    var last: [Transport?: (input: SourceRange, group: Int)] = [:]
    for job in jobs where job.skip == nil && !job.scenario.exchanges.isEmpty {
      if contract !== job.contract {
        contract = job.contract
        known.removeAll(keepingCapacity: true)
        last.removeAll(keepingCapacity: true)
      }
      let input = job.scenario.input.range
      let group: Int
      if let last = last[job.transport], last.input == input {
        group = last.group
      } else {
        let key = Key(transport: job.transport, input: HashedJSON(job.scenario.input))
        group = known[key] ?? groups.count
        known[key] = group
        if let input { last[job.transport] = (input, group) }
      }
      if group == groups.count { groups.append(Group()) }
      groups[group].members.append(job)
      members[job] = group
    }
    (self.groups, self.keeps) = (members, keeps)
    state = Mutex(State(groups: groups))
  }

  package func add(_ evidence: CallEvidence, of job: Job, on transport: Transport) {
    guard !evidence.hasOtherAnswers, let number = groups[job] else { return }
    let call = ComparableCalls.Call(scenario: job.scenario, evidence: evidence)
    let complete = state.withLock { state -> Group? in
      if state.groups[number].isJudged || !state.added.insert(job).inserted { return nil }
      state.groups[number].transport = transport
      state.groups[number].evidence[job] = call
      guard !keeps, state.groups[number].evidence.count == state.groups[number].members.count else { return nil }
      return state.groups[number].take()
    }
    if let complete { judge(complete, []) }
  }

  /// Returns what is known about each job; one that did not get that far is not in it. Call it at the end.
  ///
  /// - Parameter extras: The extra calls.
  package func finish(_ probes: [Probe] = []) -> [Job: Dependence] {
    let rest = state.withLock { state in
      state.groups.indices.compactMap { index in
        state.groups[index].isJudged ? nil : (index, state.groups[index].take())
      }
    }
    for (number, group) in rest { judge(group, probes.filter { groups[$0.job] == number }) }
    return state.withLock(\.results)
  }

  private func judge(_ group: Group, _ probes: [Probe]) {
    let (jobs, evidence) = group.inOrder
    let judged = DeepStack.run {
      let calls = ComparableCalls(transport: group.transport, calls: evidence + probes.compactMap(\.call))
      return jobs.indices.map { calls.dependence(of: $0) }
    }
    state.withLock { state in
      for (job, dependence) in zip(jobs, judged) { state.results[job] = dependence }
    }
  }
}

// The calls that a run lacks.
extension DependenceCollector {
  /// A call that a job needs: the same scenario with an answer that no scenario gives.
  package struct Probe: Sendable {
    package let job: Job
    package let answer: ProbeResponse
    package let scenario: Scenario
    package let transport: Transport
    /// What the client made of it; nil if that is not known.
    package var evidence: CallEvidence?

    var call: ComparableCalls.Call? {
      evidence.map { ComparableCalls.Call(scenario: scenario, evidence: $0, probe: answer) }
    }
  }

  /// The base URLs of each job's call, unless its group is judged already.
  package var addresses: [Job: Addresses] {
    state.withLock { state in
      state.groups.reduce(into: [:]) { addresses, group in
        for (job, call) in group.evidence { addresses[job] = call.evidence.addresses }
      }
    }
  }

  /// Returns the calls that are needed to judge the jobs that passed.
  package func missing(for hasPassed: (Job) -> Bool) -> [Probe] {
    state.withLock(\.groups).flatMap { group -> [Probe] in
      let (jobs, calls) = group.inOrder
      guard let base = jobs.firstIndex(where: hasPassed) else { return [] }
      let given = Set(calls.compactMap(\.scenario.answer))
      return ProbeResponse.allCases.filter { !given.contains($0) }.compactMap { answer in
        calls[base].scenario.answering(answer, in: jobs[base].contract).map {
          Probe(job: jobs[base], answer: answer, scenario: $0, transport: group.transport)
        }
      }
    }
  }
}
