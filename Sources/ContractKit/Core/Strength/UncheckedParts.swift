import Synchronization

/// The number of parts of requests that no scenario of one client checks: those that `--prove` lists. Calls may come from any
/// thread.
///
/// A change that one scenario notices is not tried again, and the same request of many scenarios is changed once. So a run
/// can afford to count.
package final class UncheckedParts: Sendable {
  private struct Key: Hashable {
    var part: Mutant.Part
    var request: String
  }

  /// What is known about the requests of one contract. It is used under the lock.
  private final class Known: @unchecked Sendable {
    var unnoticed: [Key: Set<Mutant.Change>] = [:]
    var noticed: [Key: Set<Mutant.Change>] = [:]
    /// The calls that were changed, as their hash values.
    var calls: Set<Int> = []
  }

  private let contracts = Mutex<[ObjectIdentifier: Known]>([:])

  package init() {}

  /// How many parts no scenario checks.
  package var count: Int {
    contracts.withLock { contracts in
      contracts.values.reduce(0) { count, known in
        count + known.unnoticed.count { key, changes in !changes.isSubset(of: known.noticed[key] ?? []) }
      }
    }
  }

  package func add(_ script: Script) {
    let played = script.known.played
    if played.isEmpty { return }
    let requests = played.map(\.exchanged.request)
    let hash = Self.hash(script, requests)
    let id = ObjectIdentifier(script.contract)
    let noticed = contracts.withLock { contracts -> [Key: Set<Mutant.Change>]? in
      let known = contracts[id] ?? Known()
      contracts[id] = known
      return known.calls.insert(hash).inserted ? known.noticed : nil
    }
    guard let noticed else { return }
    let tried = DeepStack.run { Self.changes(of: script, without: noticed) }
    contracts.withLock { contracts in
      guard let known = contracts[id] else { return }
      for (key, change, isNoticed) in tried {
        if isNoticed {
          known.noticed[key, default: []].insert(change)
        } else {
          known.unnoticed[key, default: []].insert(change)
        }
      }
    }
  }

  private static func changes(
    of script: Script, without noticed: [Key: Set<Mutant.Change>]
  ) -> [(Key, Mutant.Change, isNoticed: Bool)] {
    guard let call = RecordedCall(passed: script) else { return [] }
    var noticed = noticed
    var tried: [(Key, Mutant.Change, isNoticed: Bool)] = []
    for (index, request) in call.requests.enumerated() {
      let name = script.scenario.exchanges[call.exchanges[index]].request.map(\.name) ?? ""
      for change in request.changes {
        let key = Key(part: change.part, request: name)
        if noticed[key]?.contains(change.kind) == true { continue }
        let isNoticed = call.notices(change, of: index)
        if isNoticed { noticed[key, default: []].insert(change.kind) }
        tried.append((key, change.kind, isNoticed))
      }
    }
    return tried
  }

  /// Returns the same value for calls with the same requests and the same descriptions of them.
  private static func hash(_ script: Script, _ requests: [CapturedRequest]) -> Int {
    var hasher = Hasher()
    hasher.combine(script.transport)
    hasher.combine(script.scenario.order == .any)
    for exchange in script.scenario.exchanges { hasher.combine(exchange.request.map(ObjectIdentifier.init)) }
    // A value of a request can be expected in the outcome.
    if script.scenario.expect?.outcomes.contains(where: { $0.patterns.contains(where: \.hasNames) }) == true {
      hasher.combine(script.scenario.name)
    }
    for request in requests {
      hasher.combine(request.method)
      // On loopback, each call has base URLs of its own.
      let url = script.transport == .loopback ? RequestURL(request.url) : nil
      hasher.combine(url?.path)
      hasher.combine(url.map { $0.query.map(String.init) ?? "" } ?? request.url)
      for line in request.headers.lines where !line.name.isSameName("Host") {
        hasher.combine(line.name)
        hasher.combine(line.value)
      }
      hasher.combine(request.body)
    }
    return hasher.finalize()
  }
}
