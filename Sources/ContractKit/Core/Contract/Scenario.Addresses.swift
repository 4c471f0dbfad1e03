// `{{baseURL}}` is replaced when a script is made, not when a contract is read. That way, one reading serves both
// transports, and only scenarios that name a base URL pay for it. Patterns and bodies keep the text, and the places of
// the placeholders in it.
extension Scenario {
  /// Returns the scenario as one run plays it: with `{{baseURL}}` replaced by the run's base URLs.
  package func filled(with addresses: Addresses) -> Scenario {
    guard namesAddresses else { return self }
    return with(
      input: addresses.fill(input), exchanges: exchanges.map { $0.filled(with: addresses) },
      expect: expect.map { $0.filled(with: addresses) }, variant: variant?.filled(with: addresses))
  }
}

extension Variant {
  fileprivate func filled(with addresses: Addresses) -> Variant {
    var variant = self
    variant.sequel?.exchanges = sequel?.exchanges.map { $0.filled(with: addresses) } ?? []
    variant.recovery = recovery.map { recovery in
      copy(of: recovery) {
        $0.own = recovery.own.filled(with: addresses)
        $0.exchanges = recovery.exchanges.map { $0.filled(with: addresses) }
        $0.expect = recovery.expect?.filled(with: addresses)
      }
    }
    return variant
  }
}

extension Scenario.Expectation {
  fileprivate func filled(with addresses: Addresses) -> Self {
    map { outcome in
      outcome.mapPatterns { $0.replacing(literals: { addresses.fill($0) }, regexes: { $0.filled(with: addresses) }) }
    }
  }
}

extension Exchange {
  fileprivate func filled(with addresses: Addresses) -> Exchange {
    with(response: response.filled(with: addresses))
  }
}

extension Response {
  fileprivate func filled(with addresses: Addresses) -> Response {
    copy(of: self) { response in
      response.headers = Headers(headers.lines.map { Headers.Line($0.name, addresses.fill($0.value)) })
      response.body = body?.filled(with: addresses)
      response.error?.message = error?.message.map { addresses.fill($0) }
    }
  }
}

extension Response.Body {
  fileprivate func filled(with addresses: Addresses) -> Self {
    var body = self
    for (index, piece) in pieces.enumerated() where !piece.addresses.isEmpty {
      body.pieces[index].bytes = addresses.fill(piece.bytes, at: piece.addresses)
      body.pieces[index].addresses = []
    }
    return body
  }
}

extension Scenario.Expectation.Outcome {
  /// Returns the outcome with the results of a function for its patterns.
  func mapPatterns(_ change: (Pattern) -> Pattern) -> Self {
    switch self {
    case .success(let pattern): .success(change(pattern))
    case .failure(let pattern, let values): .failure(change(pattern), values: values.map(change))
    case .failureOrSame(let pattern, let values): .failureOrSame(change(pattern), values: values.map(change))
    case .anything: .anything
    }
  }

  /// The pattern of the result or the error, and that of the values before an error.
  var patterns: [Pattern] {
    switch self {
    case .success(let pattern): [pattern]
    case .failure(let pattern, let values), .failureOrSame(let pattern, let values):
      [pattern] + (values.map { [$0] } ?? [])
    case .anything: []
    }
  }
}

extension Pattern {
  /// Returns the pattern with the results of a function in place of its literal values, and of another in place of its
  /// regular expressions.
  func replacing(literals: (JSON) -> JSON, regexes: (Regex) -> Regex = { $0 }) -> Pattern {
    replacing { pattern in
      switch pattern.kind {
      case .literal(let json): Pattern(.literal(literals(json)), as: pattern.valueType, at: pattern.range)
      case .regex(let regex): Pattern(.regex(regexes(regex)), at: pattern.range)
      default: nil
      }
    }
  }

  /// Returns the pattern with the results of a function in place of itself or of patterns inside it. If the function
  /// returns nil for a pattern, it is called for those inside.
  func replacing(_ replacement: (Pattern) -> Pattern?) -> Pattern {
    func replaced(_ pattern: Pattern) -> Pattern { pattern.replacing(replacement) }
    if let replaced = replacement(self) { return replaced }
    let kind: Kind =
      switch self.kind {
      case .array(let elements): .array(elements.map(replaced))
      case .object(let members):
        .object(members.map { Member(name: $0.name, range: $0.range, pattern: replaced($0.pattern)) })
      case .partial(let pattern): .partial(replaced(pattern))
      case .anyOf(let patterns): .anyOf(patterns.map(replaced))
      case .optional(let pattern): .optional(replaced(pattern))
      case .contains(let pattern): .contains(replaced(pattern))
      case .each(let pattern): .each(replaced(pattern))
      case .unordered(let patterns): .unordered(patterns.map(replaced))
      case .allOf(let patterns): .allOf(patterns.map(replaced))
      case .not(let pattern): .not(replaced(pattern))
      // A schema is JSON Schema's own language, so its strings stay as they are.
      case .any, .type, .absent, .format, .same, .schema, .literal, .regex: self.kind
      }
    return copy(of: self) { $0.kind = kind }
  }
}

extension Pattern.Regex {
  /// Returns the expression with its placeholders replaced by base URLs. Each URL matches itself literally, even if it
  /// contains metacharacters.
  func filled(with addresses: Addresses) -> Pattern.Regex {
    let filled = addresses.fill(text, as: { $0.expression })
    if filled == text { return self }
    // The expression compiled with the contract's own URLs when it was read. These URLs use the same characters.
    guard var regex = try? Pattern.Regex(filled) else { return self }
    regex.isOfNumber = isOfNumber
    return regex
  }
}
