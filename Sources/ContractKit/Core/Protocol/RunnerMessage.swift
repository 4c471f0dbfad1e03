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
  }

  /// The message as JSON.
  package var json: JSON {
    switch self {
    case .hello(let version, let runner):
      ["hello": ["protocol": .number(version), "runner": .string(runner)]]
    case .call(let call):
      [
        "call": [
          "id": .number(call.id), "operation": .string(call.operation),
          "transport": .string(call.transport.rawValue), "baseURL": .string(call.baseURL),
          "baseURLs": .object(call.baseURLs.map { ($0.name, .string($0.url)) }), "input": call.input,
        ]
      ]
    case .response(let id, let n, let reply): .object([("response", Self.response(id: id, n: n, reply))])
    case .bye: ["bye": [:]]
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
    if !reply.headers.lines.isEmpty { members.append(("headers", MessagePart.headers(reply.headers))) }
    if let body = reply.body { members.append(("body", MessagePart.body(body))) }
    if reply.delay > 0, let delay = JSONNumber(reply.delay) { members.append(("delay", JSON(.number(delay)))) }
    return .object(members)
  }

  /// Reads a message; throws what is wrong with it.
  package init(_ line: JSON) throws(MessageFault) {
    let (name, body) = try MessagePart.only(line, of: ["hello", "call", "response", "bye"])
    switch name {
    case "hello":
      self = .hello(
        protocolVersion: try body.int("protocol"), runner: try body.string("runner", default: "unknown"))
    case "call":
      let transport = try body.string("transport")
      guard let transport = Transport(rawValue: transport) else {
        throw MessageFault("call.transport is \"\(transport)\", expected \"memory\" or \"loopback\"")
      }
      self = .call(
        Call(
          id: try body.int("id"), operation: try body.string("operation"), transport: transport,
          baseURL: try body.string("baseURL"),
          baseURLs: try Self.baseURLs(body),
          input: body.json["input"] ?? nil))
    case "response":
      self = .response(
        id: try body.int("id"), n: try body.int("n", in: 1..., or: "1 or more"), try Self.reply(body))
    default: self = .bye
    }
  }

  private static func baseURLs(_ body: MessagePart) throws(MessageFault) -> [(name: String, url: String)] {
    guard let json = body.optional("baseURLs") else { return [] }
    let part = try MessagePart(checking: json, named: "call.baseURLs")
    var urls: [(name: String, url: String)] = []
    for member in json.object?.members ?? [] { urls.append((member.name, try part.string(member.name))) }
    return urls
  }

  private static func reply(_ body: MessagePart) throws(MessageFault) -> Reply {
    let names = ["status", "nonHTTP", "networkError"].filter { body.json[$0] != nil }
    guard names.count == 1 else {
      throw MessageFault("response must have exactly one of status, nonHTTP, networkError")
    }
    let kind: Reply.Kind
    switch names[0] {
    case "status": kind = .status(try body.int("status"))
    case "nonHTTP":
      guard body.json["nonHTTP"]?.bool == true else { throw MessageFault("response.nonHTTP is not true") }
      kind = .nonHTTP
    default:
      let part = try MessagePart(checking: body.json["networkError"] ?? nil, named: "response.networkError")
      let message = try part.string("message", default: "")
      kind = .networkError(
        NetworkError(
          domain: try part.string("domain"), code: try part.int("code"), message: message.isEmpty ? nil : message))
    }
    return Reply(
      kind, headers: try body.headers(), body: try body.bytes(), delay: try body.seconds("delay") ?? 0)
  }
}
