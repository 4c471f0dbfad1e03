extension RequestProposal {
  /// The headers that the client set, by name, because some HTTP stacks send them in random order.
  ///
  /// Left out are those that a stack or a browser adds by itself, and those that only some samples have: on one
  /// transport, a stack added them.
  var headers: [(String, JSON)] {
    (samples.first?.request.headers.sortedByName ?? []).compactMap { name, _ in
      let values = samples.compactMap { $0.request.headers[name] }
      guard values.count == samples.count, isClients(name, values), Self.canBeWritten(name) else { return nil }
      return (name, header(name, values).written)
    }
  }

  private func isClients(_ name: String, _ values: [String]) -> Bool {
    if name.isSameName("Accept") { return !values.contains("*/*") }
    if name.isSameName("Cookie") { return true }
    return !RequestJudge.stacksOwn.contains { $0.isSameName(name) } && !RequestShape.isBrowsersOwn(name)
  }

  private static func canBeWritten(_ name: String) -> Bool {
    HTTPText.isToken(name) && !name.hasPrefix("$") && Secrets.standard.ranges(in: name).isEmpty
  }

  private func header(_ name: String, _ sent: [String]) -> ValueProposal.Proposed {
    if name.isSameName("Content-Type") { return values.text(sent.map(Self.withoutBoundary), isHeader: true) }
    let expressions = sent.compactMap { values.present.secrets.expression(forHeader: name, value: $0) }
    guard let first = expressions.first, !sent.contains(where: \.isEmpty) else {
      return values.text(sent, isSecret: Self.isTrace(name), isHeader: true)
    }
    if sent.allSatisfy(Format.uuid.includes) { return values.text(sent, isSecret: true) }
    return values.expression(expressions.allSatisfy { $0.isExactly(first) } ? [first] : [], for: sent)
  }

  /// Returns whether a header identifies one request, so that its value is different each time.
  private static func isTrace(_ name: String) -> Bool {
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
