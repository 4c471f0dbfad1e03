import ContractCore

/// A router that finds the contract, the scenario and the exchange that answer a request. It has no state and no
/// socket.
struct Router: Sendable {
  let contracts: [Contract]
  private let candidates: [Address: [Candidate]]
  /// The addresses whose paths have names, beginning with the most literal text.
  private let templates: [(template: PathTemplate, address: Address)]

  /// A method and a path, which includes the base URL's own path. Escapes are in upper case. Names in the path are in
  /// braces.
  struct Address: Hashable, Sendable {
    var method: String
    /// The path in the form that is shown.
    var path: String
    /// The parsed path, if it has names; otherwise nil.
    var template: PathTemplate?
    /// The key for comparing paths, in which the spelling of names does not matter.
    private var key: String

    init(method: String, path: String, template: PathTemplate? = nil) {
      (self.method, self.path, self.template) = (method, path, template)
      key = template?.shape ?? path
    }

    static func == (a: Self, b: Self) -> Bool {
      a.method == b.method && a.key == b.key && (a.template == nil) == (b.template == nil)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(method)
      hasher.combine(key)
    }

    /// Returns whether requests with a path, as sent, arrive at this address.
    func takes(_ path: String) -> Bool { template?.fits(path) ?? (self.path == path) }
  }

  struct Candidate: Sendable {
    var contract: Contract
    var scenario: Scenario
    var index: Int
    var request: RequestShape

    var exchange: Exchange { scenario.exchanges[index] }
    var use: Use { Use(contract: contract.name, scenario: scenario.name, exchange: index) }

    /// Returns the contract's base URLs as the sender of a request calls this server.
    func addresses(for request: CapturedRequest) -> Addresses {
      request.origin.map(contract.addresses) ?? contract.addresses
    }
  }

  /// The scenarios that are chosen, and the one that a request asks for.
  struct Choice {
    /// The chosen scenario, by contract name. Scenarios that do not exist are ignored.
    var chosen: [String: String] = [:]
    /// The scenario that the request's header asks for: a scenario's name, or CONTRACT/NAME.
    var asked: String?
    /// How often an exchange has answered since its scenario was chosen.
    var uses: [Use: Int] = [:]
  }

  /// An exchange, identified by names, which stay valid when the files change.
  struct Use: Hashable, Sendable {
    var contract: String
    var scenario: String
    var exchange: Int
  }

  enum Route {
    /// An exchange answers. The reasons describe how the request differs from it.
    case exchange(Candidate, [Reason])
    /// The contracts describe the path only with other methods.
    case wrongMethod([String])
    /// The contracts describe no request with the path.
    case unknown
    /// The header asks for a scenario that is not at the address. `there` has the scenarios at the address.
    case noScenario(String, there: [String])
    /// A running server cannot play the chosen scenario, for this reason.
    case impossible(Candidate, why: String)
  }

  init(_ contracts: [Contract]) {
    self.contracts = contracts
    var candidates: [Address: [Candidate]] = [:]
    for contract in contracts {
      for scenario in contract.scenarios {
        for (index, exchange) in scenario.exchanges.enumerated() {
          // An exchange without a request fits every request, so it is at no address.
          guard let request = exchange.request else { continue }
          for address in Self.addresses(request, of: contract) {
            candidates[address, default: []].append(
              Candidate(contract: contract, scenario: scenario, index: index, request: request))
          }
        }
      }
    }
    self.candidates = candidates
    templates = candidates.keys.compactMap { address in address.template.map { ($0, address) } }.sorted {
      ($1.template.literalCount, $0.address.path, $0.address.method)
        < ($0.template.literalCount, $1.address.path, $1.address.method)
    }
  }

  /// Returns the addresses at which a shape's requests arrive. The path "/" below a base URL with a path has two
  /// spellings.
  private static func addresses(_ shape: RequestShape, of contract: Contract) -> [Address] {
    let address = address(shape, of: contract)
    let isBase = shape.path.value.isEmpty || shape.path.value == "/"
    guard isBase, address.path.count > 1 else { return [address] }
    return [address, Address(method: address.method, path: String(address.path.dropLast()))]
  }

  private static func address(_ shape: RequestShape, of contract: Contract) -> Address {
    Address(
      method: shape.method.value, path: shape.path(at: contract.addresses),
      template: shape.template(at: contract.addresses))
  }

