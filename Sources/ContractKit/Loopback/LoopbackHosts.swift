package import ContractCore
import Synchronization

/// Which hosts of this machine a client accepts in the base URLs of its calls. Some clients allow http for 127.0.0.1 only.
package enum AcceptedHosts: Int, Sendable {
  /// Any.
  case any
  /// All of them are one host, which is not 127.0.0.1. A client that accepts only these does not refuse hosts of this
  /// machine.
  case equal
  /// Its own host is 127.0.0.1.
  case commonOwn
  /// All of them are 127.0.0.1.
  case common
}

/// The hosts of this machine that one driver's calls have on loopback.
///
/// A driver learns them at its start, because `no_proxy` names them, so their number is fixed. A host at which a cookie
/// was set belongs to one call. So no call meets the cookies of an earlier one, however long a driver keeps them.
package final class LoopbackHosts: Sendable {
  package struct Lease: Sendable {
    /// The hosts of this machine by those of the contract.
    fileprivate var hosts: [String: String] = [:]
    /// The host of base URLs to which the scenario describes no request.
    fileprivate var other = LoopbackHosts.common
    /// Whether base URLs with different hosts share one.
    package fileprivate(set) var sharesHosts = false
    /// Whether it has no other host than the client's.
    package fileprivate(set) var hasNoOther = false
    /// Which hosts the client was taken to accept.
    package fileprivate(set) var accepted = AcceptedHosts.any
    /// What a client may accept that refuses these hosts, in the order in which it is tried; empty if no client refuses
    /// them.
    package fileprivate(set) var ifRefused: [AcceptedHosts] = []
    /// Whether the call only shows whether the client accepts 127.0.0.1, because cookies would go to other hosts there.
    package fileprivate(set) var isProbe = false

    /// A call whose hosts are all 127.0.0.1.
    package static let common = Lease()

    /// Returns the host of this machine for a base URL of the contract.
    func host(for base: BaseURL) -> String { hosts[base.host] ?? other }
  }

  /// Why a call has no hosts.
  package enum Shortage: Error {
    /// Earlier calls of the driver have them. Another driver has new ones.
    case usedUp
    /// No driver has as many.
    case tooFew
  }

  /// The host of a base URL that nobody finds. No name below .invalid has an IP address (RFC 6761, section 6.4).
  package static let unknown = "contract-run.invalid"
  private static let common = "127.0.0.1"
  /// Enough that a driver is seldom replaced, and not too many for `no_proxy`.
  private static let count = 62

  /// The hosts, as IP addresses or names. Calls that set cookies take them from the beginning, and each only once. All
  /// other calls share those at the end.
  package let names: [String]

  private struct State {
    var taken = 0
    var shared = 0
  }

  private let state = Mutex(State())

  /// Chooses IP addresses in 127.0.0.0/8 if the system accepts them, as Linux does; otherwise there is only localhost
  /// besides 127.0.0.1.
  package convenience init() {
    // Other drivers have other ones, because they may share a file with cookies.
    let block = "127.\(Int.random(in: 64...254)).\(Int.random(in: 0...255))."
    let addresses = (1...Self.count).map { block + String($0) }
    self.init(names: (BoundSocket.isPossible(on: addresses[0]) ? addresses : ["localhost"]) + [Self.common])
  }

  init(names: [String]) { self.names = names }

  /// Returns the hosts of the next call.
  ///
  /// - Parameter accepted: Which hosts the client accepts; any by default.
  package func lease(for groups: LoopbackGroups, accepted: AcceptedHosts = .any) throws(Shortage) -> Lease {
    let places = groups.places(sharing: accepted == .common || accepted == .equal)
    var lease = Lease(other: names.last ?? Self.common, sharesHosts: places.sharesHosts, accepted: accepted)
    if places.groups.count > names.count {
      if groups.setsCookies { throw .tooFew }
      (lease.sharesHosts, lease.hasNoOther) = (true, true)
      return lease
    }
    let hosts = try take(places.groups.count, for: groups, accepted)
    for (group, name) in zip(places.groups, hosts) {
      for host in group { lease.hosts[host] = name }
    }
    if accepted == .equal, let shared = hosts.last { lease.other = shared }
    if accepted == .any, groups.setsCookies { lease.ifRefused.append(.commonOwn) }
    if places.clients > 1 { lease.ifRefused.append(.common) }
    let canBeEqual = groups.hasOtherHosts && groups.places(sharing: true).groups.count < names.count
    if !lease.ifRefused.isEmpty, canBeEqual { lease.ifRefused.insert(.equal, at: 0) }
    lease.isProbe = accepted == .common && places.sharesHosts && groups.setsCookies
    return lease
  }

  /// Returns what a call has whose client uses the hosts of the contract: none of this machine. A call that leaves something
  /// behind has a driver of its own, because the next call has the same hosts.
  package func leaseOwn(for scenario: Scenario) throws(Shortage) -> Lease {
    let isAlone = scenario.leavesSomething
    let isFree = state.withLock { state in
      if state.taken + (isAlone ? state.shared : 0) > 0 { return false }
      if isAlone { state.taken = names.count } else { state.shared = 1 }
      return true
    }
    if !isFree { throw .usedUp }
    return .common
  }

  /// Returns as many hosts as a call needs. If they are not the call's own, the last one is 127.0.0.1, unless the client
  /// is to get one host that is not.
  private func take(
    _ count: Int, for groups: LoopbackGroups, _ accepted: AcceptedHosts
  ) throws(Shortage) -> ArraySlice<String> {
    let hosts = state.withLock { state -> ArraySlice<String>? in
      // At 127.0.0.1, the call would meet the cookies of others, and they would meet its own.
      let isAlone = groups.setsCookies && (accepted == .commonOwn || accepted == .common)
      let spare = accepted == .equal ? 1 : 0
      if isAlone, state.taken + state.shared > 0 { return nil }
      let shared = max(state.shared, groups.setsCookies && !isAlone ? spare : count + spare)
      let taken = isAlone ? names.count - count : state.taken + (groups.setsCookies ? count : 0)
      guard taken + shared <= names.count else { return nil }
      defer { (state.taken, state.shared) = isAlone ? (names.count, 0) : (taken, shared) }
      return groups.setsCookies && !isAlone ? names[state.taken..<taken] : names.dropLast(spare).suffix(count)
    }
    guard let hosts else { throw .usedUp }
    return hosts
  }
}

