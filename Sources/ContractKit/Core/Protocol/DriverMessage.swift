/// What a driver writes to its standard output, one JSON object a line. See docs/driver-protocol.md.
package enum DriverMessage: Sendable {
  case hello(Hello)
  case request(id: Int, n: Int, CapturedRequest)
  case result(Result)
  /// A second completion, after the result.
  case completedTwice(id: Int)

  /// What a driver says of itself.
  package struct Hello: Sendable {
    /// The version of the protocol that the driver speaks.
    package var protocolVersion: Int
    /// The driver's name.
    package var driver: String
    /// What it can call.
    package var operations: [String]
    /// The transports that it offers, at least one.
    package var transports: [Transport]
    /// How many calls may be open at once.
    package var inFlight: Int
    /// How many more calls may be written ahead of their turn: 0 or 1.
    package var ahead: Int

    /// Makes a hello; one call at a time and none ahead, unless it says otherwise.
    package init(
      protocolVersion: Int = 1, driver: String, operations: [String], transports: [Transport], inFlight: Int = 1,
      ahead: Int = 0
    ) {
      self.protocolVersion = protocolVersion
      self.driver = driver
      self.operations = operations
      self.transports = transports
      self.inFlight = inFlight
      self.ahead = ahead
    }
  }

  /// What became of one call.
  package struct Result: Sendable {
    /// The call's id.
    package var id: Int
    /// What became of it.
    package var outcome: Outcome
    /// What the driver could not see of the call as a whole.
    package var unobserved: [String]
    /// Why a failure may be a mistake of the driver's: its own code raised it.
    package var mistake: String?

    /// Makes a result.
    package init(id: Int, outcome: Outcome, unobserved: [String] = [], mistake: String? = nil) {
      self.id = id
      self.outcome = outcome
      self.unobserved = unobserved
      self.mistake = mistake
    }
  }

  /// The version of the protocol that this code speaks.
  package static let protocolVersion = 1

  /// The names that make a line a message.
  package static let names = ["hello", "request", "result", "completedTwice"]

  /// The message as one line of JSON, without the line's end.
  package var utf8: [UInt8] {
    switch self {
    case .hello(let hello):
      var message = MessageWriter("hello")
      message.add("protocol", hello.protocolVersion)
      message.add("driver", hello.driver)
      message.add("operations", hello.operations)
      message.add("transports", hello.transports.map(\.rawValue))
      message.add("inFlight", hello.inFlight)
      if hello.ahead > 0 { message.add("ahead", hello.ahead) }
      return message.end()
    case .request(let id, let n, let request):
      var message = MessageWriter("request")
      message.add("id", id)
      message.add("n", n)
      message.add("method", request.method)
      message.add("url", request.url)
      message.add("headers", request.headers)
      if let body = request.body { message.add("body", body: body) }
      if let timeout = request.timeout { message.add("timeout", timeout) }
      message.add("unobserved", request.unobserved)
      return message.end()
    case .result(let result):
      var message = MessageWriter("result")
      message.add("id", result.id)
      message.add("outcome", result.outcome)
      message.add("unobserved", result.unobserved)
      if let mistake = result.mistake { message.add("mistake", mistake) }
      return message.end()
    case .completedTwice(let id):
      var message = MessageWriter("completedTwice")
      message.add("id", id)
      return message.end()
    }
  }

  /// The message as a value.
  package var json: JSON { JSON.parse(utf8) ?? nil }

  /// Reads a line that is a message: an object with exactly one member, under one of `names`.
  ///
  /// - Returns: Nil where the line is output and no message.
  /// - Throws: What is wrong with the message, where the line is one.
  package init?(_ line: JSON) throws(MessageFault) {
    guard let name = Self.name(of: line), let message = line[name] else { return nil }
    let body = try MessagePart(checking: message, named: name)
    switch name {
    case "hello": self = .hello(try Self.hello(body))
    case "request":
      self = .request(
        id: try body.int("id"), n: try Self.n(body),
        CapturedRequest(
          method: try body.string("method"), url: try body.string("url"), headers: try body.headers(),
          body: try body.bytes(), timeout: try body.seconds("timeout"),
          unobserved: try body.strings("unobserved", default: [])))
    case "result":
      self = .result(
        Result(
          id: try body.int("id"), outcome: try Self.outcome(body),
          unobserved: try body.strings("unobserved", default: []), mistake: try Self.mistake(body)))
    default: self = .completedTwice(id: try body.int("id"))
    }
  }

  private static func hello(_ body: MessagePart) throws(MessageFault) -> Hello {
    let version = try body.int("protocol")
    let driver = try body.string("driver", default: "driver")
    // Another version may mean other members: that it is another is all that can be said of it.
    if version != protocolVersion {
      return Hello(protocolVersion: version, driver: driver, operations: [], transports: [])
    }
    let transports = try transports(body)
    let (inFlight, ahead) = (try inFlight(body), try ahead(body))
    return Hello(
      protocolVersion: version, driver: driver, operations: try body.strings("operations"), transports: transports,
      inFlight: inFlight, ahead: ahead)
  }
  static func n(_ request: MessagePart) throws(MessageFault) -> Int {
    try request.int("n", in: 1..., or: "1 or more")
  }

  static func outcome(_ result: MessagePart) throws(MessageFault) -> Outcome {
    guard let outcome = result.json["outcome"] else { throw MessageFault("result has no member outcome") }
    return try Outcome(outcome)
  }

  static func mistake(_ result: MessagePart) throws(MessageFault) -> String? {
    if result.optional("mistake") == nil { return nil }
    return try result.string("mistake")
  }

  static func transports(_ hello: MessagePart) throws(MessageFault) -> [Transport] {
    var transports: [Transport] = []
    for name in try hello.strings("transports") {
      guard let transport = Transport(rawValue: name) else {
        throw MessageFault("hello.transports names \"\(name)\", expected \"memory\" or \"loopback\"")
      }
      transports.append(transport)
    }
    if transports.isEmpty { throw MessageFault("hello.transports is empty") }
    return transports
  }

  static func inFlight(_ hello: MessagePart) throws(MessageFault) -> Int {
    try hello.int("inFlight", default: 1, in: 1..., or: "1 or more")
  }

  static func ahead(_ hello: MessagePart) throws(MessageFault) -> Int {
    try hello.int("ahead", default: 0, in: 0...1, or: "0 or 1")
  }
}
