import ContractCore

/// Finds what answers a request: which contract, which of its scenarios, which exchange. It has no state and no socket.
struct Router: Sendable {
  let contracts: [Contract]
  private let places: [Address: [Place]]
  /// The addresses whose paths have names, the ones with most literal text first.
  private let templates: [(template: PathTemplate, address: Address)]

  /// A method and a path, the base URL's own path included; escapes in upper case. Names in the path are in braces.
  struct Address: Hashable, Sendable {
    var method: String
    /// As it is shown.
    var path: String
    /// The path's names taken apart; nil where it has none.
    var template: PathTemplate?
    /// What makes two paths one: how a name is called says nothing.
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

    /// Whether requests with a path, as sent, arrive here.
    func takes(_ path: String) -> Bool { template?.fits(path) ?? (self.path == path) }
  }

  /// Where an exchange stands.
  struct Place: Sendable {
    var contract: Contract
    var scenario: Scenario
    /// The place of the exchange among the scenario's.
    var index: Int

    var exchange: Exchange { scenario.exchanges[index] }
    /// The exchange by names.
    var use: Use { Use(contract: contract.name, scenario: scenario.name, exchange: index) }

    /// The addresses of the contract as the sender of a request calls this server.
    func addresses(for request: CapturedRequest) -> Addresses {
      request.origin.map(contract.addresses) ?? contract.addresses
    }
  }

  /// What is on, and what was asked for.
  struct Choice {
    /// The scenario that was chosen, by contract name; those that are not there count for nothing.
    var chosen: [String: String] = [:]
    /// What the request's own header asks for: a scenario's name, or CONTRACT/NAME.
    var asked: String?
    /// How often an exchange has answered since its scenario was chosen.
    var uses: [Use: Int] = [:]
  }

  /// An exchange by names, which outlive a change of the files.
  struct Use: Hashable, Sendable {
    var contract: String
    var scenario: String
    var exchange: Int
  }

  /// Where a request leads.
  enum Route {
    /// An exchange answers; the reasons why the request is not as it describes.
    case exchange(Place, [Reason])
    /// The path is described, with other methods.
    case wrongMethod([String])
    /// Nothing is described at the path.
    case unknown
    /// The header asks for a scenario that is not at the address; those that are.
    case noScenario(String, there: [String])
    /// The scenario that is on cannot be done by a running server, and why.
    case impossible(Place, why: String)
  }

  init(_ contracts: [Contract]) {
    self.contracts = contracts
    var places: [Address: [Place]] = [:]
    for contract in contracts {
      for scenario in contract.scenarios {
        for (index, exchange) in scenario.exchanges.enumerated() {
          for address in Self.addresses(exchange.request, of: contract) {
            places[address, default: []].append(Place(contract: contract, scenario: scenario, index: index))
          }
        }
      }
    }
    self.places = places
    templates = places.keys.compactMap { address in address.template.map { ($0, address) } }.sorted {
      ($1.template.literalCount, $0.address.path, $0.address.method)
        < ($0.template.literalCount, $1.address.path, $1.address.method)
    }
  }

  /// Where a shape's requests arrive: the path "/" below a base URL with a path of its own has two spellings.
  private static func addresses(_ shape: RequestShape, of contract: Contract) -> [Address] {
    let address = Self.address(shape, of: contract)
    let isBase = shape.path.value.isEmpty || shape.path.value == "/"
    guard isBase, address.path.count > 1 else { return [address] }
    return [address, Address(method: address.method, path: String(address.path.dropLast()))]
  }

  private static func address(_ shape: RequestShape, of contract: Contract) -> Address {
    Address(
      method: shape.method.value, path: shape.path(at: contract.addresses),
      template: shape.template(at: contract.addresses))
  }

  /// The addresses of a scenario, each once, in the order of its exchanges.
  func addresses(of scenario: Scenario, in contract: Contract) -> [Address] {
    var addresses: [Address] = []
    for exchange in scenario.exchanges {
      let address = Self.address(exchange.request, of: contract)
      if !addresses.contains(address) { addresses.append(address) }
    }
    return addresses
  }

