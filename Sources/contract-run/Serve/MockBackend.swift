import ContractCore
import Foundation
import Synchronization

/// The contracts as a backend: it answers requests, judges them, and remembers what is on and what came.
///
/// It knows no socket and no clock: a server hands it requests and does what it says.
final class MockBackend: Sendable {
  /// How many requests are remembered.
  static let kept = 50

  struct State: Sendable {
    var router: Router
    var choice = Router.Choice()
    /// Newest first.
    var log: [ServedRequest] = []
    /// How many requests there were.
    var count = 0
    /// What is wrong with the files as they are now; their contracts answer as they were before.
    var diagnostics: [Diagnostic] = []
    /// Another number whenever anything of this is another.
    var version = 0
  }

  private let state: Mutex<State>

  init(_ contracts: [Contract]) { state = Mutex(State(router: Router(contracts))) }

  /// What is known now.
  var snapshot: State { state.withLock { $0 } }

  /// Says what a request is answered, and remembers it.
  ///
  /// - Parameter time: When it came, as it is shown.
  func answer(_ request: CapturedRequest, at time: String) -> (reply: Reply, served: ServedRequest) {
    let known = snapshot
    var choice = known.choice
    choice.asked = Self.asked(request)
    var judged = request
    judged.headers.lines.removeAll { $0.name.lowercased() == Self.header.lowercased() }
    let router = known.router
    var served = ServedRequest(request, at: time)
    let reply: Reply
    switch router.route(judged, choice) {
    case .exchange(let place, let reasons):
      reply = place.scenario.reply(place.index, to: request, at: place.addresses(for: request))
      served.contract = place.contract.name
      served.scenario = place.scenario.name
      served.answer = place.exchange.response.answer
      served.reasons = reasons
      state.withLock { $0.choice.uses[place.use, default: 0] += 1 }
    case .impossible(let place, let why):
      served.contract = place.contract.name
      served.scenario = place.scenario.name
      (reply, served.refusal) = Self.refusal(
        501, "the scenario \"\(place.scenario.name)\" cannot be served: \(why)")
    case .wrongMethod(let methods):
      let allowed = methods.joined(separator: ", ")
      var (refused, text) = Self.refusal(
        405, "no contract describes \(request.method.asLine) at \(request.path ?? ""): there is \(allowed)")
      refused.headers.lines.append(.init("Allow", allowed))
      (reply, served.refusal) = (refused, text)
    case .unknown: (reply, served.refusal) = Self.refusal(404, Self.unknown(request, router))
    case .noScenario(let name, let there):
      let names = there.map { "\"\($0)\"" }.joined(separator: ", ")
      (reply, served.refusal) = Self.refusal(
        400, "no scenario \"\(name.asLine)\" at \(request.method.asLine) \(request.path ?? ""): there is \(names)")
    }
    if served.refusal != nil, case .status(let status) = reply.kind { served.answer = String(status) }
    return (reply, remember(served))
  }

  /// Remembers a request that could not be read, and says what it is answered.
  func remember(_ served: ServedRequest) -> ServedRequest {
    state.withLock { state in
      state.count += 1
      state.version += 1
      var served = served
      served.number = state.count
      state.log.insert(served, at: 0)
      if state.log.count > Self.kept { state.log.removeLast() }
      return served
    }
  }

  // MARK: What is on

  /// Switches a scenario on, for every request that follows; what other contracts have on at its addresses is off then.
  ///
  /// - Returns: Why that cannot be; nil where it is done.
  func choose(_ scenario: String, of contract: String) -> String? {
    state.withLock { state in
      guard let found = state.router.contracts.first(where: { $0.name == contract }) else {
        return "no contract \"\(contract.asLine)\""
      }
      guard let chosen = found.scenarios.first(where: { $0.name == scenario }) else {
        return "no scenario \"\(scenario.asLine)\" in \(contract)"
      }
      if let why = chosen.whyNotServed { return why }
      let addresses = Set(state.router.addresses(of: chosen, in: found))
      for other in state.router.contracts {
        let on = other.scenarios.first { $0.name == state.choice.chosen[other.name] }
        if let on, !addresses.isDisjoint(with: state.router.addresses(of: on, in: other)) {
          state.choice.chosen[other.name] = nil
        }
      }
      state.choice.chosen[contract] = scenario
      // A scenario that is chosen anew begins with its first exchange.
      state.choice.uses = state.choice.uses.filter { $0.key.contract != contract }
      state.version += 1
      return nil
    }
  }

  /// Goes back to the default: of one contract, or of all.
  ///
  /// - Returns: Why that cannot be; nil where it is done.
  func reset(_ contract: String?) -> String? {
    state.withLock { state in
      if let contract {
        guard state.router.contracts.contains(where: { $0.name == contract }) else {
          return "no contract \"\(contract.asLine)\""
        }
        state.choice.chosen[contract] = nil
        state.choice.uses = state.choice.uses.filter { $0.key.contract != contract }
      } else {
        state.choice = Router.Choice()
      }
      state.version += 1
      return nil
    }
  }

  /// Takes other contracts, and what is wrong with their files. What is on stays on where it is still there.
  func replace(_ contracts: [Contract], _ diagnostics: [Diagnostic]) {
    state.withLock { state in
      state.router = Router(contracts)
      state.diagnostics = diagnostics
      state.version += 1
    }
  }

  // MARK: Words

  /// The request header that asks for a scenario.
  static let header = "X-Contract-Scenario"

  /// What the header asks for; percent-escapes stand for what no header can hold.
  private static func asked(_ request: CapturedRequest) -> String? {
    request.headers[header].map { $0.removingPercentEncoding ?? $0 }
  }

  private static func refusal(_ status: Int, _ text: String) -> (Reply, String) {
    let headers = Headers([
      .init("Content-Type", "text/plain; charset=utf-8"), .init("X-Content-Type-Options", "nosniff"),
    ])
    return (Reply(.status(status), headers: headers, body: Array("contract-run: \(text)\n".utf8)), text)
  }

  /// How many addresses are listed where nothing is at the one that was asked for.
  private static let listed = 20

  private static func unknown(_ request: CapturedRequest, _ router: Router) -> String {
    let path = request.path ?? request.target
    let addresses = router.addresses
    var lines = ["nothing is described at \(path.asLine)"]
    // What stands for a name cannot be misspelt: it is the request's own.
    let like = addresses.map { $0.template?.filled(like: path) ?? $0.path }
    let near = like.contains(path) ? path : NearName.of(path, in: like)
    if let near, let index = like.firstIndex(of: near) {
      lines[0] += "; did you mean \(addresses[index].path)?"
    }
    lines.append("there is:")
    lines += addresses.prefix(listed).map { "  \($0.method) \($0.path)" }
    if addresses.count > listed { lines.append("  and \(addresses.count - listed) more") }
    return lines.joined(separator: "\n")
  }
}
