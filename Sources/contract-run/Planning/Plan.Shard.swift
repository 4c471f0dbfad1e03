import ContractCore
import ContractReporting
import Foundation

extension Plan {
  /// The client whose transport nothing states, so that only its driver's hello decides; nil if there is none.
  var clientWithoutTransport: String? { clients.first { $0.transports.contains(nil) }?.name }

  /// Divides the scenarios so that all shards take about as long.
  ///
  /// - Returns: The shard, from 1, of each scenario by its id. The variations of a scenario are in the same shard.
  func shares(_ count: Int) -> [String: Int] {
    var costs: [String: Double] = [:]
    for client in clients {
      for job in client.jobs { costs[client.id(of: job), default: 0] += job.cost }
      for varied in client.varied {
        costs[client.id(of: varied.job), default: 0] += Double(varied.count) * varied.job.cost
      }
    }
    return Self.shares(of: costs, count: count)
  }

  /// Keeps only the scenarios of one shard.
  ///
  /// - Parameters:
  ///   - shares: The shards of all scenarios by their ids.
  mutating func keepOnly(_ shard: Shard, _ shares: [String: Int]) {
    var part = RunReport.Part(indexes: [shard.index], count: shard.count, scenarios: count)
    if shard.count > 1 { isFull = false }
    for (index, client) in clients.enumerated() {
      func isOwn(_ job: Job) -> Bool { shares[client.id(of: job)] == shard.index }
      let (jobs, varied) = (client.jobs.filter(isOwn), client.varied.filter { isOwn($0.job) })
      let hasOthers = client.jobs.contains { $0.skip == nil && !isOwn($0) } || varied.count < client.varied.count
      if hasOthers { part.hasOthers = true }
      keep(jobs, varied, of: index)
    }
    self.part = part
  }

  /// The number of scenarios.
  private var count: Int { clients.reduce(0) { $0 + $1.jobs.count } }

  /// Returns what the plan consists of. It does not depend on the order of contracts, nor on the folder.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of contract-run that choose the scenarios, without the shard.
  ///   - command: What plays it: `run`, `prove` for `run --prove`, or `verify`.
  ///   - shards: The number of shards.
  func record(_ arguments: [String] = [], by command: String = Command.run.name, shards: Int = 1) -> RunReport.Plan {
    var plan = Fingerprint(of: ["\(shards)"])
    for client in clients {
      plan.add("\(client.name) on \(client.transports.map { $0?.rawValue ?? "" })")
      for id in client.jobs.map({ client.id(of: $0) }).sorted() { plan.add(id) }
      let varied = client.varied.map { "\(client.id(of: $0.job)): \($0.places)" }
      for text in varied.sorted() { plan.add(text) }
    }
    // Clients may have the same contracts.
    var known: [ObjectIdentifier: Fingerprint] = [:]
    var contracts: [String: [String: Fingerprint]] = [:]
    for client in clients {
      for contract in client.contracts {
        let source = ObjectIdentifier(contract.source)
        let text = known[source] ?? Fingerprint(of: contract.source.bytes)
        known[source] = text
        contracts[client.name, default: [:]][contract.name] = text
      }
    }
    let files = files.compactMap { path in
      FileManager.default.contents(atPath: path).map { (FileSystem.shown(path), Fingerprint(of: $0)) }
    }
    return RunReport.Plan(
      command: command, arguments: arguments, scenarios: count, chosen: plan, contracts: contracts,
      files: Dictionary(files) { first, _ in first })
  }

  /// Returns the shard of each id, from 1: the longest one first, and each to the shard that has least so far.
  private static func shares(of costs: [String: Double], count: Int) -> [String: Int] {
    let order = costs.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    var loads = Array(repeating: 0.0, count: count)
    var shares: [String: Int] = [:]
    // A heap of the shards: the one with the least load, and of those the first, is on top.
    var heap = Array(0..<count)
    for (id, cost) in order {
      let share = heap[0]
      loads[share] += cost
      shares[id] = share + 1
      var parent = 0
      while 2 * parent + 1 < count {
        let children = [2 * parent + 1, 2 * parent + 2].filter { $0 < count }
        guard let least = children.min(by: { (loads[heap[$0]], heap[$0]) < (loads[heap[$1]], heap[$1]) }),
          (loads[heap[least]], heap[least]) < (loads[heap[parent]], heap[parent])
        else { break }
        heap.swapAt(least, parent)
        parent = least
      }
    }
    return shares
  }
}

extension Job {
  /// What a call takes without waits.
  private static let base = 0.001

  /// How long it takes, in seconds, as far as the contract says it.
  var cost: Double {
    if skip != nil { return Self.base }
    return Self.base + scenario.exchanges.reduce(0) { $0 + $1.response.wait + ($1.notBefore?.value ?? 0) }
  }
}

extension Response {
  /// The delays that the contract states, in seconds.
  fileprivate var wait: Double { delay + (body?.pieces.reduce(0) { $0 + $1.delay } ?? 0) }
}
