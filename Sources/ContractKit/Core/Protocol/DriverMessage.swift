/// What a driver writes to its standard output, one JSON object a line. See docs/driver-protocol.md.
public enum DriverMessage: Sendable {
  case hello(Hello)
  case request(id: Int, n: Int, CapturedRequest)
  case result(Result)
  /// A second completion, after the result.
  case completedTwice(id: Int)

  /// What a driver says of itself.
  public struct Hello: Sendable {
    public var protocolVersion: Int
    public var driver: String
    public var operations: [String]
    public var transports: [Transport]
    /// How many calls may be open at once.
    public var inFlight: Int
    /// How many more calls may be written ahead of their turn: 0 or 1.
    public var ahead: Int

    public init(
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
  public struct Result: Sendable {
    public var id: Int
    public var outcome: Outcome
    /// What the driver could not see of the call as a whole.
    public var unobserved: [String]

    public init(id: Int, outcome: Outcome, unobserved: [String] = []) {
      self.id = id
      self.outcome = outcome
      self.unobserved = unobserved
    }
  }

  /// The names that make a line a message.
  public static let names = ["hello", "request", "result", "completedTwice"]

  /// The message as JSON.
  public var json: JSON {
    switch self {
    case .hello(let hello):
      var members: [(String, JSON)] = [
        ("protocol", .number(hello.protocolVersion)), ("driver", .string(hello.driver)),
        ("operations", .array(hello.operations.map { .string($0) })),
        ("transports", .array(hello.transports.map { .string($0.rawValue) })),
        ("inFlight", .number(hello.inFlight)),
      ]
      if hello.ahead > 0 { members.append(("ahead", .number(hello.ahead))) }
      return .object([("hello", .object(members))])
    case .request(let id, let n, let request):
      var members: [(String, JSON)] = [
        ("id", .number(id)), ("n", .number(n)), ("method", .string(request.method)), ("url", .string(request.url)),
        ("headers", MessagePart.headers(request.headers)),
      ]
      if let body = request.body { members.append(("body", MessagePart.body(body))) }
      if let timeout = request.timeout.flatMap({ JSONNumber($0) }) { members.append(("timeout", JSON(.number(timeout)))) }
      members.append(("unobserved", .array(request.unobserved.map { .string($0) })))
      return .object([("request", .object(members))])
    case .result(let result):
      return [
        "result": [
          "id": .number(result.id), "outcome": result.outcome.json,
          "unobserved": .array(result.unobserved.map { .string($0) }),
        ]
      ]
    case .completedTwice(let id): return ["completedTwice": ["id": .number(id)]]
    }
  }

  /// Reads a line that is a message: an object with exactly one member, under one of `names`.
  ///
  /// - Returns: Nil where the line is output and no message.
  /// - Throws: What is wrong with the message, where the line is one.
  public init?(_ line: JSON) throws(MessageFault) {
    guard let members = line.object?.members, members.count == 1, Self.names.contains(members[0].name) else { return nil }
    let body = try MessagePart(checking: members[0].value, named: members[0].name)
    switch members[0].name {
    case "hello": self = .hello(try Self.hello(body))
    case "request":
      let timeout: Double?
      switch body.json["timeout"]?.kind {
      case nil, .null?: timeout = nil
      case .number(let number)?: timeout = number.double
      default: throw MessageFault("request.timeout is no number")
      }
      let n = try body.int("n")
      if n < 1 { throw MessageFault("request.n is \(n), expected 1 or more") }
      self = .request(
        id: try body.int("id"), n: n,
        CapturedRequest(
          method: try body.string("method"), url: try body.string("url"), headers: try body.headers(),
          body: try body.bytes(), timeout: timeout, unobserved: try body.strings("unobserved", default: [])))
    case "result":
      guard let outcome = body.json["outcome"] else { throw MessageFault("result has no member outcome") }
      self = .result(
        Result(
          id: try body.int("id"), outcome: try Outcome(outcome), unobserved: try body.strings("unobserved", default: [])))
    default: self = .completedTwice(id: try body.int("id"))
    }
  }

  private static func hello(_ body: MessagePart) throws(MessageFault) -> Hello {
    var transports: [Transport] = []
    for name in try body.strings("transports") {
      guard let transport = Transport(rawValue: name) else {
        throw MessageFault("hello.transports names \"\(name)\", expected \"memory\" or \"loopback\"")
      }
      transports.append(transport)
    }
    if transports.isEmpty { throw MessageFault("hello.transports is empty") }
    let inFlight = try body.int("inFlight", default: 1)
    let ahead = try body.int("ahead", default: 0)
    if inFlight < 1 { throw MessageFault("hello.inFlight is \(inFlight), expected 1 or more") }
    if ahead != 0 && ahead != 1 { throw MessageFault("hello.ahead is \(ahead), expected 0 or 1") }
    return Hello(
      protocolVersion: try body.int("protocol"), driver: try body.string("driver", default: "driver"),
      operations: try body.strings("operations"), transports: transports, inFlight: inFlight, ahead: ahead)
  }
}

extension Outcome {
  /// The outcome as a message's member.
  public var json: JSON {
    switch self {
    case .success(let value): return ["success": value]
    case .failure(let failure, nil): return ["failure": failure]
    case .failure(let failure, let values?): return ["failure": failure, "values": values]
    case .neverCompleted: return ["neverCompleted": true]
    case .completedTwice: return ["completedTwice": true]
    case .neverResumed: return ["neverResumed": true]
    case .unsupported(nil): return ["unsupported": true]
    case .unsupported(let why?): return ["unsupported": .string(why)]
    }
  }

  /// Reads an outcome; throws what is wrong with it.
  public init(_ json: JSON) throws(MessageFault) {
    let names = ["success", "failure", "neverCompleted", "completedTwice", "neverResumed", "unsupported"]
    guard let members = json.object?.members else {
      throw MessageFault("result.outcome is \(json.typeName), expected an object with one of \(names.joined(separator: ", "))")
    }
    let named = members.filter { names.contains($0.name) }
    guard named.count == 1, let member = named.first else {
      throw MessageFault("result.outcome must have exactly one of \(names.joined(separator: ", "))")
    }
    switch member.name {
    case "success": self = .success(member.value)
    case "failure":
      guard let category = member.value["category"]?.string else {
        throw MessageFault("result.outcome.failure needs a category")
      }
      guard Failure.categories.contains(category) else {
        throw MessageFault(
          "result.outcome.failure.category is \"\(category)\", expected one of \(Failure.categories.joined(separator: ", "))")
      }
      self = .failure(member.value, values: json["values"])
    case "neverCompleted": self = .neverCompleted
    case "completedTwice": self = .completedTwice
    case "neverResumed": self = .neverResumed
    default: self = .unsupported(why: member.value.string)
    }
  }
}

/// What a failure says of itself. See docs/contract-format.md, "Outcomes".
public enum Failure {
  /// What kinds of failure there are.
  public static let categories = [
    "network", "status", "decoding", "invalidResponse", "invalidRequest", "cancelled", "other",
  ]
  /// The members of a failure.
  public static let members = ["category", "type", "case", "payload", "domain", "code", "message", "underlying"]
}
