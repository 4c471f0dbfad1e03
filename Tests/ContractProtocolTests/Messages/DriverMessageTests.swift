import TestSupport
import Testing

@testable import ContractProtocol

@Suite("Messages from drivers")
struct DriverMessageTests {
  /// All forms of all messages, as the protocol's code writes them.
  static let lines = [
    #"{"hello":{"protocol":1,"driver":"todo","operations":["a","b"],"transports":["memory","loopback"],"inFlight":4,"ahead":64,"answers":true}}"#,
    #"{"hello":{"protocol":1,"driver":"todo","operations":[],"transports":["loopback"],"inFlight":1}}"#,
    #"{"hello":{"protocol":1,"driver":"todo","operations":[],"transports":["loopback"],"inFlight":1,"language":"go"}}"#,
    #"{"request":{"id":7,"n":1,"method":"POST","url":"http://localhost:8080/todos","headers":{"A":"1","B":["2","3"]},"body":{"text":"{\"title\":\"ü\"}"},"timeout":10,"unobserved":["body"]}}"#,
    #"{"request":{"id":7,"n":2,"method":"PUT","url":"http://x/","headers":{},"body":{"base64":"/wA="},"timeout":2.5,"unobserved":[]}}"#,
    #"{"request":{"id":7,"n":3,"method":"GET","url":"http://x/","headers":{},"unobserved":[]}}"#,
    #"{"result":{"id":7,"outcome":{"success":{"id":1,"price":1.50}},"unobserved":["exactlyOnce"]}}"#,
    #"{"result":{"id":7,"outcome":{"success":null},"unobserved":[]}}"#,
    #"{"result":{"id":7,"outcome":{"success":false},"unobserved":[]}}"#,
    #"{"result":{"id":7,"outcome":{"failure":{"category":"status","type":"APIError","case":"statusCode","payload":401,"domain":"APIError","code":2,"message":"no","underlying":{"category":"network"}}},"unobserved":[]}}"#,
    #"{"result":{"id":7,"outcome":{"failure":{"category":"other","payload":null},"values":[1,2]},"unobserved":[]}}"#,
    #"{"result":{"id":7,"outcome":{"neverCompleted":true},"unobserved":[]}}"#,
    #"{"result":{"id":7,"outcome":{"completedTwice":true},"unobserved":[]}}"#,
    #"{"result":{"id":7,"outcome":{"neverResumed":true},"unobserved":[]}}"#,
    #"{"result":{"id":7,"outcome":{"unsupported":true},"unobserved":[]}}"#,
    #"{"result":{"id":7,"outcome":{"unsupported":"its input has no token"},"unobserved":[]}}"#,
    #"{"result":{"id":7,"outcome":{"failure":{"category":"other"}},"unobserved":[],"mistake":"the operation has no token"}}"#,
    #"{"result":{"id":7,"outcome":{"failure":{"category":"other"}},"unobserved":[],"undescribed":"shop.ShopError"}}"#,
    #"{"completedTwice":{"id":7}}"#,
  ]

  @Test("every message is read back as it was written", arguments: lines)
  func roundTrip(line: String) throws {
    guard case .message(let message, _) = DriverMessage.Line(Array(line.utf8)) else {
      Issue.record("no message: \(line)")
      return
    }
    #expect(message.json.text == line)
    let again = try #require(DriverMessage(message.json))
    #expect(again.json.text == line)
  }

  @Test(
    "an optional member may be null",
    arguments: [
      (
        #"{"hello":{"protocol":1,"driver":null,"operations":[],"transports":["memory"],"inFlight":null,"ahead":null}}"#,
        #"{"hello":{"protocol":1,"driver":"driver","operations":[],"transports":["memory"],"inFlight":1}}"#
      ),
      (
        #"{"request":{"id":1.0,"n":1e0,"method":"GET","url":"x","headers":null,"body":null,"timeout":null,"unobserved":null}}"#,
        #"{"request":{"id":1,"n":1,"method":"GET","url":"x","headers":{},"unobserved":[]}}"#
      ),
      (
        #"{"result":{"id":1,"outcome":{"failure":{"category":"other","type":null,"code":null,"payload":null,"underlying":null},"values":null}}}"#,
        #"{"result":{"id":1,"outcome":{"failure":{"category":"other","payload":null}},"unobserved":[]}}"#
      ),
    ])
  func nulls(line: String, meaning: String) throws {
    let json = try #require(JSON.parse(line))
    #expect(DriverMessage(json)?.json.text == meaning)
  }

