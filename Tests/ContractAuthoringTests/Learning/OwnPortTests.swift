import Testing

@testable import ContractAuthoring
@testable import ContractCore
@testable import TestSupport

@Suite("The port of a call in outcomes")
struct OwnPortTests {
  /// Returns the payload that is proposed for a failure of a call with two base URLs.
  private static func proposal(
    _ payload: (_ port: Int) -> JSON, port: Int = 40_001, host: String = "127.0.0.1",
    on transport: Transport = .loopback
  ) throws -> String? {
    let contract = try Contract.read(BaseContract.text)
    let base = try #require(BaseURL("http://localhost:8080/v1"))
    let proposal = OutcomeProposal(
      .failure(["category": "network", "payload": payload(port)], values: nil), of: contract.scenarios[2],
      on: transport,
      addresses: Addresses(
        base: base.moved(to: "127.0.0.1", port: port + 1, scheme: "http"),
        named: ["files": base.moved(to: host, port: port, scheme: "http")]),
      present: LearningFixture.present)
    return proposal?.json["failure"]?["payload"]?.text
  }

  private static let texts: [(text: String, expression: String)] = [
    (
      "Failed to connect to 127.0.0.1 port PORT after MS ms",
      #"^Failed to connect to 127\.0\.0\.1 port [0-9]+ after [0-9.]+ ms$"#
    ),
    ("connect ECONNREFUSED 127.0.0.1:PORT", #"^connect ECONNREFUSED 127\.0\.0\.1:[0-9]+$"#),
    ("Connect call failed ('127.0.0.1', PORT)", #"^Connect call failed \('127\.0\.0\.1', [0-9]+\)$"#),
    (
      "HTTPConnectionPool(host='127.0.0.1', port=PORT): no /p?x=7",
      #"^HTTPConnectionPool\(host='127\.0\.0\.1', port=[0-9]+\): no /p\?x=7$"#
    ),
    (#"{"Port" : PORT, "code": 111}"#, #"^\{"Port" : [0-9]+, "code": 111\}$"#),
    ("port PORT s, 5 ms", "^port [0-9]+ s, [0-9.]+ ms$"), (":PORT refused", "^:[0-9]+ refused$"),
    ("at [::1]:PORT.", #"^at \[::1\]:[0-9]+\.$"#),
    (
      "read tcp 127.0.0.1:OTHER->127.0.0.1:PORT: reset",
      #"^read tcp 127\.0\.0\.1:[0-9]+->127\.0\.0\.1:[0-9]+: reset$"#
    ),
    ("{{baseURL.files}}/a at port PORT", "^{{baseURL.files}}/a at port [0-9]+$"),
    ("http://127.0.0.1:PORT/300s/a", #"^http://127\.0\.0\.1:[0-9]+/300s/a$"#),
    ("/login?to=http%3A%2F%2F127.0.0.1%3aPORT%2Fa", #"^/login\?to=http%3A%2F%2F127\.0\.0\.1%3a[0-9]+%2Fa$"#),
    ("Zürich: port PORT (0.5 s)", #"^Zürich: port [0-9]+ \([0-9.]+ s\)$"#),
  ]

  @Test(
    "in a text that is not a URL, a port is any number, as are times and the client's port", arguments: texts
  )
  func text(text: String, expression: String) throws {
    for port in [40_001, 51_673] {
      let payload = try Self.proposal(
        {
          .string(
            text.replacing("PORT", with: "\($0)").replacing("OTHER", with: "\($0 / 2)").replacing(
              "MS", with: "\($0 % 9)"
            )
            .replacing("{{baseURL.files}}", with: "http://127.0.0.1:\($0)/v1"))
        }, port: port)
      #expect(payload == JSON.object([("$regex", .string(expression))]).text)
    }
  }

  @Test("under a name that says so, a port is any number")
  func members() throws {
    for port in [40_001, 51_673] {
      #expect(
        try Self.proposal(
          { ["address": "127.0.0.1", "port": .number($0), "remotePort": .string("\($0)")] }, port: port)
          == #"{"address":"127.0.0.1","port":{"$type":"integer"},"remotePort":{"$type":"string"}}"#)
    }
  }

  @Test(
    "every other number stays as it is",
    arguments: [
      #"{"id":40001,"port":443}"#, #""40001""#, #""order 40001""#, #""127.0.0.1:5000 after 3 ms""#, #""port 400011""#,
      #""port 4000""#, #""{\"id\":40001}""#, #"["127.0.0.1 failed",40001]"#,
    ])
  func others(text: String) throws {
    let payload = try #require(JSON.parse(text))
    #expect(try Self.proposal { _ in payload } == payload.text)
  }

  @Test("the IP address of a call is any host")
  func hosts() throws {
    for (host, port) in [("127.77.1.2", 40_001), ("127.99.8.61", 51_673)] {
      func proposal(_ text: String) throws -> String? {
        try Self.proposal({ .string(text.replacing("PORT", with: "\($0)")) }, port: port, host: host)
      }
      #expect(
        try proposal("\(host): port PORT refused, 1.\(host), \(host)0")
          == #"{"$regex":"^[0-9a-z.]+: port [0-9]+ refused, 1\\.\#(host.replacing(".", with: #"\\."#)), \#(host.replacing(".", with: #"\\."#))0$"}"#
      )
      #expect(try proposal("no answer from \(host)") == #"{"$regex":"^no answer from [0-9a-z.]+$"}"#)
    }
  }

  @Test("in memory, a port is the contract's own, and stays as it is")
  func memory() throws {
    let text = "Failed to connect to 127.0.0.1 port 40001 after 0 ms"
    #expect(try Self.proposal({ _ in .string(text) }, on: .memory) == JSON.string(text).text)
  }
}
