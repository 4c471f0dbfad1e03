extension ContractReader {
  static let scenarioMembers = [
    "name", "description", "tags", "skip", "transports", "input", "request", "response", "exchanges", "order", "expect",
    "within", "vary", "verify",
  ]

  /// Reads a scenario.
  ///
  /// - Parameter origin: Finds where the contract's own file names what another file has.
  func scenario(_ reader: ObjectReader, expecting: ContractReader, origin: (SourceRange) -> SourceRange) -> Scenario? {
    reader.checkNames(Self.scenarioMembers)
    let name = text(reader.string("name", required: true), called: "a scenario's name")
    let description = reader.string("description", mayBeEmpty: true)
    let tags = self.tags(reader)
    let skip = reader.string("skip")
    let transports = self.transports(reader)
    if let input = reader.value("input") { checkInput(input) }
    let input = reader.value("input")?.alone ?? known.input
    let within = reader.seconds("within", mayBeZero: false)
    let isVaried = reader.bool("vary")
    let order = self.order(reader)
    let exchanges = self.exchanges(reader, order: order)
    let expect = expecting.expectation(reader, transports: transports)
    guard let name, let exchanges, expect != nil || reader.value("expect") == nil else { return nil }
    checkNowhere(reader, exchanges: exchanges, transports: transports, expect: expect)
    if isVaried?.value == true, exchanges.last?.response.kind != .valid {
      reader.note(.varyWithoutValidResponse, at: isVaried?.range)
    }
    // A body that is cut from another scenario's contains the placeholders of that body.
    let isCutWithAddress = exchanges.contains { $0.response.body?.pieces.contains { !$0.addresses.isEmpty } == true }
    return Scenario(
      name: name.value,
      at: Scenario.Place(
        name.range, declaration: origin(name.range), object: reader.range,
        listsExchanges: reader.value("exchanges") != nil),
      description: description?.value, tags: tags, skip: skip?.value, transports: transports, input: input,
      exchanges: exchanges, order: order, expect: expect, within: within?.value,
      namesAddresses: known.mayNameAddresses
        && (isCutWithAddress || Self.namesAddress(input)
          || reader.object.members.contains { Self.namesAddress($0.value) }),
      isVaried: isVaried?.value ?? false, verification: verification(reader, over: known.verification))
  }

  /// Whether a value contains a placeholder for a base URL. Mistakes in it were noted when its part was read.
  static func namesAddress(_ json: JSON) -> Bool {
    json.string.map { !Addresses.placeholders(in: $0.utf8).isEmpty }
      ?? json.values.contains(where: namesAddress)
  }

  private func transports(_ reader: ObjectReader) -> Set<Transport>? {
    guard let names = reader.strings("transports", mayBeEmpty: false) else { return nil }
    let right = names.filter { diagnostics.choice($0, of: Transport.self, what: "transport") != nil }
    return Set(distinct(right, list: "transports").compactMap(Transport.init(rawValue:)))
  }

  private func order(_ reader: ObjectReader) -> Scenario.Order {
    reader.choice("order", what: "order")?.value ?? .sequence
  }

  /// Notes a nonHTTP response that never runs. If a success is expected, it is skipped on loopback, unless its outcome
  /// there is described; another transport must remain.
  private func checkNowhere(
    _ reader: ObjectReader, exchanges: [Exchange], transports: Set<Transport>?, expect: Scenario.Expectation?
  ) {
    guard let transports, transports == [.loopback], let expect, expect.own[.loopback] == nil,
      case .success? = expect.outcome
    else { return }
    for exchange in exchanges where exchange.response.kind == .nonHTTP {
      reader.note(.nowhereToRun, at: exchange.response.range)
    }
  }

  // MARK: Exchanges

  private func exchanges(_ reader: ObjectReader, order: Scenario.Order) -> [Exchange]? {
    let own = reader.value("request").map { checkLayer($0, isOverlay: root.value("request") != nil) }
    let overlay = own.map(Overlay.init) ?? .absent
    if reader.value("exchanges") != nil {
      if reader.value("response") != nil {
        reader.note(.responseAndExchanges, at: reader.nameRange(of: "exchanges"))
      }
      return list(reader, overlay: overlay, order: order)
    }
    guard let response = reader.value("response") else { return diagnostics.mistake(.noResponse, at: reader.range) }
    let range = response.range ?? reader.range
    return exchange(
      request: request(overlay: overlay), response: response, range: range, scenario: reader, order: order
    ).map { [$0] }
  }

  private typealias Overlay = RequestLayer.Part<RequestLayer>

  /// Returns the request of a scenario: its own request, merged over the contract's.
  private func request(overlay: Overlay) -> RequestLayer.Part<RequestShape> {
    overlay.isAbsent ? commonRequest() : request([known.request, overlay.value])
  }

  private func list(_ reader: ObjectReader, overlay: Overlay, order: Scenario.Order) -> [Exchange]? {
    guard let elements = reader.array("exchanges", of: "exchanges") else { return nil }
    if !overlay.isAbsent {
      if elements.isEmpty {
        reader.note(.requestOfNothing, at: reader.nameRange(of: "request"))
      } else if elements.allSatisfy({ $0["request"]?.string != nil }) {
        diagnostics.warn(.unusedOverlay, at: reader.nameRange(of: "request"))
      }
    }
    var readers: [ObjectReader] = []
    var exchanges: [Exchange] = []
    for (index, element) in elements.enumerated() {
      guard
        let one = ObjectReader(
          element, as: "an exchange", allowed: Self.exchangeMembers, called: "an element of \"exchanges\"", diagnostics)
      else { continue }
      readers.append(one)
      let shape = request(of: one, overlay: overlay)
      let notBefore = one.seconds("notBefore", mayBeZero: false)
      if let notBefore, index == 0, order == .sequence || elements.count == 1 {
        one.note(.notBeforeFirst, at: notBefore.range)
      }
      guard let response = one.value("response", required: true) else { continue }
      let exchange = exchange(
        request: shape, response: response, notBefore: notBefore, isOptional: one.bool("optional"),
        isIdempotent: one.bool("idempotent"), range: one.range, scenario: reader, order: order)
      if let exchange { exchanges.append(exchange) }
    }
    // Without some of the elements, names in the others may seem to be wrong.
    if readers.count != elements.count { return nil }
    let names = names(of: readers, order: order)
    if exchanges.count != elements.count { return nil }
    return zip(exchanges, names).map { exchange, names in
      copy(of: exchange) { ($0.name, $0.follows) = names }
    }
  }

  private static let exchangeMembers = [
    "name", "follows", "request", "response", "notBefore", "optional", "idempotent",
  ]

  /// Returns an exchange that belongs to no scenario; nil if something is wrong with it.
  func exchangeAlone(_ reader: ObjectReader) -> Exchange? {
    let shape = request(of: reader, overlay: .absent)
    guard let response = reader.value("response", required: true) else { return nil }
    return exchange(request: shape, response: response, range: reader.range, scenario: reader, order: .sequence)
  }

  /// Returns the request of an exchange: the one that it names, which is complete by itself, or its own request, merged
  /// over the scenario's and the contract's.
  private func request(of exchange: ObjectReader, overlay: Overlay) -> RequestLayer.Part<RequestShape> {
    guard let own = exchange.value("request") else { return request(overlay: overlay) }
    if let name = own.string {
      return RequestLayer.Part(namedRequest(SourceLocated(name, at: own.range ?? exchange.range)))
    }
    let isOverlay = root.value("request") != nil || !overlay.isAbsent
    return request([known.request, overlay.value, checkLayer(own, isOverlay: isOverlay)])
  }

  private func exchange(
    request: RequestLayer.Part<RequestShape>, response: JSON, notBefore: SourceLocated<Double>? = nil,
    isOptional: SourceLocated<Bool>? = nil, isIdempotent: SourceLocated<Bool>? = nil, range: SourceRange,
    scenario: ObjectReader, order: Scenario.Order
  ) -> Exchange? {
    if known.mayNameAddresses { checkAddresses(response) }
    let name = scenario.value("name")?.string
    if request.isAbsent, order == .any {
      scenario.note(.noRequestToMatch(scenario: name ?? ""), at: scenario.range(of: "order"))
    }
    let response = self.response(response, scenario: name, method: request.value?.method.value)
    guard let response, !request.isWrong else { return nil }
    if response.isEarly, order == .any { scenario.note(.earlyWithoutOrder, at: scenario.range(of: "order")) }
    return Exchange(
      request: request.value, response: response, notBefore: notBefore, isOptional: isOptional,
      isIdempotent: isIdempotent, range: range)
  }

  // MARK: The real server

  /// Reads the member `verify` of a contract or a scenario.
  ///
  /// - Parameter above: What the contract says, for one of its scenarios.
  func verification(_ reader: ObjectReader, over above: Verification = Verification()) -> Verification {
    guard let json = reader.value("verify") else { return above }
    var verification = above
    if json.bool == false {
      verification.isOff = true
      return verification
    }
    guard json.isObject else {
      reader.noteWrong("verify", expected: "false or an object")
      return above
    }
    guard let own = ObjectReader(json, as: "\"verify\"", allowed: ["input"], diagnostics) else { return above }
    verification.isOff = false
    if let input = own.value("input", required: true) {
      checkVariables(input)
      verification.inputs.append(input.alone)
    }
    return verification
  }

  /// Notes environment variables that are not named by one name.
  private func checkVariables(_ json: JSON) {
    if let name = json[Verification.variable] {
      let isName = name.string.map { text in
        text.utf8.first.map { !$0.isDigit } == true
          && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
      }
      if isName != true || json.members.count != 1 {
        diagnostics.note(.badVariable, at: json.range ?? root.range)
      }
      return
    }
    for value in json.values { checkVariables(value) }
  }
}
