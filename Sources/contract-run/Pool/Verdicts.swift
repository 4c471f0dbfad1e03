import ContractCore

/// The verdicts of calls. Each is an object, because a table also has room for the values that it does not have.
struct Verdicts: Sendable {
  private var boxed: [Job: Boxed<Verdict>] = [:]

  init() {}

  /// Gives jobs the same verdict.
  init(_ jobs: [Job], _ verdict: Verdict) { add(verdict, for: jobs) }

  subscript(job: Job) -> Verdict? {
    get { boxed[job]?.value }
    set { boxed[job] = newValue.map(Boxed.init) }
  }

  /// Returns the object of a verdict, so that a result can share it.
  func boxed(_ job: Job) -> Boxed<Verdict>? { boxed[job] }

  /// Adds the verdict for those of some jobs that have none.
  mutating func add(_ verdict: Verdict, for jobs: [Job]) {
    for job in jobs where boxed[job] == nil { boxed[job] = Boxed(verdict) }
  }

  /// Adds verdicts, and replaces those of the same jobs.
  mutating func merge(_ others: Verdicts) {
    if boxed.isEmpty { boxed = others.boxed } else { boxed.merge(others.boxed) { $1 } }
  }

  func contains(where condition: (Verdict) -> Bool) -> Bool { boxed.values.contains { condition($0.value) } }

  /// Returns those of the jobs that meet a condition.
  func filter(_ condition: (Job) -> Bool) -> [(key: Job, value: Verdict)] {
    boxed.compactMap { job, verdict in condition(job) ? (job, verdict.value) : nil }
  }
}