extension LoopbackGroups {
  /// Returns the groups in the order of their hosts on this machine, with the client's own last: it is 127.0.0.1 unless
  /// the call sets cookies. How many of them the client's base URLs have is counted.
  ///
  /// - Parameter sharing: Whether all base URLs of the client share a host.
  fileprivate func places(sharing: Bool) -> (groups: [Set<String>], clients: Int, sharesHosts: Bool) {
    let another = groups.filter { $0.contains(AnotherHost.baseURL.host) }
    let others = groups.filter { !another.contains($0) && !$0.contains(own) }
    let clients = others + groups.filter { $0.contains(own) }
    let shares = sharing && clients.count > 1
    let places = shares ? [clients.reduce([]) { $0.union($1) }] : clients
    return (another + places, places.count, shares)
  }
}

/// The cookies of one call. They are different on the way, because its hosts have no domain, and perhaps no TLS.
struct LoopbackCookies: Sendable {
  private let isSecure: Bool
  /// The names of the contract by those that a cookie has only on loopback.
  private let names: [String: String]

  init(_ scenario: Scenario, isSecure: Bool) {
    self.isSecure = isSecure
    let answers = isSecure ? [] : scenario.allExchanges.map(\.response)
    let cookies = answers.flatMap { $0.headers.values("Set-Cookie").compactMap(SetCookie.init) }
    names = Dictionary(
      cookies.compactMap { cookie in cookie.loopbackName.map { ($0, cookie.name) } }, uniquingKeysWith: { $1 })
  }

  /// Returns a response's headers as clients on loopback need them. A cookie that they would not keep stays as it is.
  ///
  /// - Parameter base: The base URL of the contract that answers.
  func sent(_ headers: Headers, from base: BaseURL) -> Headers {
    guard headers.has("Set-Cookie") else { return headers }
    return Headers(
      headers.lines.flatMap { line in
        guard line.name.isSameName("Set-Cookie"), let cookie = SetCookie(line.value), cookie.refusal(from: base) == nil
        else { return [line] }
        return cookie.onLoopback(isSecure: isSecure).map { Headers.Line(line.name, $0) }
      })
  }

  /// Returns a request's headers as the contract's server would receive them.
  func received(_ headers: Headers) -> Headers {
    guard !names.isEmpty, headers.has("Cookie") else { return headers }
    var headers = headers
    for index in headers.lines.indices where headers.lines[index].name.isSameName("Cookie") {
      let pairs = HeaderValue.pairs(ofCookie: headers.lines[index].value)
      let sent = pairs.map { String($0.prefix { $0 != "=" }) }
      let kept = zip(pairs, sent).compactMap { pair, name -> String? in
        guard let written = names[name] else { return pair }
        // Clients that keep both cookies send both.
        return sent.contains(written) ? nil : written + pair.dropFirst(name.count)
      }
      // Unchanged headers stay as they were sent.
      if kept != pairs { headers.lines[index].value = kept.joined(separator: "; ") }
    }
    return headers
  }
}