  /// Says where a request leads.
  func route(_ request: CapturedRequest, _ choice: Choice) -> Route {
    guard let path = request.path else { return .unknown }
    let here = places(at: path, method: request.method)
    if here.isEmpty {
      let methods = self.methods(at: path)
      return methods.isEmpty ? .unknown : .wrongMethod(methods)
    }
    var candidates = here
    if let asked = choice.asked {
      candidates = here.filter { place in
        place.scenario.name == asked || "\(place.contract.name)/\(place.scenario.name)" == asked
      }
      if candidates.isEmpty { return .noScenario(asked, there: names(here)) }
    } else {
      let chosen = here.filter { choice.chosen[$0.contract.name] == $0.scenario.name }
      candidates = chosen.isEmpty ? byDefault(here) : chosen
    }
    return best(candidates, request, choice.uses)
  }

  /// The exchanges at an address: those that write its path as it is, else those whose names stand for parts of it, the
  /// ones with most literal text first.
  private func places(at path: String, method: String) -> [Place] {
    if let places = places[Address(method: method, path: path)] { return places }
    return templates.filter { $0.address.method == method && $0.template.fits(path) }.flatMap {
      places[$0.address] ?? []
    }
  }

  /// The scenarios that answer where nothing is chosen: every contract's valid ones, else the first that can be done.
  private func byDefault(_ here: [Place]) -> [Place] {
    let valid = here.filter { place in
      place.scenario.exchanges.allSatisfy { $0.response.kind == .valid } && place.scenario.whyNotServed == nil
    }
    if !valid.isEmpty { return valid }
    let first = here.first { $0.scenario.whyNotServed == nil } ?? here.first
    return here.filter { $0.scenario === first?.scenario }
  }

  /// The exchange whose request has the fewest mismatches; of equals the one used least, so that the exchanges of a
  /// scenario come in turn; of those the first.
  private func best(_ candidates: [Place], _ request: CapturedRequest, _ uses: [Use: Int]) -> Route {
    var best: (place: Place, reasons: [Reason], differences: Int, uses: Int)?
    for place in candidates {
      let reasons = place.exchange.request.reasons(request, at: place.addresses(for: request))
      // How often another scenario was used says nothing: only exchanges of one scenario come in turn.
      let isSibling = best.map { $0.place.scenario === place.scenario } ?? true
      let count = uses[place.use] ?? 0
      let differences = reasons.reduce(0) { $0 + $1.differenceCount }
      guard let known = best else {
        best = (place, reasons, differences, count)
        continue
      }
      let isBetter =
        differences < known.differences || differences == known.differences && isSibling && count < known.uses
      if isBetter { best = (place, reasons, differences, count) }
    }
    guard let best else { return .unknown }
    if let why = best.place.scenario.whyNotServed { return .impossible(best.place, why: why) }
    return .exchange(best.place, best.reasons)
  }

  // MARK: What is where

  /// The methods that are described at a path, in the order of the alphabet.
  func methods(at path: String) -> [String] { Set(places.keys.filter { $0.takes(path) }.map(\.method)).sorted() }

  /// Every address, by path and then method.
  var addresses: [Address] { places.keys.sorted { ($0.path, $0.method) < ($1.path, $1.method) } }

  private func names(_ places: [Place]) -> [String] {
    var names: [String] = []
    for place in places where !names.contains(place.scenario.name) { names.append(place.scenario.name) }
    return names
  }
}

extension Contract {
  /// The scenario that stands for the contract where nothing is chosen: the first valid one that can be done, else the
  /// first that can.
  var defaultScenario: Scenario? {
    let possible = scenarios.filter { $0.whyNotServed == nil }
    return possible.first { $0.exchanges.allSatisfy { $0.response.kind == .valid } } ?? possible.first
  }
}