  /// Returns the addresses of a scenario, each once, in the order of its exchanges.
  func addresses(of scenario: Scenario, in contract: Contract) -> [Address] {
    scenario.exchanges.compactMap(\.request).map { Self.address($0, of: contract) }.uniqued()
  }

  func route(_ request: CapturedRequest, _ choice: Choice) -> Route {
    guard let path = request.path else { return .unknown }
    let here = candidates(at: path, method: request.method)
    if here.isEmpty {
      let methods = self.methods(at: path)
      return methods.isEmpty ? .unknown : .wrongMethod(methods)
    }
    if let asked = choice.asked {
      let candidates = here.filter { candidate in
        candidate.scenario.name == asked || "\(candidate.contract.name)/\(candidate.scenario.name)" == asked
      }
      return candidates.isEmpty
        ? .noScenario(asked, there: here.map(\.scenario.name).uniqued()) : best(candidates, request, choice.uses)
    }
    let chosen = here.filter { choice.chosen[$0.contract.name] == $0.scenario.name }
    if !chosen.isEmpty { return best(chosen, request, choice.uses) }
    let byDefault = best(self.byDefault(here), request, choice.uses)
    if case .exchange(_, let reasons) = byDefault, reasons.isEmpty { return byDefault }
    // The request may be what another scenario describes, for example an error for a header of its own.
    let others = best(here.filter { $0.scenario.whyNotServed == nil }, request, choice.uses)
    if case .exchange(_, let reasons) = others, reasons.isEmpty { return others }
    return byDefault
  }

  /// Returns the exchanges at an address: those that contain its path literally, or else those with names that match
  /// parts of it, beginning with the most literal text.
  private func candidates(at path: String, method: String) -> [Candidate] {
    if let candidates = candidates[Address(method: method, path: path)] { return candidates }
    return templates.filter { $0.address.method == method && $0.template.fits(path) }.flatMap {
      candidates[$0.address] ?? []
    }
  }

  /// Returns the scenarios that answer if none is chosen: the valid ones of every contract, or else the first possible
  /// one.
  private func byDefault(_ here: [Candidate]) -> [Candidate] {
    let valid = here.filter { candidate in
      candidate.scenario.exchanges.allSatisfy { $0.response.kind == .valid } && candidate.scenario.whyNotServed == nil
    }
    if !valid.isEmpty { return valid }
    let first = here.first { $0.scenario.whyNotServed == nil } ?? here.first
    return here.filter { $0.scenario === first?.scenario }
  }

  /// Returns the exchange whose request has the fewest mismatches. If multiple have the same number, the one used least
  /// wins, so that the exchanges of a scenario take turns. If that is equal too, the first one wins.
  private func best(_ candidates: [Candidate], _ request: CapturedRequest, _ uses: [Use: Int]) -> Route {
    var best: (candidate: Candidate, reasons: [Reason], differences: Int, uses: Int)?
    for candidate in candidates {
      let reasons = candidate.request.reasons(request, at: candidate.addresses(for: request))
      // Only exchanges of one scenario take turns, so the use of another scenario does not count.
      let count = uses[candidate.use] ?? 0
      let differences = reasons.reduce(0) { $0 + $1.differenceCount }
      let isBetter = best.map { known in
        let isSibling = known.candidate.scenario === candidate.scenario
        return differences < known.differences || differences == known.differences && isSibling && count < known.uses
      }
      if isBetter ?? true { best = (candidate, reasons, differences, count) }
    }
    guard let best else { return .unknown }
    if let why = best.candidate.scenario.whyNotServed { return .impossible(best.candidate, why: why) }
    return .exchange(best.candidate, best.reasons)
  }

  // MARK: Lookups

  /// The base URLs of all contracts, each once.
  var bases: [BaseURL] {
    contracts.flatMap { [$0.baseURL] + $0.baseURLs.map(\.url) }.uniqued(on: \.text)
  }

  /// Returns the methods that are described at a path, in alphabetical order.
  func methods(at path: String) -> [String] { Set(candidates.keys.filter { $0.takes(path) }.map(\.method)).sorted() }

  var addresses: [Address] { candidates.keys.sorted { ($0.path, $0.method) < ($1.path, $1.method) } }
}

extension Contract {
  /// The scenario that answers for the contract if none is chosen: the first possible valid one, or else the first
  /// possible one.
  var defaultScenario: Scenario? {
    let possible = scenarios.filter { $0.whyNotServed == nil }
    return possible.first { $0.exchanges.allSatisfy { $0.response.kind == .valid } } ?? possible.first
  }
}
