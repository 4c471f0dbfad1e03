import Synchronization

/// The number of parts of requests that no scenario of one client checks: those that `--prove` lists. Calls may come from any
/// thread.
///
/// A change that one scenario notices is not tried again, and the same request of many scenarios is changed once. So a run
/// can afford to count.
package final class UncheckedParts: Sendable {
  /// A part of one request of the contract, as a hash value: to keep its name would take several times as much memory.
  private struct Key: Hashable {
    private let hash: Int

    init(_ part: Mutant.Part, of request: String) {
      var hasher = Hasher()
      hasher.combine(part)
      hasher.combine(request)
      hash = hasher.finalize()
    }
  }

  /// The changes of one part that were tried. They are small, because every part of every contract has them.
  private struct Tried {
    var (noticed, unnoticed) = (Changes(), Changes())

    var isUnchecked: Bool { !unnoticed.isSubset(of: noticed) }

    mutating func add(_ change: Changes, isNoticed: Bool) {
      if isNoticed { noticed.insert(change) } else { unnoticed.insert(change) }
    }
  }

  private struct Changes: OptionSet {
    let rawValue: UInt8

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ change: Mutant.Change) {
      switch change {
      case .changed: self.init(rawValue: 1)
      case .removed: self.init(rawValue: 2)
      case .added: self.init(rawValue: 4)
      }
    }
  }

  /// What is known about the requests of one contract. It is used under the lock.
  private final class Known: @unchecked Sendable {
    var parts: [Key: Tried] = [:]
    /// The calls that were changed, as their hash values.
    var calls: Set<Int> = []
  }

  private let contracts = Mutex<[ObjectIdentifier: Known]>([:])

  package init() {}

  /// How many parts no scenario checks.
  package var count: Int {
    contracts.withLock { contracts in
      contracts.values.reduce(0) { count, known in
        count + known.parts.values.count(where: \.isUnchecked)
      }
    }
  }

  package func add(_ script: Script) {
    let played = script.known.played
    if played.isEmpty { return }
    let requests = played.map(\.exchanged.request)
    let hash = Self.hash(script, requests)
    let id = ObjectIdentifier(script.contract)
    let parts = contracts.withLock { contracts -> [Key: Tried]? in
      let known = contracts[id] ?? Known()
      contracts[id] = known
      return known.calls.insert(hash).inserted ? known.parts : nil
    }
    guard let parts else { return }
    let tried = DeepStack.run { Self.changes(of: script, after: parts) }
    contracts.withLock { contracts in
      guard let known = contracts[id] else { return }
      for (key, change, isNoticed) in tried {
        known.parts[key, default: Tried()].add(change, isNoticed: isNoticed)
      }
    }
  }

  /// Returns the changes that no earlier call has noticed, and whether this one does.
  private static func changes(
    of script: Script, after parts: [Key: Tried]
  ) -> [(Key, Changes, isNoticed: Bool)] {
    guard let call = RecordedCall(passed: script) else { return [] }
    var parts = parts
    var tried: [(Key, Changes, isNoticed: Bool)] = []
    for (index, request) in call.requests.enumerated() {
      let name = script.scenario.exchanges[call.exchanges[index]].request.map(\.name) ?? ""
      for change in request.changes {
        let key = Key(change.part, of: name)
        let kind = Changes(change.kind)
        if parts[key]?.noticed.contains(kind) == true { continue }
        let isNoticed = call.notices(change, of: index)
        parts[key, default: Tried()].add(kind, isNoticed: isNoticed)
        tried.append((key, kind, isNoticed))
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
