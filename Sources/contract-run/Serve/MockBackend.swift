import ContractCore
import ContractReporting
import Foundation
import Synchronization

/// The contracts as a backend. It answers requests, judges them, and remembers which scenarios are on and which
/// requests came.
///
/// It uses no socket and no clock. A server passes requests to it and sends its replies.
final class MockBackend: Sendable {
  /// How many requests are remembered.
  static let kept = 50

  struct State: Sendable {
    var router: Router
    var choice = Router.Choice()
    /// The requests, newest first.
    var log: [ServedRequest] = []
    /// How many requests came in total.
    var count = 0
    /// How many requests each scenario has answered since the list was cleared.
    var answered: [ScenarioName: Int] = [:]
    /// The diagnostics of the current files. Contracts that have errors now answer as they did before.
    var diagnostics: [Diagnostic] = []
    /// A number that changes whenever another property changes.
    var version = 0
  }

  /// A scenario, identified by names, which stay valid when the files change.
  struct ScenarioName: Hashable {
    var contract: String
    var scenario: String
  }

  private let state: Mutex<State>

  /// What is a secret, which neither the page nor the terminal shows.
  let secrets: Secrets

  init(_ contracts: [Contract], secrets: Secrets = .standard) {
    state = Mutex(State(router: Router(contracts)))
    self.secrets = secrets
  }

  var snapshot: State { state.withLock { $0 } }

  /// Returns the reply to a request, and remembers the request.
  ///
  /// - Parameter time: When it came, in the form that is shown.
  func answer(_ request: CapturedRequest, at time: String) -> (reply: Reply, served: ServedRequest) {
    let known = snapshot
    var choice = known.choice
    // Percent-escapes stand for characters that a header cannot contain.
    choice.asked = request.headers[Self.header].map { $0.removingPercentEncoding ?? $0 }
    var judged = request
    judged.headers.lines.removeAll { $0.name.lowercased() == Self.header.lowercased() }
    let router = known.router
    var served = ServedRequest(secrets.applied(to: request), at: time)
    let reply: Reply
    switch router.route(judged, choice) {
    case .exchange(let candidate, let reasons):
      reply = candidate.scenario.reply(candidate.index, to: request, at: candidate.addresses(for: request))
      served.contract = candidate.contract.name
      served.scenario = candidate.scenario.name
      served.answer = candidate.exchange.response.answer
      served.reasons = reasons.map(secrets.applied)
      state.withLock { state in
        state.choice.uses[candidate.use, default: 0] += 1
        state.answered[
          ScenarioName(contract: candidate.contract.name, scenario: candidate.scenario.name), default: 0] += 1
      }
    case .impossible(let candidate, let why):
      served.contract = candidate.contract.name
      served.scenario = candidate.scenario.name
      (reply, served.refusal) = Self.refusal(
        501, "the scenario \"\(candidate.scenario.name)\" cannot be served: \(why)")
    case .wrongMethod(let methods):
      let allowed = methods.joined(separator: ", ")
      var (refused, text) = Self.refusal(
        405, "no contract describes \(request.method.asLine) \(request.path ?? ""); methods at this path: \(allowed)")
      refused.headers.lines.append(.init("Allow", allowed))
      (reply, served.refusal) = (refused, text)
    case .unknown: (reply, served.refusal) = Self.refusal(404, Self.unknown(request, router))
    case .noScenario(let name, let there):
      let names = there.map { "\"\($0)\"" }.joined(separator: ", ")
      (reply, served.refusal) = Self.refusal(
        400,
        "unknown scenario \"\(name.asLine)\" at \(request.method.asLine) \(request.path ?? ""); scenarios: \(names)")
    }
    if served.refusal != nil, case .status(let status) = reply.kind { served.answer = String(status) }
    let exchanged = secrets.applied(to: Verdict.Exchanged(request: request, reply: reply))
    served.exchange = HTMLReport.shown(JSONReport.exchange(exchanged, number: 1))
    return (reply, remember(served))
  }

  /// Remembers a request that could not be read, and returns it with its number.
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

  /// Forgets the requests and how many each scenario answered.
  func clear() {
    state.withLock { state in
      state.log = []
      state.answered = [:]
      state.version += 1
    }
  }

  // MARK: Examples

  /// Returns a request for each exchange of a scenario, as far as one that matches can be found, with its answer; nil
  /// if there is no such scenario. What the contract says about the request is not hidden, even if it is a secret.
  ///
  /// - Parameter origin: Scheme, host and port by which the sender of the request calls this server.
  func examples(of name: ScenarioName, at origin: String) -> JSON? {
    let router = snapshot.router
    guard let contract = router.contracts.first(where: { $0.name == name.contract }),
      let scenario = contract.scenarios.first(where: { $0.name == name.scenario })
    else { return nil }
    let addresses = contract.addresses(at: origin)
    let asked = "\(contract.name)/\(scenario.name)".addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
    return .array(
      scenario.exchanges.enumerated().compactMap { index, exchange in
        guard var request = exchange.request?.example(at: addresses) else { return nil }
        request.headers.lines.append(.init(Self.header, asked ?? scenario.name))
        let reply = scenario.reply(index, to: request, at: addresses)
        return HTMLReport.shown(JSONReport.example(.init(request: request, reply: reply), number: index + 1))
      })
  }

  // MARK: Choosing scenarios

