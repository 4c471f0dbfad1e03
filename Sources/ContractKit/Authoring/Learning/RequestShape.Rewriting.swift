import ContractCore

extension RequestShape {
  /// Returns what a scenario's own request must have so that this shape, with that request merged over it, matches what
  /// the client sends now. Parts that match stay as they are.
  ///
  /// - Parameter number: The number of the request in the call, from 1.
  /// - Throws: The part that no own request can change.
  func rewritten(as request: JSON, from samples: [RequestSample], number: Int) throws(Unrewritable) -> JSON {
    var overlay = Overlay(request: request)
    for sample in samples {
      var judge = RequestJudge(self, addresses: sample.addresses, transport: sample.transport, number: number)
      judge.judge(sample.request)
      for case .mismatch(let mismatch) in judge.findings {
        for part in mismatch.parts { try overlay.add(part, of: self) }
      }
    }
    return overlay.json
  }

  /// A part of a request that no own request of a scenario can change.
  struct Unrewritable: Error {
    /// The part in words.
    var what: String
    var range: SourceRange
  }

  /// A scenario's own request, as it is merged over others.
  private struct Overlay {
    let request: JSON
    private(set) var members: [(name: String, value: JSON)] = []

    var json: JSON { .object(members.map { ($0.name, $0.value) }) }

    mutating func add(_ mismatch: Mismatch, of shape: RequestShape) throws(Unrewritable) {
      let value: JSON?
      switch mismatch.part {
      case .method: value = setSent("method")
      case .origin, .namedOrigin: value = setSent("base")
      case .path, .pathPrefix, .pathParameter:
        value = setSent("path")
        setParameters(shape)
      case .query(let name): value = setSent(name, in: "query", wasSent: mismatch.actual != nil)
      case .header(let name): value = setSent(name, in: "headers", wasSent: mismatch.actual != nil)
      case .cookie: value = setSent("Cookie", in: "headers", wasSent: mismatch.actual != nil)
      case .body, .formField, .multipart, .line: value = setSent("body") ?? set("body", ["text": ""])
      case .timeout, .outcome, .missingRequest, .notBefore, .follows: value = nil
      }
      if value == nil { throw Unrewritable(what: mismatch.part.words, range: mismatch.range ?? shape.range) }
    }

    /// Sets a member to what the client sends; nil if it sends nothing there.
    private mutating func setSent(_ name: String) -> JSON? { request[name].map { set(name, $0) } }

    /// Sets a name in a map to what the client sends. A name that it does not send must be absent.
    private mutating func setSent(_ name: String, in map: String, wasSent: Bool) -> JSON? {
      let sent = request[map]?.object?.members.first { map == "headers" ? $0.name.isSameName(name) : $0.name == name }
      let absent: JSON? = wasSent ? .none : ["$absent": true]
      guard let value = sent?.value ?? absent else { return .none }
      var names = members.first { $0.name == map }?.value.object?.members.map { ($0.name, $0.value) } ?? []
      names.removeAll { $0.0 == name }
      set(map, .object(names + [(name, value)]))
      return value
    }

    /// Sets the names in the path. Names that the path does not have any more are removed.
    private mutating func setParameters(_ shape: RequestShape) {
      let sent = request["pathParameters"]?.object?.members.map { ($0.name, $0.value) } ?? []
      let old = shape.pathParameters.map(\.name).filter { name in !sent.contains { $0.0 == name } }
      let all = sent + old.map { ($0, JSON.null) }
      if !all.isEmpty { set("pathParameters", .object(all)) }
    }

    @discardableResult private mutating func set(_ name: String, _ value: JSON) -> JSON {
      if let known = members.firstIndex(where: { $0.name == name }) {
        members[known].value = value
      } else {
        members.append((name, value))
      }
      return value
    }
  }
}
