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

    fileprivate var utf8: [UInt8] {
      var call = MessageWriter("call")
      call.add("id", id)
      call.add("operation", operation)
      call.add("transport", transport.rawValue)
      call.add("baseURL", baseURL)
      call.add("baseURLs", baseURLs.map { ($0.name, $0.url) })
      call.add("input", input)
      return call.end()
    }
  }

  /// The message as one line of JSON, without the line's end.
  package var utf8: [UInt8] {
    switch self {
    case .hello(let version, let runner):
      var hello = MessageWriter("hello")
      hello.add("protocol", version)
      hello.add("runner", runner)
      return hello.end()
    case .call(let call): return call.utf8
    case .response(let id, let n, let reply): return Self.response(id: id, n: n, reply)
    case .bye: return MessageWriter("bye").end()
    }
  }

  /// The message as a value.
  package var json: JSON { JSON.parse(utf8) ?? nil }

  private static func response(id: Int, n: Int, _ reply: Reply) -> [UInt8] {
    var response = MessageWriter("response")
    response.add("id", id)
    response.add("n", n)
    switch reply.kind {
    case .status(let status): response.add("status", status)
    case .nonHTTP: response.add("nonHTTP", true)
    case .networkError(let error):
      response.add("networkError") { writer in
        writer.add("domain", error.domain)
        writer.add("code", error.code)
        if let message = error.message { writer.add("message", message) }
      }
    }
    if !reply.headers.lines.isEmpty { response.add("headers", reply.headers) }
    if let body = reply.body { response.add("body", body: body) }
    if reply.delay > 0 { response.add("delay", reply.delay) }
    return response.end()
  }

  /// Reads a message; throws what is wrong with it.
  package init(_ line: JSON) throws(MessageFault) {
    if let message = RunnerMessage(plain: line) { self = message } else { self = try RunnerMessage(general: line) }
  }

  /// Reads any message, and has words for what is wrong with it.
  init(general line: JSON) throws(MessageFault) {
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