  @Test(
    "any other line is output",
    arguments: [
      "", " ", "hello", "{}", "[]", "{", "{\"result\":", #""hello""#, "null", #"{"hi":1}"#, #"{"bye":{}}"#,
      #"{"result":{"id":1},"more":1}"#, #"{"result":{"id":1},"result":{"id":1}}"#, #"[{"result":{"id":1}}]"#,
      #"{"result":{"id":1}} "trailing""#, #"{"result":{"id":1,"outcome":{"success":NaN}}}"#, #"{"Result":{"id":1}}"#,
      #"{"result":{"id":1,}}"#, "\u{FEFF}{\"completedTwice\":{\"id\":1}}", #"{"call":{"id":1}}"#,
      #"{"response":{"id":1,"n":1}}"#, #"// {"completedTwice":{"id":1}}"#,
    ])
  func output(line: String) {
    guard case .output = DriverMessage.Line(Array(line.utf8)) else {
      Issue.record("taken for a message: \(line)")
      return
    }
  }

  @Test("bytes that are not UTF-8 are output, and a carriage return at the end is ignored")
  func bytes() {
    let message = Array(#"{"completedTwice":{"id":1}}"#.utf8)
    guard case .message(.completedTwice(1), _) = DriverMessage.Line([0x20, 0x09] + message + [0x0D]) else {
      Issue.record("no message")
      return
    }
    guard
      case .output = DriverMessage.Line(Array(#"{"completedTwice":{"id":1,"x":""#.utf8) + [0xFF] + Array(#""}}"#.utf8))
    else {
      Issue.record("taken for a message")
      return
    }
  }

  static let faults: [(line: String, fault: String)] = [
    (#"{"hello":1}"#, "hello is the number 1, expected an object"),
    (#"{"hello":{"transports":["memory"],"operations":[]}}"#, "hello has no member protocol"),
    (
      #"{"hello":{"protocol":"1","transports":["memory"],"operations":[]}}"#,
      "hello.protocol is the string \"1\", expected a whole number"
    ),
    (#"{"hello":{"protocol":1,"operations":[]}}"#, "hello has no member transports"),
    (#"{"hello":{"protocol":1,"transports":[],"operations":[]}}"#, "hello.transports is empty"),
    (
      #"{"hello":{"protocol":1,"transports":"memory","operations":[]}}"#,
      "hello.transports is the string \"memory\", expected an array of strings"
    ),
    (
      #"{"hello":{"protocol":1,"transports":["disk"],"operations":[]}}"#,
      "hello.transports names \"disk\", expected \"memory\" or \"loopback\""
    ),
    (#"{"hello":{"protocol":1,"transports":["memory"]}}"#, "hello has no member operations"),
    (
      #"{"hello":{"protocol":1,"transports":["memory"],"operations":[1]}}"#,
      "hello.operations has an element that is not a string"
    ),
    (
      #"{"hello":{"protocol":1,"transports":["memory"],"operations":[],"driver":1}}"#,
      "hello.driver is the number 1, expected a string"
    ),
    (
      #"{"hello":{"protocol":1,"transports":["memory"],"operations":[],"inFlight":0}}"#,
      "hello.inFlight is 0, expected 1 or more"
    ),
    (
      #"{"hello":{"protocol":1,"transports":["memory"],"operations":[],"ahead":-1}}"#,
      "hello.ahead is -1, expected 0 or more"
    ),
    (#"{"request":[]}"#, "request is an array, expected an object"),
    (#"{"request":{"n":1,"method":"GET","url":"x"}}"#, "request has no member id"),
    (#"{"request":{"id":null,"n":1,"method":"GET","url":"x"}}"#, "request.id is null, expected a whole number"),
    (#"{"request":{"id":1.5,"n":1,"method":"GET","url":"x"}}"#, "request.id is 1.5, expected a whole number"),
    (
      #"{"request":{"id":9223372036854775808,"n":1,"method":"GET","url":"x"}}"#,
      "request.id is 9223372036854775808, expected a whole number of 64 bits"
    ),
    (#"{"request":{"id":1,"method":"GET","url":"x"}}"#, "request has no member n"),
    (#"{"request":{"id":1,"n":0,"method":"GET","url":"x"}}"#, "request.n is 0, expected 1 or more"),
    (#"{"request":{"id":1,"n":1,"url":"x"}}"#, "request has no member method"),
    (#"{"request":{"id":1,"n":1,"method":null,"url":"x"}}"#, "request.method is null, expected a string"),
    (#"{"request":{"id":1,"n":1,"method":"GET"}}"#, "request has no member url"),
    (
      #"{"request":{"id":1,"n":1,"method":"GET","url":"x","headers":[]}}"#,
      "request.headers is an array, expected an object"
    ),
    (
      #"{"request":{"id":1,"n":1,"method":"GET","url":"x","headers":{"A":1}}}"#,
      "request.headers[\"A\"] is neither a string nor an array of strings"
    ),
    (
      #"{"request":{"id":1,"n":1,"method":"GET","url":"x","headers":{"A":["b",null]}}}"#,
      "request.headers[\"A\"] is neither a string nor an array of strings"
    ),
    (
      #"{"request":{"id":1,"n":1,"method":"GET","url":"x","headers":{"A":"1","A":"2"}}}"#,
      "request cannot be read: duplicate member \"A\""
    ),
    (
      #"{"request":{"id":1,"n":1,"method":"GET","url":"x","body":"x"}}"#,
      "request.body must be {\"text\": STRING} or {\"base64\": STRING}"
    ),
    (
      #"{"request":{"id":1,"n":1,"method":"GET","url":"x","body":{}}}"#,
      "request.body must be {\"text\": STRING} or {\"base64\": STRING}"
    ),
    (
      #"{"request":{"id":1,"n":1,"method":"GET","url":"x","body":{"text":"x","base64":"eA=="}}}"#,
      "request.body must be {\"text\": STRING} or {\"base64\": STRING}"
    ),
    (
      #"{"request":{"id":1,"n":1,"method":"GET","url":"x","body":{"base64":"eA"}}}"#,
      "request.body.base64 is not base64 (RFC 4648, section 4, padded)"
    ),
    (
      #"{"request":{"id":1,"n":1,"method":"GET","url":"x","body":{"base64":"eA==="}}}"#,
      "request.body.base64 is not base64 (RFC 4648, section 4, padded)"
    ),
    (
      #"{"request":{"id":1,"n":1,"method":"GET","url":"x","timeout":"10"}}"#,
      "request.timeout is the string \"10\", expected a number of seconds"
    ),
    (
      #"{"request":{"id":1,"n":1,"method":"GET","url":"x","unobserved":"body"}}"#,
      "request.unobserved is the string \"body\", expected an array of strings"
    ),
    (#"{"result":null}"#, "result is null, expected an object"),
    (#"{"result":{"id":1}}"#, "result has no member outcome"),
    (#"{"result":{"outcome":{"success":1}}}"#, "result has no member id"),
    (
      #"{"result":{"id":1,"outcome":"ok"}}"#,
      "result.outcome is the string \"ok\", expected an object with one of success, failure, neverCompleted, completedTwice, neverResumed, unsupported"
    ),
    (
      #"{"result":{"id":1,"outcome":{}}}"#,
      "result.outcome must have exactly one of success, failure, neverCompleted, completedTwice, neverResumed, unsupported"
    ),
    (
      #"{"result":{"id":1,"outcome":{"success":1,"neverCompleted":true}}}"#,
      "result.outcome must have exactly one of success, failure, neverCompleted, completedTwice, neverResumed, unsupported"
    ),
    (
      #"{"result":{"id":1,"outcome":{"neverCompleted":false}}}"#,
      "result.outcome.neverCompleted is false, expected true"
    ),
    (
      #"{"result":{"id":1,"outcome":{"completedTwice":"yes"}}}"#,
      "result.outcome.completedTwice is the string \"yes\", expected true"
    ),
    (#"{"result":{"id":1,"outcome":{"neverResumed":[]}}}"#, "result.outcome.neverResumed is an array, expected true"),
    (
      #"{"result":{"id":1,"outcome":{"unsupported":false}}}"#,
      "result.outcome.unsupported is false, expected true or a string"
    ),
    (
      #"{"result":{"id":1,"outcome":{"unsupported":1}}}"#,
      "result.outcome.unsupported is the number 1, expected true or a string"
    ),
    (
      #"{"result":{"id":1,"outcome":{"failure":"x"}}}"#,
      "result.outcome.failure is the string \"x\", expected an object"
    ),
    (#"{"result":{"id":1,"outcome":{"failure":{}}}}"#, "result.outcome.failure has no member category"),
    (
      #"{"result":{"id":1,"outcome":{"failure":{"category":"http"}}}}"#,
      "result.outcome.failure.category is \"http\", expected one of network, status, decoding, invalidResponse, invalidRequest, cancelled, other"
    ),
    (
      #"{"result":{"id":1,"outcome":{"failure":{"category":"other","code":"x"}}}}"#,
      "result.outcome.failure.code is the string \"x\", expected a whole number"
    ),
    (
      #"{"result":{"id":1,"outcome":{"failure":{"category":"other","case":1}}}}"#,
      "result.outcome.failure.case is the number 1, expected a string"
    ),
    (
      #"{"result":{"id":1,"outcome":{"failure":{"category":"other","underlying":{"category":"other","underlying":{"type":"X"}}}}}}"#,
      "result.outcome.failure.underlying.underlying has no member category"
    ),
    (
      #"{"result":{"id":1,"outcome":{"failure":{"category":"other"},"values":{}}}}"#,
      "result.outcome.values is an object, expected an array"
    ),
    (
      #"{"result":{"id":1,"outcome":{"success":"\ud800"}}}"#,
      #"result cannot be read: '\ud800' is half of a surrogate pair"#
    ),
    (#"{"completedTwice":{}}"#, "completedTwice has no member id"),
    (#"{"completedTwice":true}"#, "completedTwice is true, expected an object"),
  ]

  @Test("a message that breaks the protocol is a protocol fault with this text", arguments: faults)
  func fault(_ broken: (line: String, fault: String)) {
    let (line, expected) = broken
    guard case .malformed(let faults, _) = DriverMessage.Line(Array(line.utf8)) else {
      Issue.record("no fault: \(line)")
      return
    }
    expectText(faults.first?.description, is: expected)
  }

  @Test(
    "an outcome that is only a name may be written with true, an object or null",
    arguments: ["neverCompleted", "completedTwice", "neverResumed", "unsupported"], ["true", "{}", "null"])
  func bare(name: String, value: String) throws {
    let line = #"{"result":{"id":7,"outcome":{"\#(name)":\#(value)}}}"#
    guard case .message(let message, _) = DriverMessage.Line(Array(line.utf8)) else {
      Issue.record("no message: \(line)")
      return
    }
    #expect(message.json.text == #"{"result":{"id":7,"outcome":{"\#(name)":true},"unobserved":[]}}"#)
  }

  @Test("only the version is read from a hello of another version")
  func otherVersion() throws {
    let json = try #require(JSON.parse(#"{"hello":{"protocol":2,"driver":"new","transports":"any"}}"#))
    guard case .hello(let hello)? = DriverMessage(json) else {
      Issue.record("no hello")
      return
    }
    #expect(hello.protocolVersion == 2)
    #expect(hello.driver == "new")
  }

  @Test("unknown members are ignored, and listed for smoke")
  func unknownMembers() throws {
    func unknown(_ line: String) throws -> [String] {
      let json = try #require(JSON.parse(line))
      _ = try #require(DriverMessage(json))
      return DriverMessage.unknownMembers(in: json).map(\.path)
    }
    for line in Self.lines { #expect(try unknown(line) == []) }
    #expect(
      try unknown(#"{"hello":{"protocol":1,"operations":[],"transports":["memory"],"version":2,"inflight":1}}"#) == [
        "hello.version", "hello.inflight",
      ])
    #expect(
      try unknown(
        #"{"request":{"id":1,"n":1,"method":"GET","url":"x","headers":{"X-Own":"1"},"body":{"text":"","json":1},"query":""}}"#
      )
        == ["request.query", "request.body.json"])
    #expect(
      try unknown(#"{"result":{"id":1,"outcome":{"success":{"own":1},"values":[]},"duration":2}}"#) == [
        "result.duration", "result.outcome.values",
      ])
    #expect(
      try unknown(
        #"{"result":{"id":1,"outcome":{"failure":{"category":"other","payload":{"own":1},"underlying":{"category":"other","kind":1}},"values":[]}}}"#
      ) == ["result.outcome.failure.underlying.kind"])
    #expect(try unknown(#"{"completedTwice":{"id":1,"n":2}}"#) == ["completedTwice.n"])
    #expect(DriverMessage.unknownMembers(in: ["output": ["x": 1]]) == [])
  }
}

extension DriverMessage {
  /// Reads a message. Nil if the line is not a message.
  init?(_ line: JSON) {
    guard case .message(let message, _) = Line(Array(line.text.utf8)) else { return nil }
    self = message
  }
}
