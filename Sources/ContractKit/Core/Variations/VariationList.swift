/// The variations of one scenario on one transport.
package struct VariationList: Sendable {
  /// The variations to play, in order.
  package var played: [Variation] = []
  /// How many variations are not played, for each reason.
  package var leftOut: [Variation.Obstacle: Int] = [:]
  /// The same reasons for each family.
  package private(set) var obstacles: [Variation.Family: Set<Variation.Obstacle>] = [:]

  /// The maximum number of variations of a scenario.
  package static let limit = 200

  /// Lists the variations of a scenario.
  ///
  /// - Parameters:
  ///   - transport: The transport; nil if the driver decides. Then the variations of both are listed.
  ///   - isOnly: Whether the run has no other transport. True by default.
  package init(
    of scenario: Scenario, by rules: VariationRules, on transport: Transport?, isOnly: Bool = true
  ) {
    let security = rules.security.map(scenario.securityVariations)
    if transport != .memory, let security {
      for (obstacle, count) in security.leftOut { leaveOut(obstacle, of: .security, count) }
    }
    if let steps = rules.steps, steps.isPlayed {
      leaveOut(.notValid, of: .steps, scenario.stepFaultsLeftOut(steps, rules))
    }
    let others = rules.families.filter { $0 != .security }.flatMap { scenario.variations(of: $0, by: rules) }
    for variation in others + (security?.variations ?? []).map(Variation.security) {
      if let transport, !variation.isPossible(on: transport) {
        if isOnly, variation.family == .security { leaveOut(.onlyLoopback, of: .security) }
        continue
      }
      do throws(Variation.Obstacle) {
        let varied = try scenario.varied(by: variation, rules)
        if let transport, varied.whySkipped(on: transport) != nil, scenario.whySkipped(on: transport) == nil {
          throw .noSocket
        }
        if played.count == Self.limit { throw .limit }
        played.append(variation)
      } catch {
        leaveOut(error, of: variation.family)
      }
    }
    if rules.playsFields { addFields(of: scenario) }
  }

  /// Adds the changes of fields that are still possible. Their bodies are made only when they are played.
  private mutating func addFields(of scenario: Scenario) {
    do throws(Variation.Obstacle) {
      let fields = try scenario.fields()
      let kept = fields.all.prefix(Self.limit - played.count)
      played += kept.map(Variation.field)
      let rest = fields.all.count - kept.count + fields.more
      leaveOut(.limit, of: .fields, rest)
    } catch {
      leaveOut(error, of: .fields)
    }
  }

  private mutating func leaveOut(_ obstacle: Variation.Obstacle, of family: Variation.Family, _ count: Int = 1) {
    if count <= 0 { return }
    leftOut[obstacle, default: 0] += count
    obstacles[family, default: []].insert(obstacle)
  }
}

extension Variation {
  /// Why a variation is not played.
  package enum Obstacle: String, Error, Sendable, CaseIterable {
    /// The broken body is still JSON, for example because 17 cut by one byte is 1, or Foundation reads it as JSON.
    case stillJSON
    /// The response has no JSON body that could be broken or written differently.
    case noJSON
    /// Nothing in the response can be changed in this way.
    case nothingToChange
    /// The answer of an earlier exchange is a redirect, or an error, which a client need not take for a fault.
    case notValid
    /// Sockets cannot show it in this scenario.
    case noSocket
    /// The scenario's requests may come in any order, so that nobody knows which request would come next.
    case noOrder
    /// Only sockets can show it, and the run has no loopback.
    case onlyLoopback
    /// The client got more than one piece at once, or the system does not show whether it did.
    case joinedPieces
    /// The client returns the text of the response unread, and so returns another one.
    case unread
    /// The client passes on a value that no message can carry.
    case tooLarge
    /// The client does not accept the coding.
    case notAccepted
    /// The driver or this system cannot show it.
    case notHere
    /// No response has a URL of the API.
    case noLink
    /// No response has a cursor that leads to the next request.
    case noCursor
    /// No request has a string of the input where it could do harm.
    case noText
    /// The client does not know the authority that certified the server.
    case unknownAuthority
    /// The client's own timeout is too long to wait for, or not described.
    case longSilence
    /// The contract has `false` for it in `except`.
    case excepted
    /// The scenario has more variations than `VariationList.limit`.
    case limit

    /// The reason, in the words of reports.
    package var text: String {
      switch self {
      case .stillJSON: "the broken body would still be JSON"
      case .noJSON: "the response has no JSON body"
      case .nothingToChange: "the response has nothing to change in this way"
      case .notValid: "the response of the earlier exchange is not `valid`"
      case .noSocket: "sockets cannot show it in this scenario"
      case .onlyLoopback: "only loopback can show it, which --transport loopback chooses"
      case .noLink: "no response has a link"
      case .noCursor: "no response has a cursor"
      case .noText: "no string of the input is in a path, a query or a header"
      case .joinedPieces: "the client did not get each piece of the body alone"
      case .unread: "the client returns the text of the response as it comes"
      case .tooLarge: "the outcome would have more levels or values than a message can carry"
      case .notAccepted: "the client's Accept-Encoding does not name the coding"
      case .notHere: "the driver has no loopback, or this system has too few hosts, or no openssl"
      case .unknownAuthority: "the client does not know the certificate authority of the run"
      case .noOrder: "the requests of the scenario have no order"
      case .longSilence: "the contract describes no timeout of at most 2 s"
      case .excepted: "the contract leaves it out"
      case .limit: "a scenario has at most \(VariationList.limit) variations"
      }
    }
  }
}

extension Sequence<[Variation.Obstacle: Int]> {
  /// Why variations are left out, each reason with their number.
  package var texts: [String] {
    Variation.Obstacle.allCases.compactMap { obstacle in
      let count = reduce(0) { $0 + ($1[obstacle] ?? 0) }
      return count == 0 ? nil : "\(English.counted(count, "variation")): \(obstacle.text)"
    }
  }
}

extension Scenario {
  /// Returns the variations of a family that the scenario can have.
  package func variations(of family: Variation.Family, by rules: VariationRules) -> [Variation] {
    switch family {
    case .hostile:
      let exceptions = rules.hostileExceptions ?? []
      return hostileValues.filter { exceptions.isDisjoint(with: $0.exceptionNames) }.map(Variation.hostile)
    case .equivalent:
      let format = streamFormat
      let hasLists = exchanges.last?.response.hasLists == true
      return rules.equivalences.filter { equivalence in
        equivalence.format == nil ? hasLists || equivalence != .listHeaders : equivalence.format == format
      }.map(Variation.equivalent)
    case .stream:
      return streamFormat == nil ? [] : rules.declared(Variation.all(.stream))
    case .steps: return rules.steps.map { stepFaults($0, rules).map(Variation.step) } ?? []
    case .security: return rules.security.map { securityVariations($0).variations.map(Variation.security) } ?? []
    case .statusError, .nonHTTP, .corruptJSON, .networkError, .empty: return rules.declared(Variation.all(family))
    case .fields: return []
    }
  }

  /// The format of the last response's body, if it is a stream; otherwise nil.
  private var streamFormat: StreamFormat? { exchanges.last?.response.streamFormat }
}
