// The scenarios that `verify` plays with the answers of the real server.
extension Scenario {
  /// Returns why `verify` leaves the scenario out; nil if it plays it.
  ///
  /// - Parameters:
  ///   - methods: The methods that may be sent.
  ///   - names: The names of the base URLs of which the real server is known; nil stands for `baseURL`.
  package func whyNotVerified(_ methods: Set<String>, _ names: Set<String?>, of contract: Contract) -> String? {
    if verification.isOff { return "the contract turns verify off" }
    if let why = whySkipped(on: .loopback, of: contract) { return why }
    guard !exchanges.isEmpty, exchanges.allSatisfy({ $0.response.kind == .valid && !$0.response.isEarly }),
      case .success? = expected(on: .loopback)
    else { return "no valid answer with an expected success" }
    for exchange in exchanges {
      guard let request = exchange.request else { return "a request is not learned yet" }
      if !methods.contains(request.method.value) {
        return "\(request.method.value) is only sent with --unsafe \(request.method.value)"
      }
      if !names.contains(request.base?.value) {
        let name = request.base.map { "\($0.value)=" } ?? ""
        return "the real server is not known: --against \(name)URL"
      }
    }
    return nil
  }

  /// Returns the scenario as it is played with the real server: with the input for it, the requests that follow from that
  /// input, and any outcome of the same shape.
  ///
  /// - Parameter variables: The values of the environment variables that its input names.
  package func verified(_ variables: [String: String]) -> Scenario {
    let input = verification.applied(to: self.input, variables)
    var changes = ChangedValues()
    changes.compare(self.input, input)
    let exchanges = self.exchanges.map { $0.with(request: $0.request.map(changes.applied)) }
    let expected = expect.map { expect in
      Expectation(expect.outcome?.general, own: expect.own.mapValues(\.general), range: expect.range)
    }
    return Scenario(
      name: name, range: range, declarationRange: declarationRange, objectRange: objectRange, description: description,
      tags: tags, transports: transports, input: input, exchanges: exchanges, listsExchanges: listsExchanges,
      order: order, expect: expected, namesAddresses: namesAddresses, verification: verification)
  }
}

extension Scenario.Expectation.Outcome {
  /// The outcome with any values of the same shape.
  fileprivate var general: Self {
    if case .success(let pattern) = self { .success(pattern.general) } else { self }
  }
}

/// The values of an input that `verify` replaces by others, so that the requests that they lead to change too.
///
/// A value of the request can be the same as one of the input by chance, so the old one stays right beside the new one.
private struct ChangedValues {
  private struct Change {
    /// The member of the input.
    var name: String
    var old: JSON
    var new: JSON

    /// Whether nobody knows how a client writes the new value, because it has no value of that kind to write yet.
    var isOtherKind: Bool { old.isNull || new.isNull || (old.bool == nil) != (new.bool == nil) }
  }

  private var all: [Change] = []
  /// Whether the input has other members or elements than before, which can lead to any body and query.
  private var isOther = false

  mutating func compare(_ old: JSON, _ new: JSON, _ name: String = "value") {
    if old == new { return }
    if old.isScalar, new.isScalar { return all.append(Change(name: name, old: old, new: new)) }
    let (before, after) = (old.children, new.children)
    guard old.isObject == new.isObject, old.isArray == new.isArray, before.map(\.name) == after.map(\.name) else {
      isOther = true
      return
    }
    for (one, other) in zip(before, after) { compare(one.value, other.value, old.isArray ? name : one.name) }
  }

  func applied(to shape: RequestShape) -> RequestShape {
    if all.isEmpty, !isOther { return shape }
    let path = path(shape)
    return RequestShape(
      method: shape.method, base: shape.base, path: SourceLocated(path.text, at: shape.path.range),
      pathParameters: shape.pathParameters.map { $0.replacing(replacement) } + path.parameters,
      query: isOther ? [] : shape.query.map { $0.replacing(replacement) },
      otherQuery: isOther ? .allowed : shape.otherQuery,
      headers: shape.headers.map { named in
        // A header of credentials may have them in another form.
        Secrets.standard.isSecret(name: named.name) ? named.anyText : named.replacing(replacement)
      }, otherHeaders: shape.otherHeaders, timeout: shape.timeout,
      body: shape.body.map { SourceLocated(isOther ? .any : body($0.value, isHidden(in: shape)), at: $0.range) },
      range: shape.range)
  }

