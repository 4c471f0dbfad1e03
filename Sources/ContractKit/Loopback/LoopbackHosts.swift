package import ContractCore
import Synchronization

/// The hosts of this machine that one driver's calls have on loopback.
///
/// A driver learns them at its start, because `no_proxy` names them. So their number is fixed, and calls have them in
/// turn. What earlier calls left at a host is known here.
package final class LoopbackHosts: Sendable {
  /// The hosts of one call.
  package struct Turn: Sendable {
    /// The hosts of this machine by those of the contract; those that are missing are `LoopbackHosts.common`.
    fileprivate let hosts: [String: String]
    /// The number of the turn.
    fileprivate let number: Int
    /// Knows the cookies of earlier calls; nil if there were none.
    fileprivate let owner: LoopbackHosts?
    /// Whether hosts of the contract share one here although they share no cookie, because there are too few.
    let sharesHosts: Bool

    /// The turn of a call that alone exists.
    package static let single = Turn(hosts: [:], number: 0, owner: nil, sharesHosts: false)

    /// Returns the host of this machine for a base URL of the contract.
    func host(for base: BaseURL) -> String { hosts[base.host] ?? LoopbackHosts.common }
  }

  /// The host of a call that has one host and sets no cookie.
  private static let common = "127.0.0.1"
  /// Enough that few calls meet what earlier ones left, and not too many for `no_proxy`.
  private static let count = 62

  /// The hosts, as IP addresses or names.
  package let names: [String]

  private struct State {
    var turn = 0
    var next = 0
    /// The cookies that responses have set, by host: each as a Cookie header has it, with the turn of the last one.
    var cookies: [String: [String: Int]] = [:]
  }

  private let state = Mutex(State())

  /// Chooses IP addresses in 127.0.0.0/8 if the system accepts them, as Linux does; otherwise 127.0.0.1 and localhost.
  package convenience init() {
    // Other drivers have other ones, because they may share a file with cookies.
    let block = "127.\(Int.random(in: 64...254)).\(Int.random(in: 0...255))."
    let addresses = (1...Self.count).map { block + String($0) }
    self.init(names: BoundSocket.isPossible(on: addresses[0]) ? addresses : [Self.common, "localhost"])
  }

  init(names: [String]) { self.names = names }

  /// Returns the hosts of the next call; nil if there are not enough to keep its cookies apart.
  package func turn(for groups: LoopbackGroups) -> Turn? {
    let count = groups.groups.count
    if count > names.count, groups.setsCookies { return nil }
    return state.withLock { state in
      state.turn += 1
      var hosts: [String: String] = [:]
      if count <= names.count, count > 1 || groups.setsCookies {
        for group in groups.groups {
          for host in group { hosts[host] = names[state.next] }
          state.next = (state.next + 1) % names.count
        }
      }
      return Turn(hosts: hosts, number: state.turn, owner: self, sharesHosts: count > names.count)
    }
  }

  /// Records a cookie that a response sets.
  fileprivate func set(_ pair: String, at host: String, in turn: Int) {
    state.withLock { $0.cookies[host, default: [:]][pair] = turn }
  }

  /// Returns whether an earlier call has set a cookie, and this one has not.
  fileprivate func isStale(_ pair: String, at host: String, in turn: Int) -> Bool {
    state.withLock { state in state.cookies[host]?[pair].map { $0 < turn } ?? false }
  }
}

/// The cookies of one call. They are different on the way, because its hosts are IP addresses without TLS.
struct LoopbackCookies: Sendable {
  private let turn: LoopbackHosts.Turn
  private let scenario: Scenario
  /// The names that cookies have only on loopback, with those of the contract.
  private let renamed: [String: String]
  /// The names of the cookies that the scenario's responses set.
  private let names: Set<String>

  init(_ scenario: Scenario, in turn: LoopbackHosts.Turn) {
    let cookies = scenario.exchanges.flatMap { $0.response.headers.values("Set-Cookie").compactMap(SetCookie.init) }
    (self.turn, self.scenario) = (turn, scenario)
    renamed = Dictionary(
      cookies.filter { $0.loopbackName != $0.name }.map { ($0.loopbackName, $0.name) }, uniquingKeysWith: { $1 })
    names = Set(cookies.map(\.name))
  }

  /// Returns a response's headers as clients on loopback need them. A cookie that they would not keep stays as it is.
  ///
  /// - Parameter base: The base URL of the contract that answers.
  func sent(_ headers: Headers, from base: BaseURL) -> Headers {
    guard headers.has("Set-Cookie") else { return headers }
    var headers = headers
    for index in headers.lines.indices where headers.lines[index].name.isSameName("Set-Cookie") {
      guard let cookie = SetCookie(headers.lines[index].value), cookie.refusal(from: base) == nil else { continue }
      headers.lines[index].value = cookie.onLoopback
      turn.owner?.set("\(cookie.loopbackName)=\(cookie.value)", at: turn.host(for: base), in: turn.number)
    }
    return headers
  }

  /// Returns a request's headers as the contract's server would receive them, and the names of the cookies that an
  /// earlier call left, which are removed. A cookie stays if the scenario mentions it without setting it.
  ///
  /// - Parameter base: The base URL of the contract that receives the request.
  func received(_ headers: Headers, at base: BaseURL) -> (headers: Headers, stale: [String]) {
    guard headers.has("Cookie"), turn.owner != nil || !renamed.isEmpty else { return (headers, []) }
    var stale: [String] = []
    let host = turn.host(for: base)
    let lines = headers.lines.compactMap { line -> Headers.Line? in
      guard line.name.isSameName("Cookie") else { return line }
      let pairs = line.value.split(separator: ";", omittingEmptySubsequences: false).map {
        HeaderValue.trimmed(String($0))
      }
      let kept = pairs.compactMap { pair -> String? in
        let sent = String(pair.prefix { $0 != "=" })
        let name = renamed[sent] ?? sent
        if turn.owner?.isStale(pair, at: host, in: turn.number) == true, names.contains(name) || !mentions(name) {
          stale.append(name)
          return nil
        }
        return name + pair.dropFirst(sent.count)
      }
      // Unchanged headers stay as they were sent.
      if kept == pairs { return line }
      return kept.isEmpty ? nil : Headers.Line(line.name, kept.joined(separator: "; "))
    }
    return (Headers(lines), stale)
  }

  /// Returns whether the input or a request of the scenario has a cookie of a name.
  private func mentions(_ name: String) -> Bool {
    scenario.input.text.contains(name) || scenario.exchanges.contains { $0.request?.needs(cookie: name) == true }
  }
}
