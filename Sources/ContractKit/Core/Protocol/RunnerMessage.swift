/// What the runner writes to a driver's standard input, one JSON object a line. See docs/driver-protocol.md.
package enum RunnerMessage: Sendable {
  case hello(protocolVersion: Int, runner: String)
  case call(Call)
  case response(id: Int, n: Int, Reply)
  case bye

  /// One run of an operation.
  package struct Call: Sendable {
    /// Unique in the life of one driver process.
    package var id: Int
    /// What the driver is to call.
    package var operation: String
    /// How requests travel.
    package var transport: Transport
    /// The address that the client must use.
    package var baseURL: String
    /// Further addresses by name.
    package var baseURLs: [(name: String, url: String)]
    /// What the contract hands to the driver; null where it hands nothing.
    package var input: JSON

    /// Makes a call.
    package init(
      id: Int, operation: String, transport: Transport, baseURL: String,
      baseURLs: [(name: String, url: String)] = [], input: JSON = nil
    ) {
      self.id = id
      self.operation = operation
      self.transport = transport
      self.baseURL = baseURL
      self.baseURLs = baseURLs
      self.input = input
    }

    fileprivate var json: JSON {
      .message(
        "call",
        [
          ("id", .number(id)), ("operation", .string(operation)), ("transport", .string(transport.rawValue)),
          ("baseURL", .string(baseURL)), ("baseURLs", .object(baseURLs.map { ($0.name, .string($0.url)) })),
          ("input", input),
        ])
    }
  }

  /// The message as one line of JSON, without the line's end.
  package var utf8: [UInt8] { json.utf8 }

  /// The message as a value.
  package var json: JSON {
    switch self {
    case .hello(let version, let runner):
      .message("hello", [("protocol", .number(version)), ("runner", .string(runner))])
    case .call(let call): call.json
    case .response(let id, let n, let reply): Self.response(id: id, n: n, reply)
    case .bye: .message("bye", [])
    }
  }

  private static func response(id: Int, n: Int, _ reply: Reply) -> JSON {
    var members: [(String, JSON)] = [("id", .number(id)), ("n", .number(n))]
    switch reply.kind {
    case .status(let status): members.append(("status", .number(status)))
    case .nonHTTP: members.append(("nonHTTP", true))
    case .networkError(let error):
      var parts: [(String, JSON)] = [("domain", .string(error.domain)), ("code", .number(error.code))]
      if let message = error.message { parts.append(("message", .string(message))) }
      members.append(("networkError", .object(parts)))
    }
    if !reply.headers.lines.isEmpty { members.append(("headers", reply.headers.json)) }
    if let body = reply.body { members.append(("body", .body(body))) }
    if reply.delay > 0, let delay = JSON.seconds(reply.delay) { members.append(("delay", delay)) }
    return .message("response", members)
  }

  /// Reads a message; throws the first of what is wrong with it.
  package init(_ line: JSON) throws(MessageError) {
    let errors = MessageErrors()
    let message = RunnerMessage(line, errors)
    if let error = errors.list.first { throw error }
    guard let message else {
      throw MessageError("a message is an object with exactly one member, named \(Self.names.joined(separator: ", "))")
    }
    self = message
  }

  private static let names = ["hello", "call", "response", "bye"]

  private init?(_ line: JSON, _ errors: MessageErrors) {
    guard line.isObject, line.count == 1, let name = Self.names.first(where: { line[$0] != nil }),
      let message = line[name], let body = MessagePart(message, named: name, errors)
    else { return nil }
    switch name {
    case "hello":
      self = .hello(protocolVersion: body.int("protocol"), runner: body.string("runner", default: "unknown"))
    case "call":
      guard
        let transport = body.choice("transport", or: "\"memory\" or \"loopback\"", Transport.init(rawValue:))
      else { return nil }
      self = .call(
        Call(
          id: body.int("id"), operation: body.string("operation"), transport: transport,
          baseURL: body.string("baseURL"), baseURLs: Self.baseURLs(body), input: body["input"] ?? nil))
    case "response":
      let (id, n) = (body.int("id"), body.int("n", in: 1 ... .max, or: "1 or more"))
      guard let kind = Self.kind(body) else { return nil }
      self = .response(
        id: id, n: n,
        Reply(kind, headers: body.headers(), body: body.bytes(), delay: body.seconds("delay") ?? 0))
    default: self = .bye
    }
  }

  private static func baseURLs(_ body: MessagePart) -> [(name: String, url: String)] {
    guard let json = body.optional("baseURLs"),
      let part = MessagePart(json, named: "call.baseURLs", body.errors)
    else { return [] }
    return (json.object?.members ?? []).map { ($0.name, part.string($0.name)) }
  }

  private static func kind(_ body: MessagePart) -> Reply.Kind? {
    let names = ["status", "nonHTTP", "networkError"].filter { body[$0] != nil }
    guard names.count == 1 else {
      body.note("response must have exactly one of status, nonHTTP, networkError")
      return nil
    }
    switch names[0] {
    case "status": return .status(body.int("status"))
    case "nonHTTP":
      if body["nonHTTP"]?.bool != true { body.note("response.nonHTTP is not true") }
      return .nonHTTP
    default:
      guard let json = body["networkError"],
        let part = MessagePart(json, named: "response.networkError", body.errors)
      else { return nil }
      let message = part.string("message", default: "")
      return .networkError(
        NetworkError(domain: part.string("domain"), code: part.int("code"), message: message.isEmpty ? nil : message))
    }
  }
}
