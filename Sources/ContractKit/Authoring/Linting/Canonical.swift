import ContractCore

/// The meaning of a part of a contract as bytes. Parts with the same meaning have the same bytes, wherever and however
/// they are written.
///
/// Every text and list is preceded by its length, so that different meanings never have the same bytes. A member that
/// is not added here does not make two scenarios different.
struct Canonical {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ number: Int) { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }

  mutating func add(_ number: Double) { add(Int(bitPattern: UInt(truncatingIfNeeded: number.bitPattern))) }

  mutating func add(_ text: some Collection<UInt8>) {
    add(text.count)
    bytes += text
  }

  mutating func add(_ text: String) { add(text.utf8) }

  mutating func add(_ text: String?) {
    add(text == nil ? 0 : 1)
    if let text { add(text) }
  }

  // MARK: JSON

  /// Adds a value: numbers by decimal value, objects without the order of their members.
  mutating func add(_ json: JSON) {
    add(json.typeName)
    switch json.kind {
    case .null: break
    case .bool(let bool): add(bool ? 1 : 0)
    case .number(let number): add(number.canonical)
    case .string(let string): add(string)
    case .array(let elements):
      add(elements.count)
      for element in elements { add(element) }
    case .object(let object):
      add(object.members.count)
      for member in object.members.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
        add(member.name)
        add(member.value)
      }
    }
  }

  mutating func add(_ pattern: Pattern?) { add(pattern.map(\.json) ?? ["": .null]) }

  // MARK: Scenarios

  /// Adds everything that the client meets: its input, the requests that it must send, and their responses.
  init(situationOf scenario: Scenario) {
    add(scenario.input)
    add(scenario.order.rawValue)
    add(scenario.exchanges.count)
    for exchange in scenario.exchanges {
      add(exchange.request == nil ? 0 : 1)
      if let request = exchange.request { add(request) }
      add(exchange.response)
      add(exchange.notBefore?.value ?? 0)
      add(exchange.follows.count)
      for place in exchange.follows.map(\.value).sorted() { add(place) }
    }
  }

  private mutating func add(_ request: RequestShape) {
    add(request.method.value)
    add(request.base?.value)
    add(request.path.value)
    add(request.pathParameters, isSensitive: true)
    add(request.query, isSensitive: true)
    add(request.otherQuery.rawValue)
    add(request.headers, isSensitive: false)
    add(request.otherHeaders.rawValue)
    add(request.timeout)
    add(request.body?.value)
  }

  private mutating func add(_ body: RequestShape.Body?) {
    switch body {
    case nil: add("none")
    case .json(let pattern):
      add("json")
      add(pattern)
    case .text(let pattern):
      add("text")
      add(pattern)
    case .bytes(let bytes, _):
      add("bytes")
      add(bytes)
    case .any: add("any")
    case .optional(let inner):
      add("optional")
      add(inner)
    case .form(let fields, _):
      add("form")
      add(fields, isSensitive: true)
    case .multipart(let parts):
      add("multipart")
      add(parts.count)
      for part in parts {
        if part.isOptional { add("optional") }
        add(part.name)
        add(part.filename)
        add(part.contentType)
        add(part.body?.value)
      }
    case .jsonLines(let lines):
      add("jsonLines")
      add(lines.count)
      for line in lines { add(line) }
    }
  }

  private mutating func add(_ names: [RequestShape.Named], isSensitive: Bool) {
    let all = names.map { named in (name: isSensitive ? named.name : named.name.lowercased(), named) }
    add(all.count)
    for (name, named) in all.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
      let patterns = named.patterns
      add(name)
      switch named.notation {
      case .decoded: break
      case .asSent: add("asSent")
      case .list(let separator): add(separator.text)
      }
      add(patterns.count)
      for pattern in patterns { add(pattern) }
    }
  }

  private mutating func add(_ response: Response) {
    add(response.kind.rawValue)
    add(response.status ?? 0)
    add(response.headers.lines.count)
    for line in response.headers.lines {
      add(line.name.lowercased())
      add(line.value)
    }
    add(response.body == nil ? 0 : 1)
    if let body = response.body {
      add(body.isChunked ? 1 : 0)
      add(body.pieces.count)
      for piece in body.pieces {
        add(piece.delay)
        add(piece.bytes)
      }
    }
    add(response.error?.domain)
    add(response.error?.code ?? 0)
    add(response.error?.message)
    add(response.after)
    add(response.during?.rawValue)
    add(response.delay)
    add(response.isEarly ? 1 : 0)
  }

  init(_ outcome: Scenario.Expectation.Outcome) {
    switch outcome {
    case .success(let pattern):
      add("success")
      add(pattern)
    case .failure(let pattern, let values), .failureOrSame(let pattern, let values):
      add("failure")
      add(pattern)
      add(values)
    case .anything: add("anything")
    }
  }
}
