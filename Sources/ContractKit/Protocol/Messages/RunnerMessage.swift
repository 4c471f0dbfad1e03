import Foundation

/// A message that the runner writes to a driver's standard input, as one JSON object on one line. See
/// docs/driver-protocol.md.
package enum RunnerMessage: Sendable {
  case hello(protocolVersion: Int, runner: String)
  case call(Call)
  case response(id: Int, n: Int, Reply)
  case cancel(id: Int)
  case bye

  package struct Call: Sendable {
    /// The call's id, unique in the life of one driver process.
    package var id: Int
    package var operation: String
    package var transport: Transport
    package var baseURL: String
    package var baseURLs: [(name: String, url: String)]
    /// The input that the contract passes to the driver, or null if it passes none.
    package var input: JSON
    /// The number that all calls on one client have; nil if the call has a client of its own.
    package var group: Int?
    /// The answers to the first requests, which the driver gives by itself.
    package var answers: [Reply]

    package init(
      id: Int, operation: String, transport: Transport, baseURL: String,
      baseURLs: [(name: String, url: String)] = [], input: JSON = .null, group: Int? = nil,
      answers: [Reply] = []
    ) {
      (self.id, self.operation, self.transport, self.baseURL) = (id, operation, transport, baseURL)
      (self.baseURLs, self.input, self.group, self.answers) = (baseURLs, input, group, answers)
    }
  }

  package var json: JSON { JSON.parse(utf8) ?? .null }

  /// The message as one line of JSON, without the line feed.
  package var utf8: [UInt8] {
    switch self {
    case .hello(let version, let runner):
      MessageWriter.message("hello") {
        $0.add("protocol", version)
        $0.add("runner", runner)
      }
    case .call(let call):
      MessageWriter.message("call") {
        $0.add("id", call.id)
        $0.add("operation", call.operation)
        $0.add("transport", call.transport.rawValue)
        $0.add("baseURL", call.baseURL)
        $0.add("baseURLs", call.baseURLs.map { ($0.name, [$0.url]) })
        $0.add("input", call.input)
        if let group = call.group { $0.add("group", group) }
        if !call.answers.isEmpty { $0.list("answers", call.answers) { $0.add(members: $1) } }
      }
    case .response(let id, let n, let reply):
      MessageWriter.message("response") {
        $0.add("id", id)
        $0.add("n", n)
        $0.add(members: reply)
      }
    case .cancel(let id): MessageWriter.message("cancel") { $0.add("id", id) }
    case .bye: MessageWriter.message("bye") { _ in }
    }
  }

  /// Reads a message. Throws its first error.
  package init(_ line: JSON) throws(MessageError) {
    let errors = MessageErrors()
    let message = RunnerMessage(line, errors)
    if let error = errors.list.first { throw error }
    guard let message else {
      throw MessageError("a message is an object with exactly one member, named \(Self.names.joined(separator: ", "))")
    }
    self = message
  }

  private static let names = ["hello", "call", "response", "cancel", "bye"]

  private init?(_ line: JSON, _ errors: MessageErrors) {
    guard let (name, message) = line.onlyMember, Self.names.contains(name),
      let body = MessagePart(message, named: name, errors)
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
          baseURL: body.string("baseURL"), baseURLs: Self.baseURLs(body), input: body["input"] ?? .null,
          group: body.optional("group") == nil ? nil : body.int("group"),
          answers: Self.answers(body)))
    case "response":
      let (id, n) = (body.int("id"), body.int("n", in: 1 ... .max, or: "1 or more"))
      guard let reply = Reply(body) else { return nil }
      self = .response(id: id, n: n, reply)
    case "cancel": self = .cancel(id: body.int("id"))
    default: self = .bye
    }
  }

  private static func baseURLs(_ body: MessagePart) -> [(name: String, url: String)] {
    guard let json = body.optional("baseURLs") else { return [] }
    // Most contracts have no further base URLs.
    if json.isObject, json.count == 0 { return [] }
    guard let part = MessagePart(json, named: "call.baseURLs", body.errors) else { return [] }
    return (json.object?.members ?? []).map { member in
      (member.name, part.string(in: member.value, member.name) ?? "")
    }
  }
}

