extension NearestRequest {
  /// The exchange that is nearest to a request, and its place in the contract.
  var exchangeText: String {
    var line: String
    if differs.isEmpty {
      line = "request \(request) matches \(place)"
      if isOtherOrder {
        line += "; the requests came in another order; to allow any order, write `\"order\": \"any\"`"
      } else if let answered {
        line += ", which answered request \(answered)"
      }
    } else {
      line = "\(place): \(difference)"
    }
    // The line contains the method and the URL.
    let others = mismatches.filter { ![.method, .origin, .pathPrefix, .path].contains($0.part.kind) }
    return ([line, LabeledLines.location(range)] + others.map(\.text)).joined(separator: "\n")
  }

  /// The received request that is nearest to a missing request.
  var requestText: String {
    differs.isEmpty ? "request \(request) matches \(place)" : "request \(request): \(difference)"
  }

  /// The exchange, or the request of the contract, in words.
  private var place: String {
    if let exchange { return "exchange \(exchange)" }
    return "\(Excerpt.visible(JSON.string(name ?? "").text)) of the contract's `requests`"
  }

  /// `sent GET /todo, described GET /todos: path differs`.
  private var difference: String {
    let shown = differs.count <= 5 ? differs : differs.prefix(4) + ["\(differs.count - 4) more parts"]
    return "sent \(sent), described \(described): \(English.listed(shown)) \(differs.count == 1 ? "differs" : "differ")"
  }

  /// Creates the pair of a request and a shape, with a text for each.
  init(
    request: Int, _ sent: CapturedRequest, exchange: Int?, name: String? = nil, _ shape: RequestShape,
    at range: SourceRange, addresses: Addresses, differs: [String]
  ) {
    let base = addresses.base(of: shape)
    let (method, target) = (shape.method.value, shape.describedTarget)
    let url = RequestURL(sent.url)
    var texts = (sent.line, Excerpt.beginning(of: shape.line(below: base)))
    if let url, url.hasOrigin(of: base), let rest = url.below(base) {
      let query = url.query.map { "?\($0)" } ?? ""
      texts = (Excerpt.beginning(of: "\(sent.method) \(rest)\(query)"), Excerpt.beginning(of: "\(method) \(target)"))
    }
    self.init(
      request: request, exchange: exchange, name: name, sent: texts.0, described: texts.1, differs: differs,
      range: range)
  }
}

extension Mismatch.Part {
  /// The name of the part, without the request.
  package var words: String { words { Excerpt.beginning(of: $0, limit: 80) } }

  /// - Parameter shown: Returns what is shown of a name.
  func words(showing shown: (String) -> String) -> String {
    switch self {
    case .method: "method"
    case .origin, .namedOrigin, .pathPrefix: "base URL"
    case .path: "path"
    case .timeout: "timeout"
    case .query(let name): "query item \(shown(JSON.string(name).text))"
    case .header(let name): "header \(shown(name))"
    case .cookie(let name): "cookie \(shown(JSON.string(name).text))"
    case .body: "body"
    case .outcome: "outcome"
    case .missingRequest: "request"
    case .notBefore: "time"
    case .follows: "order"
    case .pathParameter(let name) where name.hasPrefix(RequestShape.Named.carried): "the input's text in the path"
    case .pathParameter(let name): "path parameter \(shown(JSON.string(name).text))"
    case .formField(let name): "form field \(shown(JSON.string(name).text))"
    case .multipart(let number, _, _): "part \(number) of the body"
    case .line(let number): "line \(number) of the body"
    }
  }
}
