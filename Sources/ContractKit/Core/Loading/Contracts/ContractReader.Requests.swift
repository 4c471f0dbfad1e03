// `requests`: further request shapes, which exchanges can name.
extension ContractReader {
  /// Reads the further requests. Each is read once and as a whole, even if no exchange names it. A name that no
  /// exchange uses is a warning, unless it comes from a base: other contracts that extend the base may use it.
  func requests() -> [ExactString: RequestShape?] {
    guard let map = root.reader("requests", as: "\"requests\"", allowed: nil) else { return [:] }
    let used = namesInExchanges
    let known = Set(map.object.members.map { ExactString($0.name) })
    // A misspelled name is noted in its exchange. No warning is given then, because the request that was meant is used.
    let isMisspelt = !used.isSubset(of: known)
    var shapes: [ExactString: RequestShape?] = [:]
    for member in map.object.members {
      let nameRange = member.nameRange ?? map.range
      if member.name.isEmpty {
        map.note(.wrongValue("the name of a request", found: "empty", expected: "some text"), at: nameRange)
      } else if text(SourceLocated(member.name, at: nameRange), called: "the name of a request") != nil,
        !isMisspelt, !used.contains(ExactString(member.name)), nameRange.source === source
      {
        diagnostics.warn(.unusedRequest(member.name), at: nameRange)
      }
      let shape: RequestShape? =
        member.value.isObject
        ? request([checkLayer(member.value, isOverlay: false)]).value
        : diagnostics.wrong(
          member.value, called: "\"\(member.name)\"", expected: "an object like \"request\"", at: map.range)
      shapes[ExactString(member.name)] = .some(shape)
    }
    return shapes
  }

  /// The further requests without mistakes, in the order written.
  var knownRequests: [(name: String, shape: RequestShape)] {
    (root.value("requests")?.object?.members ?? []).compactMap { member in
      namedRequests[ExactString(member.name)].flatMap(\.self).map { (member.name, $0) }
    }
  }

  /// Returns the request that an exchange names. If there is none of that name, notes that and returns nil. Also
  /// returns nil if the request has a mistake, which was already noted.
  func namedRequest(_ name: SourceLocated<String>) -> RequestShape? {
    if let shape = namedRequests[ExactString(name.value)] { return shape }
    let names = root.value("requests")?.object?.members.map(\.name) ?? []
    if names.isEmpty { return diagnostics.mistake(.noRequests(name.value), at: name.range) }
    return diagnostics.mistake(.unknownName(name.value, what: "request", allowed: names), at: name.range)
  }

  /// The names that exchanges use, valid or not.
  private var namesInExchanges: Set<ExactString> {
    let exchanges = (root.value("scenarios")?.array ?? []).flatMap { $0["exchanges"]?.array ?? [] }
    let recovery = root.value("variations")?["recovery"]?.array ?? []
    return Set((exchanges + recovery).compactMap { $0["request"]?.string }.map(ExactString.init))
  }
}
