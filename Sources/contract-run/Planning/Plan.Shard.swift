import ContractCore
import ContractReporting
import Foundation

extension Plan {
  /// A scenario on one transport with its variations, which always run on the same machine.
  private struct Unit {
    var client: Int
    var id: String
    var entry: Int?
    var varied: Int?
    /// How long it takes, in seconds, as far as its contract says it. So every machine makes the same plan.
    var cost = 0.0
  }

  /// The client whose transport nothing states, so that only its driver's hello decides; nil if there is none.
  var clientWithoutTransport: String? { clients.first { $0.transports.contains(nil) }?.name }

  /// The shard of each scenario and of its variations, from 1.
  struct Shares {
    /// The shards of each client's scenarios, in their order.
    var entries: [[Int]]
    /// The shards of the variations of each client's scenarios, in their order.
    var varied: [[Int]]
  }

  /// Divides the scenarios so that all shards take about as long.
  func shares(_ count: Int) -> Shares {
    let units = units
    var shares = Shares(
      entries: clients.map { Array(repeating: 1, count: $0.entries.count) },
      varied: clients.map { Array(repeating: 1, count: $0.varied.count) })
    for (unit, share) in zip(units, Self.shares(of: units, count: count)) {
      if let entry = unit.entry { shares.entries[unit.client][entry] = share }
      if let varied = unit.varied { shares.varied[unit.client][varied] = share }
    }
    return shares
  }

  /// Keeps only the scenarios of one shard.
  ///
  /// - Parameter arguments: The arguments of contract-run that choose the scenarios of all shards.
  mutating func keepOnly(_ shard: Shard, arguments: [String]) {
    keepOnly(shard, shares(shard.count), digest(shard.count), arguments: arguments)
  }

  /// Keeps only the scenarios of one shard.
  ///
  /// - Parameters:
  ///   - shares: The shards of all scenarios.
  ///   - digest: What all scenarios consist of.
  mutating func keepOnly(
    _ shard: Shard, _ shares: Shares, _ digest: RunReport.Part.Digest, arguments: [String] = []
  ) {
    var part = RunReport.Part(
      indexes: [shard.index], count: shard.count, scenarios: clients.reduce(0) { $0 + $1.entries.count },
      digest: digest, arguments: arguments)
    if shard.count > 1 { isFull = false }
    for (index, client) in clients.enumerated() {
      let (entries, varied) = (zip(client.entries, shares.entries[index]), zip(client.varied, shares.varied[index]))
      if entries.contains(where: { $0.skip == nil && $1 != shard.index }) { part.hasOthers = true }
      if varied.contains(where: { $1 != shard.index }) { part.hasOthers = true }
      keep(
        entries.filter { $1 == shard.index }.map(\.0), varied.filter { $1 == shard.index }.map(\.0), of: index)
    }
    self.part = part
  }

  /// Returns what the plan consists of. It does not depend on the order of contracts, nor on the folder.
  func digest(_ count: Int) -> RunReport.Part.Digest {
    var plan = Fingerprint(of: ["\(count)"])
    for client in clients {
      plan.add("\(client.name) on \(client.transports.map { $0?.rawValue ?? "" })")
      for id in client.entries.map({ client.id(of: $0) }).sorted() { plan.add(id) }
      let varied = client.varied.map { varied in
        let chosen = varied.chosen.map { $0.map(\.name).sorted().joined(separator: ", ") } ?? ""
        return "\(client.id(of: varied.entry)): \(varied.count) \(chosen)"
      }
      for text in varied.sorted() { plan.add(text) }
    }
    // Clients may have the same contracts.
    var known: [ObjectIdentifier: UInt64] = [:]
    var texts: [(name: String, text: UInt64)] = []
    for client in clients {
      for contract in client.contracts {
        let source = ObjectIdentifier(contract.source)
        let text = known[source] ?? Fingerprint(of: contract.source.bytes).number
        known[source] = text
        texts.append(("\(client.name)/\(contract.name)", text))
      }
    }
    for file in files {
      // A file that is missing differs from one that is empty.
      let text = FileManager.default.contents(atPath: file).map { Fingerprint(of: $0).number } ?? 0
      texts.append((Path.shown(file), text))
    }
    var contracts = Fingerprint()
    for (name, text) in texts.sorted(by: { $0.name < $1.name }) {
      contracts.add(name)
      contracts.add(number: text)
    }
    return RunReport.Part.Digest(plan: plan, contracts: contracts)
  }

  private var units: [Unit] {
    var units: [Unit] = []
    for (number, client) in clients.enumerated() {
      var places: [String: Int] = [:]
      for (index, entry) in client.entries.enumerated() {
        let id = client.id(of: entry)
        places[id] = units.count
        units.append(Unit(client: number, id: id, entry: index, cost: entry.cost))
      }
      for (index, varied) in client.varied.enumerated() {
        let id = client.id(of: varied.entry)
        let cost = Double(varied.count) * varied.entry.cost
        if let place = places[id] {
          units[place].varied = index
          units[place].cost += cost
        } else {
          units.append(Unit(client: number, id: id, varied: index, cost: cost))
        }
      }
    }
    return units
  }

  /// Returns the shard of each unit, from 1: the longest unit first, and each to the shard that has least so far.
  private static func shares(of units: [Unit], count: Int) -> [Int] {
    let order = units.indices.sorted { a, b in
      (units[b].cost, units[a].client, units[a].id) < (units[a].cost, units[b].client, units[b].id)
    }
    var loads = Array(repeating: 0.0, count: count)
    var shares = Array(repeating: 1, count: units.count)
    // A heap of the shards: the one with the least load, and of those the first, is on top.
    var heap = Array(0..<count)
    for index in order {
      let share = heap[0]
      loads[share] += units[index].cost
      shares[index] = share + 1
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

extension Plan.Entry {
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