extension RunnerMessage {
  private static func answers(_ body: MessagePart) -> [Reply] {
    guard let json = body.optional("answers") else { return [] }
    guard let answers = json.array else {
      body.note("call.answers is \(json.phrase), expected an array")
      return []
    }
    return answers.compactMap { MessagePart($0, named: "an answer of call", body.errors).flatMap(Reply.init) }
  }
}

extension Reply {
  /// Reads the members of a message that describe a reply; nil and an error if it is none of the kinds of replies.
  package init?(_ body: MessagePart) {
    guard let kind = Self.kind(body) else { return nil }
    self.init(kind, headers: body.headers(), body: body.bytes(), delay: body.seconds("delay") ?? 0)
    if let chunks = body.optional("chunks") {
      if chunks.array?.isEmpty != false { body.note("\(body.name).chunks is not a list of chunks") }
      pieces = (chunks.array ?? []).compactMap { chunk in
        guard let part = MessagePart(chunk, named: "a chunk of \(body.name)", body.errors),
          let bytes = part.bytes(of: chunk)
        else { return nil }
        return Piece(bytes, delay: part.seconds("delay") ?? 0)
      }
      self.body = pieces.flatMap(\.bytes)
    }
    if let error = body["networkError"], let part = MessagePart(error, named: "\(body.name).networkError", body.errors),
      part["status"] != nil
    {
      statusBeforeError = part.int("status")
    }
  }

  private static func kind(_ body: MessagePart) -> Kind? {
    switch (body["status"], body["nonHTTP"], body["networkError"]) {
    case (.some, .none, .none): return .status(body.int("status"))
    case (.none, let json?, .none):
      if json.bool != true { body.note("\(body.name).nonHTTP is not true") }
      return .nonHTTP
    case (.none, .none, let json?):
      guard let part = MessagePart(json, named: "\(body.name).networkError", body.errors) else { return nil }
      let message = part.string("message", default: "")
      return .networkError(
        NetworkError(domain: part.string("domain"), code: part.int("code"), message: message.isEmpty ? nil : message))
    default:
      body.note("\(body.name) must have exactly one of status, nonHTTP, networkError")
      return nil
    }
  }
}

extension Reply.Piece {
  /// The piece as a chunk of a message.
  fileprivate var json: JSON {
    let text = String(validating: bytes, as: UTF8.self)
    return JSON(members: [
      text == nil ? "base64" : "text": JSON.string(text ?? Data(bytes).base64EncodedString()),
      "delay": delay > 0 ? JSON.Number(delay).map { JSON(.number($0)) } : nil,
    ])
  }
}

extension MessageWriter {
  /// Adds the members that describe a reply.
  fileprivate mutating func add(members reply: Reply) {
    add(reply.kind, statusBeforeError: reply.body == nil ? 200 : reply.statusBeforeError)
    if !reply.headers.lines.isEmpty { add("headers", reply.headers.byName) }
    if !reply.pieces.isEmpty {
      add("chunks", .array(reply.pieces.map(\.json)))
    } else if let body = reply.body {
      add(body: body)
    }
    if reply.delay > 0 { add("delay", seconds: reply.delay) }
  }

  private mutating func add(_ kind: Reply.Kind, statusBeforeError: Int) {
    switch kind {
    case .status(let status): add("status", status)
    case .nonHTTP: add("nonHTTP", true)
    case .networkError(let error):
      object("networkError") {
        $0.add("domain", error.domain)
        $0.add("code", error.code)
        if let message = error.message { $0.add("message", message) }
        if statusBeforeError != 200 { $0.add("status", statusBeforeError) }
      }
    }
  }
}
