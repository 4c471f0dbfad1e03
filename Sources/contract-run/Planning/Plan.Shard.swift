import ContractCore

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

  /// Keeps only the scenarios of one shard. The scenarios are divided so that all shards take about as long.
  mutating func keepOnly(_ shard: Shard) {
    let units = units
    let shares = Self.shares(of: units, count: shard.count)
    let isRunning = { [clients] (unit: Unit) in
      unit.varied != nil || unit.entry.map { clients[unit.client].entries[$0].skip == nil } ?? false
    }
    var kept = Array(repeating: (entries: Set<Int>(), varied: Set<Int>()), count: clients.count)
    for (unit, share) in zip(units, shares) where share == shard.index {
      if let entry = unit.entry { kept[unit.client].entries.insert(entry) }
      if let varied = unit.varied { kept[unit.client].varied.insert(varied) }
    }
    part = RunReport.Part(
      index: shard.index, count: shard.count, scenarios: clients.reduce(0) { $0 + $1.entries.count },
      hasOthers: zip(units, shares).contains { $1 != shard.index && isRunning($0) })
    if shard.count > 1 { isFull = false }
    for (index, kept) in kept.enumerated() {
      keep(
        kept.entries.sorted().map { clients[index].entries[$0] },
        kept.varied.sorted().map { clients[index].varied[$0] }, of: index)
    }
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
    for index in order {
      let share = loads.indices.min { loads[$0] < loads[$1] } ?? 0
      loads[share] += units[index].cost
      shares[index] = share + 1
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
