import ContractCore

/// An endpoint that contracts describe: the requests that its client sends, and the answers of the server.
struct TrafficEndpoint {
  struct Request {
    var contract: Contract
    var shape: RequestShape
  }

  /// The method and the path: `GET /todos/{id}`.
  let title: String
  /// The base URL of the contract, or what the user names in its place.
  let base: BaseURL
  /// Whether its base URL is `baseURL`, and not one with a name.
  let isBelowDefault: Bool
  let method: String
  /// The paths, with that of the base URL before them.
  private var paths: [Path] = []
  private(set) var requests: [Request] = []
  /// The number of segments of its paths, with the empty one before the first slash.
  var segments: Int { paths.first?.segments.count ?? 0 }
  /// The names of the contracts that describe the endpoint, each once.
  private(set) var contracts: [String] = []
  /// The valid answers, by status.
  private(set) var answers: [Int: AnswerShape] = [:]
  /// A place in a contract for each status that a scenario has.
  private(set) var statuses: [Int: SourceRange] = [:]

  /// Returns the endpoints of some contracts, in the order in which they are described.
  ///
  /// - Parameters:
  ///   - baseURL: Where the requests went, in place of the contracts' `baseURL`; nil for these.
  ///   - secrets: What is a secret, in place of which an import writes something else.
  static func all(of contracts: [Contract], at baseURL: BaseURL?, _ secrets: Secrets) -> [TrafficEndpoint] {
    // With what is the same for all requests to one endpoint: base URL, method and path.
    var described: [(key: [String], contract: Contract, shape: RequestShape, response: Response, base: BaseURL)] = []
    for contract in contracts {
      for exchange in contract.scenarios.flatMap(\.exchanges) {
        guard let shape = exchange.request else { continue }
        let own = contract.addresses.base(of: shape)
        let base = shape.base == nil ? baseURL ?? own : own
        let key = [base.text, shape.method.value, Path(shape, below: base, secrets).shape]
        described.append((key, contract, shape, exchange.response, base))
      }
    }
    return described.grouped(by: \.key).map { _, parts in
      var endpoint = TrafficEndpoint(parts[0].shape, below: parts[0].base)
      var bodies: [Int: [JSON]] = [:]
      // Most scenarios of a contract have its one request.
      for (_, contract, shape, _, _) in parts.uniqued(on: { ObjectIdentifier($0.shape) }) {
        endpoint.requests.append(Request(contract: contract, shape: shape.general))
        let path = Path(shape, below: endpoint.base, secrets)
        if !endpoint.paths.contains(where: { $0.segments == path.segments }) { endpoint.paths.append(path) }
      }
      endpoint.contracts = endpoint.requests.map(\.contract.name).uniqued()
      for (_, _, _, response, _) in parts {
        guard let status = response.status else { continue }
        if endpoint.statuses[status] == nil { endpoint.statuses[status] = response.range }
        if let json = response.jsonAnswer { bodies[status, default: []].append(json) }
      }
      endpoint.answers = bodies.mapValues(AnswerShape.init)
      return endpoint
    }
  }

  private init(_ shape: RequestShape, below base: BaseURL) {
    (title, method, self.base, isBelowDefault) = (shape.name, shape.method.value, base, shape.base == nil)
  }

  /// Returns how well a request fits, whatever its host: the number of bytes of its path that are literally those of a
  /// contract; nil if it goes to another endpoint.
  func fit(_ entry: RecordedTraffic.Entry) -> Int? {
    if entry.request.method != method { return nil }
    return paths.compactMap { $0.fit(entry.path) }.max()
  }
}

/// The path of a described request, as the recorded ones are compared with it.
private struct Path {
  private let template: PathTemplate?
  let segments: [String]
  private let secrets: Secrets

  init(_ shape: RequestShape, below base: BaseURL, _ secrets: Secrets) {
    self.secrets = secrets
    template = PathTemplate(shape.path.value, below: base.pathPrefix)
    segments = Self.segments(base.pathPrefix + (shape.path.value.isEmpty ? "/" : shape.path.value))
  }

  private static func segments(_ path: String) -> [String] {
    RequestURL.withUpperCaseEscapes(path).split(separator: "/", omittingEmptySubsequences: false).map(String.init)
  }

  /// The path with `{}` in place of names and of what identifies one thing.
  var shape: String {
    template?.shape ?? segments.map { $0.isIdentifier ? "{}" : $0 }.joined(separator: "/")
  }

  /// Returns how much of a path is literally the same; nil if it is another path. What identifies one thing may be
  /// another thing, and what stands in place of a secret may be any.
  func fit(_ path: String) -> Int? {
    let slashes = path.utf8.count { $0 == UInt8(ascii: "/") }
    guard segments.count == slashes + 1 else { return nil }
    if let template { return template.fits(RequestURL.withUpperCaseEscapes(path)) ? template.literalCount : nil }
    let sent = Self.segments(path)
    var count = 0
    for (index, (described, sent)) in zip(segments, sent).enumerated() {
      if described == sent {
        count += 1 + described.utf8.count
      } else if described.isIdentifier ? !sent.isIdentifier : !isSecret(index, of: path, as: described) {
        return nil
      }
    }
    return count
  }

  /// Returns whether an import writes a described segment in place of a sent one.
  private func isSecret(_ index: Int, of path: String, as described: String) -> Bool {
    guard ImportSettings.isPlaceholder(described) else { return false }
    return ImportedRequest.segments(of: path, by: secrets)[index].isSecret
  }
}
