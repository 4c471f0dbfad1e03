import ContractCore

extension RequestProposal {
  /// The headers that the client set, by name, because some HTTP stacks send them in random order.
  ///
  /// Left out are those that a stack or a browser adds by itself, and those that only some samples have: on one
  /// transport, a stack added them.
  var headers: [(String, JSON)] {
    (samplesWithBody.first?.request.headers.sortedByName ?? []).compactMap { name, _ in
      let samples = RequestShape.isOfBody(header: name) ? samplesWithBody : samples
      let values = samples.compactMap { $0.request.headers[name] }
      guard values.count == samples.count, RequestShape.isClientsOwn(name, values), Self.canBeWritten(name) else {
        return nil
      }
      return (name, header(name, values).written)
    }
  }

  private static func canBeWritten(_ name: String) -> Bool {
    HTTPText.isToken(name) && !name.hasPrefix("$") && Secrets.standard.ranges(in: name).isEmpty
  }

  private func header(_ name: String, _ sent: [String]) -> ValueProposal.Proposed {
    if name.isSameName("Content-Type") { return values.text(sent.map(Self.withoutBoundary), isHeader: true) }
    if let anyVersion = anyVersion(of: name, sent) { return anyVersion }
    if name.isSameName("Cookie"), let cookies = cookies(sent) { return .pattern(cookies) }
    let secrets = values.present.secrets
    let expressions = sent.compactMap { secrets.expression(forHeader: name, value: $0, isKnown: values.isKnown) }
    guard let first = expressions.first, !sent.contains(where: \.isEmpty) else {
      return values.text(sent, isSecret: Self.isTrace(name), isHeader: true)
    }
    if sent.allSatisfy(Format.uuid.includes) { return values.text(sent, isSecret: true) }
    let general = secrets.expression(forHeader: name, value: sent[0])
    let isSame = expressions.allSatisfy { $0.isExactly(first) }
    return values.expression((isSame ? [first] : []) + (general.map { [$0] } ?? []), for: sent)
  }

  /// Returns the cookies that all samples have, by name; nil if some pairs are not a name and a value, or if a name has
  /// two values. They are sorted, because some HTTP stacks send them in random order.
  ///
  /// Every value is taken for a secret, unless the contract contains it.
  private func cookies(_ sent: [String]) -> JSON? {
    let samples = sent.map(HeaderValue.namedCookies)
    let areNamed = sent.allSatisfy { HeaderValue.pairs(ofCookie: $0).allSatisfy { Secrets.isNamed($0[...]) } }
    let haveOneValue = samples.allSatisfy { cookies in
      cookies.grouped { Array($0.name.utf8) }.allSatisfy { $0.elements.uniqued { Array($0.value.utf8) }.count == 1 }
    }
    guard areNamed, haveOneValue, samples.allSatisfy({ $0.allSatisfy { Self.canBeWritten($0.name) } }),
      let first = samples.first?.uniqued(on: { Array($0.name.utf8) })
    else { return nil }
    let cookies = first.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }.compactMap { name, _ in
      let texts = samples.compactMap { $0.first { $0.name.isExactly(name) }?.value }
      return texts.count == samples.count ? (name, cookie(texts).written) : nil
    }
    return cookies.isEmpty ? nil : .object(cookies)
  }

  private func cookie(_ sent: [String]) -> ValueProposal.Proposed {
    let isKnown = sent.allSatisfy { $0.isExactly(sent[0]) && values.isKnown($0) }
    return isKnown ? .value(.string(sent[0])) : values.text(sent, isSecret: true, isHeader: true)
  }

  /// What stands in place of a version of the client.
  package static let anyVersion = "[0-9A-Za-z.+-]+"

  /// Returns an expression for a header in which the client names itself, with any version of it; nil for other headers,
  /// and if the contract contains the value.
  private func anyVersion(of name: String, _ sent: [String]) -> ValueProposal.Proposed? {
    guard let first = sent.first, sent.allSatisfy({ $0.isExactly(first) }), !values.isInContract(first),
      let expression = Self.anyVersion(of: name, first), values.text(sent, isHeader: true).value != nil
    else { return nil }
    return values.expression([expression], for: sent)
  }

  /// Returns an expression for a header in which a client names itself, with any version of it; nil for other headers.
  static func anyVersion(of name: String, _ value: String) -> String? {
    let names: Set = ["agent", "app", "client", "lib", "library", "package", "runtime", "sdk"]
    if names.isDisjoint(with: Secrets.words(of: name)) { return nil }
    var expression = ""
    var hasVersion = false
    var rest = value[...]
    while !rest.isEmpty {
      let word = rest.prefix { !" /=;,()".contains($0) }
      let isVersion = word.wholeMatch(of: /v?\d+(\.\d+)+([-+][0-9A-Za-z.+-]+)?/) != nil
      if isVersion { hasVersion = true }
      expression += isVersion ? Self.anyVersion : String(word).expression
      rest = rest.dropFirst(word.count)
      if let separator = rest.popFirst() { expression += String(separator).expression }
    }
    return hasVersion ? "^\(expression)$" : nil
  }

  /// Returns whether a header identifies one request, so that its value is different each time.
  static func isTrace(_ name: String) -> Bool {
    let words = Secrets.words(of: name)
    return !Set(words).isDisjoint(with: [
      "trace", "traceparent", "tracestate", "traceid", "span", "baggage", "correlation", "idempotency",
    ])
      || name.isSameName("b3") || words.suffix(2) == ["request", "id"]
  }

  /// Returns a Content-Type without the boundary of multipart, which is different each time.
  static func withoutBoundary(_ line: String) -> String {
    let parts = HeaderValue.split(line, at: UInt8(ascii: ";"))
    guard let type = parts.first, type.prefix(10).isSameName("multipart/") else { return line }
    return parts.filter { !$0.isEmpty && !HeaderValue.parameter($0).name.isSameName("boundary") }.joined(
      separator: "; ")
  }
}