  /// Returns a path with a name in place of each part of a segment that is an old value. What a client may leave as it is,
  /// and what it must encode, are the same then.
  private func path(_ shape: RequestShape) -> (text: String, parameters: [RequestShape.Named]) {
    var parameters: [RequestShape.Named] = []
    let range = shape.path.range
    // A value can be more than one segment.
    var path = shape.path.value
    for change in all where change.old.plainText.contains("/") && change.old.plainText.utf8.count > 2 {
      path = path.replacing(change.old.plainText.encodedPath, with: change.new.plainText.encodedPath)
    }
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).map { segment -> String in
      guard !segment.contains("{"), let text = JSONPointer.percentDecoded(segment), !text.isEmpty,
        let change = all.first(where: { $0.old.plainText.isExactly(text) })
          ?? all.first(where: { $0.old.plainText.utf8.count >= 2 && text.contains($0.old.plainText) })
      else { return String(segment) }
      let names = parameters.map(\.name) + shape.pathParameters.map(\.name)
      let own = change.name.filter { $0.isLetter || $0.isNumber }
      let name = (0...).lazy.map { $0 == 0 ? own : "\(own)\($0 + 1)" }.first { !names.contains($0) } ?? own
      parameters.append(RequestShape.Named(name: name, range: range, patterns: [literal(text, change, at: range)]))
      return "{\(name)}"
    }
    return (segments.joined(separator: "/"), parameters)
  }

  /// Returns the pattern of a text that has an old value, or the new one in its place.
  private func literal(_ text: String, _ change: Change, at range: SourceRange) -> Pattern {
    if change.isOtherKind { return Pattern(.any, at: range) }
    // Two members can have had the same value.
    let others = all.filter { $0.old.plainText.isExactly(change.old.plainText) }
    let texts = others.map { text.replacing(change.old.plainText, with: $0.new.plainText) } + [text]
    return Pattern(.anyOf(texts.map { Pattern(.literal(.string($0)), at: range) }), at: range)
  }

  /// - Parameter isHidden: Whether a file, or a part, may follow from the input in any way.
  private func body(_ body: RequestShape.Body, _ isHidden: Bool) -> RequestShape.Body {
    switch body {
    case .json(let pattern): .json(pattern.replacing(replacement))
    case .text(let pattern): .text(pattern.replacing(replacement))
    case .form(let fields): .form(fields.map { $0.replacing(replacement) })
    case .jsonLines(let lines): .jsonLines(lines.map { $0.replacing(replacement) })
    case .optional(let inner): .optional(self.body(inner, isHidden))
    case .multipart(let parts) where !isHidden:
      .multipart(
        parts.map { part in
          var part = part
          part.name = part.name?.replacing(replacement)
          part.filename = part.filename?.replacing(replacement)
          part.body = part.body.map { SourceLocated(self.body($0.value, isHidden), at: $0.range) }
          return part
        })
    case .bytes where !isHidden: body
    case .multipart, .bytes, .any: .any
    }
  }

  /// Whether the request does not have a value as it is in the input, so that its body may have it in another form.
  private func isHidden(in shape: RequestShape) -> Bool {
    var texts = shape.values.map(\.text)
    if case .multipart(let parts)? = shape.body?.value.whenSent { texts += parts.flatMap(\.texts) }
    return !all.allSatisfy { change in texts.contains { $0.contains(change.old.plainText) } }
  }

  private func replacement(_ pattern: Pattern) -> Pattern? {
    guard case .literal(let value) = pattern.kind else { return nil }
    let same = all.filter { $0.old == value }
    if !same.isEmpty {
      if same.contains(where: \.isOtherKind) { return Pattern(.any, at: pattern.range) }
      return Pattern(
        .anyOf((same.map(\.new) + [value]).map { Pattern(.literal($0), at: pattern.range) }), at: pattern.range)
    }
    guard let text = value.string else { return nil }
    if let change = all.first(where: { $0.old.plainText.isExactly(text) }) {
      return literal(text, change, at: pattern.range)
    }
    // A part of a longer text, such as `Bearer …`.
    guard let change = all.first(where: { $0.old.plainText.utf8.count >= 3 && text.contains($0.old.plainText) }) else {
      return nil
    }
    return literal(text, change, at: pattern.range)
  }
}

extension RequestShape.Part {
  /// The texts that it describes exactly, except in a body that is a file.
  fileprivate var texts: [String] {
    func texts(_ pattern: Pattern) -> [String] { pattern.soleText.map { [$0] } ?? pattern.inner.flatMap(texts) }
    let patterns: [Pattern] =
      switch body?.value.whenSent {
      case .json(let pattern), .text(let pattern): [pattern]
      default: []
      }
    return ([name, filename].compactMap(\.self) + patterns).flatMap(texts)
  }
}

extension String {
  /// The text as segments of a path.
  var encodedPath: String {
    split(separator: "/", omittingEmptySubsequences: false).map { String($0).encodedItem }.joined(separator: "/")
  }
}

extension JSON {
  /// The value as a text: a string itself, and a number as it is written.
  fileprivate var plainText: String { string ?? text }
}
