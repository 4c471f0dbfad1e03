import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Hostile values")
struct HostileValueTests {
  private func fixture(
    input: String, request: String, response: String = #"{"kind": "valid", "body": {"json": {}}}"#,
    exchanges: String? = nil, scenario: String = "", expect: String = #"{"success": {}}"#,
    declaring members: String = #""variations": {"hostile": true}"#
  ) throws -> VariationFixture {
    try VariationFixture(
      response, exchanges: exchanges, request: request, scenario: "\"input\": \(input), \(scenario)", expect: expect,
      declaring: members)
  }

  private func names(_ fixture: VariationFixture) -> [String] { fixture.list().played.map(\.name) }

  // MARK: Which values there are

  @Test(
    "a string in the middle, where no client trims it",
    arguments: [("ab", "a b"), ("abc", "a bc"), ("a", "a a"), ("😀é", "😀 é"), ("  ", "   ")])
  func middle(_ text: String, _ changed: String) {
    #expect(CarriedText(old: text, inserted: " ", mayStay: false).new == changed)
  }

  @Test(
    "a string is tried where the request has it, alone or in a larger value, in the path or the query",
    arguments: [
      (#"{"method": "GET", "path": "/lists/to%20do/x"}"#, 11),
      (#"{"method": "GET", "path": "/lists/{id}", "pathParameters": {"id": "to do"}}"#, 11),
      (#"{"method": "GET", "path": "/{id}.png", "pathParameters": {"id": "to do"}}"#, 11),
      (#"{"method": "GET", "path": "/", "query": {"q": "to do"}}"#, 12),
      (#"{"method": "GET", "path": "/", "query": {"q": ["x", "to do"]}}"#, 12),
      (#"{"method": "GET", "path": "/", "query": {"q": {"$optional": "to do"}}}"#, 12),
      (#"{"method": "GET", "path": "/to%20do", "query": {"q": "to do"}}"#, 11),
      (#"{"method": "GET", "path": "/to%20do.png"}"#, 11),
      (#"{"method": "GET", "path": "/{id}", "pathParameters": {"id": "id:to do"}}"#, 11),
      (#"{"method": "GET", "path": "/", "query": {"q": "eq.to do"}}"#, 11),
      (#"{"method": "GET", "path": "/", "query": {"q": {"$optional": "(to do)"}}}"#, 11),
      (#"{"method": "GET", "path": "/", "query": {"q": "to do", "r": "eq.to do"}}"#, 11),
      (#"{"method": "GET", "path": "/", "query": {"q": "https://x/?r=y%3Fc%3Dto do%26d"}}"#, 11),
      (#"{"method": "GET", "path": "/", "query": {"q": "n%253dto do"}}"#, 11),
      (#"{"method": "GET", "path": "/", "query": {"r": "n%C3%A9to do", "s": "to do%2541"}}"#, 0),
      (#"{"method": "GET", "path": "/", "query": {"q": "%E2%82%ACto do"}}"#, 11),
      (#"{"method": "GET", "path": "/to%20dos", "query": {"q": "into do", "r": "to do2"}}"#, 0),
      (#"{"method": "GET", "path": "/{id}", "pathParameters": {"id": {"$any": true}}}"#, 0),
      (#"{"method": "GET", "path": "/", "headers": {"X": "to do"}, "body": {"text": "to do"}}"#, 0),
    ])
  func places(_ request: String, _ count: Int) throws {
    let fixture = try fixture(input: #"{"list": "to do", "other": 1}"#, request: request)
    let expected = HostileValue.Kind.allCases.prefix(count).map { "hostile /list: \($0.rawValue)" }
    #expect(names(fixture) == expected)
  }

  @Test("a scenario cannot have the name of a variation with a hostile value")
  func sameName() {
    let (_, diagnostics) = ContractReader.read(
      Contract.text(
        [
          #"{ "name": "s", "response": { "kind": "valid" }, "expect": { "success": 1 } }"#,
          #"{ "name": "s [hostile input: space]", "response": { "kind": "valid" }, "expect": { "success": 1 } }"#,
        ],
        request: #"{ "method": "GET", "path": "/a" }"#, members: #""input": "a", "variations": {"hostile": true}, "#))
    expectTexts(
      diagnostics.map(\.message),
      are: [#""s [hostile input: space]" is the name of a variation of another scenario"#])
  }

  @Test("the whole input, elements, escaped names and repeated strings")
  func pointers() throws {
    let query = #"{"method": "GET", "path": "/", "query": {"q": "a", "r": "b"}}"#
    func strings(_ input: String) throws -> [String] {
      names(try fixture(input: input, request: query)).filter { $0.hasSuffix(": space") }
    }
    #expect(try strings(#""a""#) == ["hostile input: space"])
    #expect(try strings(#"["a", ["b"]]"#) == ["hostile /0: space", "hostile /1/0: space"])
    #expect(
      try strings(#"{"x/y~": {"": "a"}, "n\n": "b"}"#) == ["hostile /x~1y~0/: space", #"hostile /n\u000a: space"#])
    #expect(try strings(#"{"x": "b", "y": "a", "z": "b"}"#) == ["hostile /x: space", "hostile /y: space"])
    #expect(try strings(#"{"x": 1, "y": null, "z": ""}"#).isEmpty)
    let base = try fixture(
      input: #"{"at": "{{baseURL}}"}"#, request: #"{"method": "GET", "path": "/", "query": {"q": "{{baseURL}}"}}"#)
    #expect(names(base).isEmpty)
  }

  @Test("an exception leaves out one value, or all values of a string")
  func exceptions() throws {
    let fixture = try fixture(
      input: #"{"a": "x", "b": "y"}"#, request: #"{"method": "GET", "path": "/x", "query": {"q": "y"}}"#,
      declaring: #""variations": {"hostile": {"except": ["/a", "/b: empty", "/b: slash", "/c", "input"]}}"#)
    let left = HostileValue.Kind.allCases.prefix(11).filter { $0 != .slash }
    #expect(names(fixture) == left.map { "hostile /b: \($0.rawValue)" })
  }

  @Test("a value that the scenario does not have is not possible")
  func nowhere() throws {
    let fixture = try fixture(input: #"{"a": "x"}"#, request: #"{"method": "GET", "path": "/x"}"#)
    #expect(throws: Variation.Obstacle.nothingToChange) { try fixture.varied(.hostile(HostileValue("/b", .space))) }
  }

  // MARK: What changes

  @Test("all equal strings of the input change together, and nothing else")
  func input() throws {
    let fixture = try fixture(
      input: #"{"a": "x", "x": ["x", "xy", 1], "b": null}"#, request: #"{"method": "GET", "path": "/x"}"#)
    let varied = try fixture.varied(.hostile(HostileValue("/a", .plus)))
    #expect(varied.input.text == #"{"a":"x+x","x":["x+x","xy",1],"b":null}"#)
    #expect(varied.name == "s [hostile /a: plus]")
    #expect(varied.exchanges[0].response.body == fixture.scenario.exchanges[0].response.body)
    #expect(varied.attempts(on: .loopback) == 1)
  }

  /// Returns what differs between a scenario's first request and a sent one.
  private func findings(
    _ scenario: Scenario, of contract: Contract, _ target: String, exchange number: Int = 0,
    headers: [String: String] = [:], body: String? = nil
  ) throws -> [Finding] {
    let shape = try #require(scenario.exchanges[number].request)
    var judge = RequestJudge(shape, addresses: contract.addresses, transport: .memory, number: 1)
    judge.judge(.get(target, on: "http://localhost/v1", headers: headers, body: body))
    return judge.findings
  }

  @Test("the string changes in the body too; a header and a text that contain it are not compared")
  func otherParts() throws {
    for (body, sent, wrong) in [
      (
        #"{"json": {"a": "bob", "b": ["bob"], "c": "hi bob", "d": 1}}"#,
        #"{"a": "b ob", "b": ["b ob"], "c": "hi b ob", "d": 1}"#, #"{"a": "bob", "b": ["b ob"], "c": "", "d": 1}"#
      ),
      (#"{"form": {"a": "bob", "b": "hi bob"}}"#, "a=b+ob&b=hi", "a=bob&b=hi"),
      (#"{"text": "bob"}"#, "b ob", "bob"), (#"{"text": {"$regex": "^hi bob$"}}"#, "hi b ob", ""),
      (#"{"jsonLines": ["bob", {"$literal": {"x": "bob"}}]}"#, "\"b ob\"\n{\"x\": \"b ob\"}", "\"bob\"\n1"),
      (#"{"base64": "aGkgYm9i"}"#, "hi b ob", nil),
    ] as [(String, String, String?)] {
      let fixture = try fixture(
        input: #"{"name": "bob"}"#,
        request: """
          {"method": "GET", "path": "/bob", "query": {"all": "hi bob", "n": 1}, "body": \(body),
           "headers": {"X-Name": "bob", "Authorization": "Basic bob=", "X-Other": "o"}}
          """)
      let varied = try fixture.varied(.hostile(HostileValue("/name", .space)))
      let target = "/b%20ob?all=hi+b+ob&n=1"
      func count(_ target: String, _ headers: [String: String], _ body: String?) throws -> Int {
        try findings(varied, of: fixture.contract, target, headers: headers, body: body).count
      }
      #expect(try count(target, ["X-Other": "o", "X-Name": "?"], sent) == 0, "\(body)")
      #expect(try count(target, ["X-Other": "p"], sent) == 1)
      #expect(try count("/b%20ob?all=hi%20bob&n=2", ["X-Other": "o"], sent) == 1)
      #expect(try count("/b%20ob?all=hi&n=1", ["X-Other": "o"], sent) == 1)
      if let wrong { #expect(try count(target, ["X-Other": "o"], wrong) == 1, "\(body)") }
    }
  }

  @Test("a multipart body carries the string too")
  func multipart() throws {
    let fixture = try fixture(
      input: #"{"name": "bob"}"#,
      request: """
        {"method": "GET", "path": "/bob", "body": {"$optional": {"multipart": [
         {"$optional": {"name": "n", "filename": "bob", "body": {"text": "bob"}}}]}}}
        """)
    let varied = try fixture.varied(.hostile(HostileValue("/name", .semicolon)))
    func body(_ file: String, _ text: String) -> String {
      "--B\r\nContent-Disposition: form-data; name=\"n\"; filename=\"\(file)\"\r\n\r\n\(text)\r\n--B--\r\n"
    }
    let type = ["Content-Type": "multipart/form-data; boundary=B"]
    let contract = fixture.contract
    #expect(try findings(varied, of: contract, "/b;ob", headers: type, body: body("b;ob", "b;ob")).isEmpty)
    #expect(try findings(varied, of: contract, "/b;ob", headers: type, body: body("bob", "b;ob")).count == 1)
    #expect(try findings(varied, of: contract, "/b;ob", headers: type, body: body("b;ob", "bob")).count == 1)
    #expect(try findings(varied, of: contract, "/b;ob", headers: type, body: "--B--").isEmpty)
    #expect(try findings(varied, of: contract, "/b;ob", headers: [:], body: nil).isEmpty)
  }

  @Test("the outcome stays if a response has the string; otherwise it can have the old one or the new one")
  func outcome() throws {
    for (response, expected) in [
      (#"{"kind": "valid", "body": {"json": {"name": "bob"}}}"#, #"success {name: "bob", n: 1}"#),
      (#"{"kind": "valid", "headers": {"X": "bob"}, "body": {"json": 1}}"#, #"success {name: "bob", n: 1}"#),
      (#"{"kind": "valid", "status": 204}"#, #"success {name: "b ob" or "bob", n: 1}"#),
    ] {
      let fixture = try fixture(
        input: #"{"name": "bob"}"#, request: #"{"method": "GET", "path": "/bob"}"#, response: response,
        expect: #"{"success": {"name": "bob", "n": 1}}"#)
      #expect(try fixture.varied(.hostile(HostileValue("/name", .space))).expected == expected)
    }
  }

  @Test("all exchanges carry the string; after a response that has it, the old one is right too")
  func exchanges() throws {
    let plain = #"{"response": {"kind": "valid", "body": {"json": {"id": 1}}}}"#
    let echo = #"{"response": {"kind": "valid", "body": {"json": {"id": "bob"}}}}"#
    for (exchanges, scenario, allowed) in [
      ([plain, plain], "", [false, false]), ([echo, plain], "", [false, true]), ([plain, echo], "", [false, false]),
      ([plain, echo], #""order": "any", "#, [true, false]), ([echo, plain, plain], "", [false, true, true]),
    ] {
      let fixture = try fixture(
        input: #"{"name": "bob"}"#, request: #"{"method": "GET", "path": "/bob/x"}"#,
        exchanges: exchanges.joined(separator: ", "), scenario: scenario)
      let varied = try fixture.varied(.hostile(HostileValue("/name", .slash)))
      for (index, isAllowed) in allowed.enumerated() {
        let contract = fixture.contract
        #expect(try findings(varied, of: contract, "/b%2Fob/x", exchange: index).isEmpty)
        #expect(
          try findings(varied, of: contract, "/bob/x", exchange: index).isEmpty == isAllowed, "\(exchanges) \(index)")
        #expect(try !findings(varied, of: contract, "/b/ob/x", exchange: index).isEmpty)
      }
    }
  }

  // MARK: Clients

  /// A way in which clients write a string into a URL, and the kinds of values that do not arrive intact then.
  struct Client: Sendable, CustomTestStringConvertible {
    var name: String
    /// The bytes that are sent as they are, besides letters and digits.
    var kept: String
    var inPath: Set<HostileValue.Kind>
    var inQuery: Set<HostileValue.Kind>
    var change: @Sendable (String) -> String = { $0 }

    var testDescription: String { name }

    func encoded(_ text: String) -> String { change(Self.escaped(text, keeping: kept)) }

    private static let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

    static func escaped(_ text: String, keeping kept: String) -> String {
      text.utf8.reduce(into: "") { result, byte in
        let isPlain = Self.letters.utf8.contains(byte) || kept.utf8.contains(byte)
        result +=
          isPlain ? String(UnicodeScalar(byte)) : "%" + Hexadecimal.text(UInt32(byte), width: 2, uppercase: true)
      }
    }
  }

  static let unreserved = "-._~"
  static let changed = Set(HostileValue.Kind.allCases.prefix(11))

  static let clients = [
    Client(name: "escapes all but unreserved characters", kept: unreserved, inPath: [], inQuery: []),
    Client(name: "escapes in lowercase", kept: "", inPath: [], inQuery: [], change: { $0.lowercasedEscapes }),
    Client(
      name: "escapes as URLComponents does in a path", kept: unreserved + "!$&'()*+,;=:@", inPath: [],
      inQuery: [.plus, .ampersand]),
    Client(
      name: "escapes as .urlQueryAllowed does", kept: unreserved + "!$&'()*+,;=:@/?", inPath: [.slash, .questionMark],
      inQuery: [.plus, .ampersand]),
    Client(
      name: "sends reserved characters", kept: unreserved + "!$&'()*+,;=:@/?#%",
      inPath: [
        .hash, .percent, .slash, .questionMark,
      ], inQuery: [.plus, .ampersand, .hash, .percent]),
    Client(name: "does not escape a percent sign", kept: unreserved + "%", inPath: [.percent], inQuery: [.percent]),
    Client(
      name: "escapes twice", kept: unreserved, inPath: changed, inQuery: changed,
      change: { Client.escaped($0, keeping: unreserved) }),
    Client(
      name: "writes a space as in a form", kept: unreserved, inPath: [.space], inQuery: [],
      change: { $0.replacing("%20", with: "+") }),
    Client(
      name: "writes Latin-1", kept: unreserved, inPath: [.nonASCII], inQuery: [.nonASCII],
      change: { $0.replacing("%C3%BC", with: "%FC") }),
    Client(
      name: "drops what is not ASCII", kept: unreserved, inPath: [.nonASCII, .emoji], inQuery: [.nonASCII, .emoji],
      change: { $0.replacing("%C3%BC", with: "").replacing("%F0%9F%98%80", with: "") }),
    Client(
      name: "drops quotes", kept: unreserved, inPath: [.quotes], inQuery: [.quotes],
      change: { $0.replacing("%22", with: "") }),
    Client(
      name: "ends at a semicolon", kept: unreserved, inPath: [.semicolon], inQuery: [.semicolon],
      change: { String($0.split(separator: "%3B").first ?? "") }),
  ]

  @Test("what a client does not send intact is found, and nothing else", arguments: clients)
  func judged(_ client: Client) throws {
    for (request, target, isInPath) in [
      (#"{"method": "GET", "path": "/lists/home/todos"}"#, "/lists/{}/todos", true),
      (#"{"method": "GET", "path": "/lists/{id}", "pathParameters": {"id": "home"}}"#, "/lists/{}", true),
      (#"{"method": "GET", "path": "/v{id}.png", "pathParameters": {"id": "home"}}"#, "/v{}.png", true),
      (#"{"method": "GET", "path": "/", "query": {"n": 1, "q": "home"}}"#, "/?q={}&n=1", false),
      (#"{"method": "GET", "path": "/", "query": {"q": ["x", "home"]}}"#, "/?q=x&q={}", false),
    ] {
      let fixture = try fixture(input: #"{"list": "home"}"#, request: request)
      let played = fixture.list().played
      #expect(played.count == (isInPath ? 11 : 12))
      var found: Set<HostileValue.Kind> = []
      for value in played.compactMap(\.hostile) {
        let varied = try fixture.varied(.hostile(value))
        let text = try #require(varied.input["list"]?.string)
        let sent = target.replacing("{}", with: client.encoded(text))
        if try !findings(varied, of: fixture.contract, sent).isEmpty { found.insert(value.kind) }
      }
      #expect(found == (isInPath ? client.inPath : client.inQuery), "\(target)")
    }
  }

  @Test("in a larger value, what the client inserts must arrive, in whichever notation")
  func larger() throws {
    let fixture = try fixture(
      input: #"{"name": "Chile"}"#,
      request: #"{"method": "GET", "path": "/in/Chile.json", "query": {"name": "eq.Chile"}}"#)
    func isRight(_ kind: HostileValue.Kind, _ file: String, _ query: String) throws -> Bool {
      let varied = try fixture.varied(.hostile(HostileValue("/name", kind)))
      return try findings(varied, of: fixture.contract, "/in/\(file)?name=\(query)").isEmpty
    }
    // The path is right in all of these.
    for (kind, query, expected) in [
      (.plus, "eq.Ch%2Bile", true), (.plus, "eq.Ch+ile", false), (.plus, "eq.Ch%5C%2Bile", true),
      (.plus, "eq.Ch%252Bile", true), (.plus, "eq.Chile", true), (.plus, "eq.Ch", false), (.plus, "", false),
      (.space, "eq.Ch%20ile", true), (.space, "eq.Ch+ile", true), (.space, "%22Ch%20ile%22", true),
      (.ampersand, "eq.Ch&ile", false), (.ampersand, "eq.Ch%26ile", true), (.hash, "eq.Ch#ile", false),
      (.percent, "eq.Ch%2541ile", true), (.percent, "eq.Ch%41ile", false),
      (.quotes, "%3Cn%3ECh%26quot;%26%2339;ile", true), (.nonASCII, "%3Cn%3ECh%26%23xfc;ile", true),
      (.emoji, "%22Ch%5C%5Cud83d%5C%5Cude00ile%22", true), (.emoji, "%22Ch%5C%5Cude00ile%22", false),
      // Notations within percent-encoding, as in a URL inside of a URL.
      (.quotes, "https%3A%2F%2Fx%3Fr%3DCh%252522%252527ile", true), (.plus, "r%3DCh%25252bile", true),
      (.space, "r%3DCh%252Bile", true), (.percent, "r%3DCh%25252541ile", true), (.percent, "r%3DCh%252541ile", true),
      (.emoji, "%257B%22Ch%255Cud83d%255Cude00ile", true), (.nonASCII, "r%3DCh%25C3%25bcile", true),
      (.quotes, "r%3DCh%2526quot%253B%2526%2523x27%253Bile", true),
      (.quotes, "%3Cb%3ECh%26%2334;%26apos;ile", true), (.quotes, "%3Cb%3ECh%26%23X0022;%26%23x27;ile", true),
      (.quotes, "%3Cb%3ECh%26quot;ile", false),
      (.quotes, "eq.%22Ch%5C%22'ile%22", true), (.quotes, "eq.Ch'ile", false),
      (.nonASCII, "eq.Ch%C3%BCile", true), (.nonASCII, "eq.Ch%5Cu00fcile", true), (.nonASCII, "eq.Chuile", false),
      (.emoji, "eq.Ch%5Cud83d%5Cude00ile", true), (.emoji, "eq.Ch%F0%9F%98%80ile", true),
    ] as [(HostileValue.Kind, String, Bool)] {
      let inserted = Client.escaped(try #require(kind.inserted(in: nil)), keeping: Self.unreserved)
      #expect(try isRight(kind, "Ch\(inserted)ile.json", query) == expected, "\(kind) \(query)")
    }
    #expect(try !isRight(.slash, "Ch/ile.json", "eq.Ch/ile"))
    #expect(try !isRight(.questionMark, "Ch?ile.json", "eq.Ch?ile"))
    // The value can have the text by chance.
    #expect(try isRight(.slash, "Chile.json", "eq.Chile"))
  }

  @Test("the expression of a larger value has each spelling once")
  func expression() throws {
    let fixture = try fixture(
      input: #"{"c": "Chile"}"#, request: #"{"method": "GET", "path": "/", "query": {"q": "<b>Chile</b>"}}"#)
    let varied = try fixture.varied(.hostile(HostileValue("/c", .quotes)))
    let finding = try #require(try findings(varied, of: fixture.contract, "/?q=Ch").first)
    expectText(
      Reason(finding).summary,
      is: #"""
        request 1: query item "q": expected one of "<b>Chile</b>", a string that contains a match of /Ch"'ile, as it is or escaped/, got "Ch"
        """#)
  }

  @Test("what the report of a refused value says")
  func refused() throws {
    let fixture = try fixture(
      input: #"{"q": "home"}"#, request: #"{"method": "GET", "path": "/", "query": {"q": "home"}}"#)
    let contract = try fixture.contract(of: .hostile(HostileValue("/q", .slash)))
    let script = Script(contract.scenarios[0], of: contract, transport: .memory, addresses: nil, afterResult: nil)
    script.finish(.failure(["category": "other"], values: nil))
    expectText(
      script.verdict().reasons[0].text,
      is: """
        missing request 1
          contract  todo.contract.json:1:79 /request
          expected  GET http://localhost/v1/?q=ho%2Fme
          actual    nothing
          note      the client sent nothing
                    if the client is right to refuse this value, write "hostile": {"except": ["/q: slash"]} into "variations", or ["/q"] for all such values
        """)
  }

  @Test("a client that leaves out an item without a value, or sends the old string, is found")
  func lost() throws {
    let fixture = try fixture(
      input: #"{"q": "home"}"#, request: #"{"method": "GET", "path": "/", "query": {"q": "home"}}"#)
    let empty = try fixture.varied(.hostile(HostileValue("/q", .empty)))
    #expect(try findings(empty, of: fixture.contract, "/?q=").isEmpty)
    #expect(try findings(empty, of: fixture.contract, "/?q").isEmpty)
    #expect(try findings(empty, of: fixture.contract, "/").count == 1)
    #expect(try findings(empty, of: fixture.contract, "/?q=home").count == 1)
  }

  @Test("a report shows what was expected and what came")
  func reported() throws {
    let path = try fixture(input: #"{"a": "home"}"#, request: #"{"method": "GET", "path": "/lists/home/todos"}"#)
    func summaries(_ kind: HostileValue.Kind, _ target: String) throws -> [String] {
      try findings(try path.varied(.hostile(HostileValue("/a", kind))), of: path.contract, target).map {
        Reason($0).summary
      }
    }
    expectTexts(
      try summaries(.slash, "/lists/ho/me/todos"),
      are: ["request 1: path: expected /lists/ho%2Fme/todos, got /lists/ho/me/todos"])
    expectTexts(
      try summaries(.space, "/lists/ho+me/todos"),
      are: ["request 1: the input's text in the path: expected \"ho me\", got \"ho+me\""])
    let plus = try findings(
      try path.varied(.hostile(HostileValue("/a", .space))), of: path.contract, "/lists/ho+me/todos")
    expectText(
      plus.map { Reason($0).text }.joined(), has: "the path does not carry the text of the input: it has ho+me")
    let query = try fixture(
      input: #"{"a": "home"}"#, request: #"{"method": "GET", "path": "/", "query": {"q": "eq.home"}}"#)
    let other = try findings(try query.varied(.hostile(HostileValue("/a", .space))), of: query.contract, "/?q=eq.hm")
    expectText(
      other.map { Reason($0).text }.joined(), has: "a string that contains a match of /ho me, as it is or escaped/")
  }
}

extension String {
  fileprivate var lowercasedEscapes: String {
    var left = 0
    return String(
      map { character -> Character in
        left = character == "%" ? 3 : max(0, left - 1)
        return left > 0 ? Character(character.lowercased()) : character
      })
  }
}