  /// Switches a scenario on for all following requests. At its addresses, scenarios of other contracts are switched
  /// off.
  ///
  /// - Returns: Why that is not possible, or nil if it was done.
  func choose(_ scenario: String, of contract: String) -> String? {
    state.withLock { state in
      guard let found = state.router.contracts.first(where: { $0.name == contract }) else {
        return "unknown contract \"\(contract.asLine)\""
      }
      guard let chosen = found.scenarios.first(where: { $0.name == scenario }) else {
        return "unknown scenario \"\(scenario.asLine)\" in \(contract)"
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
      // A scenario that is chosen again begins with its first exchange.
      state.choice.uses = state.choice.uses.filter { $0.key.contract != contract }
      state.version += 1
      return nil
    }
  }

  /// Returns to the default scenario, for one contract or for all.
  ///
  /// - Returns: Why that is not possible, or nil if it was done.
  func reset(_ contract: String?) -> String? {
    state.withLock { state in
      if let contract {
        guard state.router.contracts.contains(where: { $0.name == contract }) else {
          return "unknown contract \"\(contract.asLine)\""
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

  /// Replaces the contracts and their diagnostics. Scenarios that are on stay on if they still exist.
  func replace(_ contracts: [Contract], _ diagnostics: [Diagnostic]) {
    state.withLock { state in
      state.router = Router(contracts)
      state.diagnostics = diagnostics
      state.version += 1
    }
  }

  // MARK: Words

  static let header = "X-Contract-Scenario"

  private static func refusal(_ status: Int, _ text: String) -> (Reply, String) {
    let headers = Headers([
      .init("Content-Type", "text/plain; charset=utf-8"), .init("X-Content-Type-Options", "nosniff"),
    ])
    return (Reply(.status(status), headers: headers, body: Array("contract-run: \(text)\n".utf8)), text)
  }

  /// How many addresses are listed if nothing is described at the requested one.
  private static let listed = 20

  private static func unknown(_ request: CapturedRequest, _ router: Router) -> String {
    let path = request.path ?? request.target
    let addresses = router.addresses
    var lines = ["no contract describes \(path.asLine)"]
    // The part of a path that stands for a name cannot be misspelled, so it is copied from the request.
    let like = addresses.map { $0.template?.filled(like: path) ?? $0.path }
    let near = like.contains(path) ? path : Suggestion.of(path, in: like)
    if let near, let index = like.firstIndex(of: near) {
      lines[0] += "; did you mean \(addresses[index].path)?"
    }
    lines.append("endpoints:")
    lines += addresses.prefix(listed).map { "  \($0.method) \($0.path)" }
    if addresses.count > listed { lines.append("  and \(addresses.count - listed) more") }
    return lines.joined(separator: "\n")
  }
}

extension MockBackend.State {
  /// Returns the state for the control page. docs/serve.md describes the members.
  ///
  /// - Parameter run: An id that distinguishes this process from an earlier one on the same port.
  func json(runner: String, run: String) -> JSON {
    [
      "runner": .string(runner),
      "run": .string(run),
      "apis": .array(router.bases.map { ["path": .string($0.pathPrefix), "base": .string($0.text)] }),
      "endpoints": .array(router.contracts.map(endpoint)),
      "requests": .array(log.map(\.json)),
      "problems": .array(diagnostics.filter { $0.severity == .error }.map { .string($0.text) }),
    ]
  }

  private func endpoint(_ contract: Contract) -> JSON {
    let chosen = choice.chosen[contract.name].flatMap { name in contract.scenarios.first { $0.name == name }?.name }
    let inOrder = [contract.defaultScenario].compactMap(\.self) + contract.scenarios
    let addresses = inOrder.flatMap { router.addresses(of: $0, in: contract) }.uniqued()
    return [
      "contract": .string(contract.name),
      "file": .string(contract.source.path),
      "endpoint": .string(contract.endpoint),
      "description": JSON(orNull: contract.description),
      "addresses": .array(addresses.map(\.json)),
      "default": JSON(orNull: contract.defaultScenario?.name),
      "chosen": JSON(orNull: chosen),
      "scenarios": .array(
        contract.scenarios.map { scenario in
          [
            "name": .string(scenario.name),
            "description": JSON(orNull: scenario.description),
            "kinds": .array(scenario.exchanges.map { .string($0.response.kind.rawValue) }),
            "answer": .string(scenario.answer),
            "addresses": .array(router.addresses(of: scenario, in: contract).map(\.json)),
            "line": .number(scenario.declarationRange.position.line),
            "impossible": JSON(orNull: scenario.whyNotServed),
            "requests": .number(
              answered[MockBackend.ScenarioName(contract: contract.name, scenario: scenario.name)] ?? 0),
          ]
        }),
    ]
  }
}

extension Router.Address {
  fileprivate var json: JSON { ["method": .string(method), "path": .string(path)] }
}

extension ServedRequest {
  /// The request in the form that the control page receives.
  var json: JSON {
    [
      "number": .number(number), "time": .string(time), "method": .string(method), "target": .string(target),
      "text": .string(text), "contract": JSON(orNull: contract),
      "scenario": JSON(orNull: scenario), "answer": .string(answer),
      "asDescribed": JSON(.bool(isAsDescribed)), "refusal": JSON(orNull: refusal),
      "findings": .array(reasons.map(Self.finding)),
    ]
  }

  private static func finding(_ reason: Masked<Reason>) -> JSON {
    [
      "summary": .string(reason.summary), "first": .string(reason.firstSummary),
      "differences": .number(reason.differenceCount), "text": .string(reason.text),
    ]
  }
}
