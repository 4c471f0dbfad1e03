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
    else { return "it has no valid answer with an expected success" }
    for exchange in exchanges {
      guard let request = exchange.request else { return "a request is not learned yet" }
      if !methods.contains(request.method.value) {
        return "\(request.method.value) is only sent with --unsafe \(request.method.value)"
      }
      if let name = request.base?.value, !names.contains(name) {
        return "the real server of the base URL \(name) is not known: --against \(name)=URL"
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
    let exchanges = exchanges.map { exchange in
      // What later requests send may come from earlier answers.
      let isAlone = self.exchanges.count == 1
      return exchange.with(request: exchange.request.map { changes.applied(to: isAlone ? $0 : $0.general) })
    }
    let expected = expect.map { expect in
      Expectation(expect.outcome?.general, own: expect.own.mapValues(\.general), range: expect.range)
    }
    return Scenario(
      name: name, range: range, declarationRange: declarationRange, objectRange: objectRange, description: description,
      tags: tags, transports: transports, input: input, exchanges: exchanges, listsExchanges: listsExchanges,
      order: order, expect: expected, namesAddresses: namesAddresses)
  }
}

extension Scenario.Expectation.Outcome {
  /// The outcome with any values of the same shape.
  fileprivate var general: Self {
    if case .success(let pattern) = self { .success(pattern.general) } else { self }
  }
}

/// The values of an input that `verify` replaces by others, so that the requests that they lead to change too.
private struct ChangedValues {
  /// The old value of each, and the new one.
  private var all: [(old: JSON, new: JSON)] = []

  mutating func compare(_ old: JSON, _ new: JSON) {
    if old == new { return }
    if old.isScalar, new.isScalar, old.string != nil || old.number != nil { return all.append((old, new)) }
    for (name, value) in old.children {
      if let other = new.isObject ? new[name] : new.children.first(where: { $0.name == name })?.value {
        compare(value, other)
      }
    }
  }

  func applied(to shape: RequestShape) -> RequestShape {
    if all.isEmpty { return shape }
    return shape.mapped(
      path: path, items: { $0.replacing(replacement) },
      headers: { named in
        // A header of credentials may have them in another form.
        Secrets.standard.isSecret(name: named.name) ? named.anyText : named.replacing(replacement)
      }, body: body)
  }

  /// Returns a path with the encoded new value in place of each segment that is the old one.
  private func path(_ path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
      guard let text = JSONPointer.percentDecoded(segment), let change = all.first(where: { $0.old.text(is: text) })
      else { return String(segment) }
      return change.new.plainText.encodedItem
    }.joined(separator: "/")
  }

  private func body(_ body: RequestShape.Body) -> RequestShape.Body {
    switch body {
    case .json(let pattern): .json(pattern.replacing(replacement))
    case .text(let pattern): .text(pattern.replacing(replacement))
    case .form(let fields): .form(fields.map { $0.replacing(replacement) })
    case .jsonLines(let lines): .jsonLines(lines.map { $0.replacing(replacement) })
    case .optional(let inner): .optional(self.body(inner))
    // What a file or a part has may follow from the input in any way.
    case .multipart, .bytes: .any
    case .any: .any
    }
  }

  private func replacement(_ pattern: Pattern) -> Pattern? {
    guard case .literal(let value) = pattern.kind else { return nil }
    if let change = all.first(where: { $0.old == value }) { return Pattern(.literal(change.new), at: pattern.range) }
    guard let text = value.string else { return nil }
    if let change = all.first(where: { $0.old.text(is: text) }) {
      return Pattern(.literal(.string(change.new.plainText)), at: pattern.range)
    }
    // A part of a longer text, such as `Bearer …`.
    var replaced = text
    for change in all where change.old.plainText.utf8.count >= 3 {
      replaced = replaced.replacing(change.old.plainText, with: change.new.plainText)
    }
    return replaced == text ? nil : Pattern(.literal(.string(replaced)), at: pattern.range)
  }
}

extension JSON {
  /// The value as a text: a string itself, and a number as it is written.
  fileprivate var plainText: String { string ?? text }

  fileprivate func text(is text: String) -> Bool { plainText.isExactly(text) }
}
