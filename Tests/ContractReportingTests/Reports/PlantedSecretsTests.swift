import Foundation
import Testing

@testable import ContractCore
@testable import ContractReporting
@testable import TestSupport

@Suite("No report, console or page shows a secret")
struct PlantedSecretsTests {
  /// Names of all kinds; the last one is secret because the configuration says so.
  static let names = [
    "X-Api-Key", "Api-Key", "X-Auth-Token", "X-CSRF-Token", "X-Amz-Security-Token", "api_key", "access_token",
    "password", "client_secret", "X-Signature", "Authorization", "Cookie", "X-Tenant",
  ]
  private static let secrets = Secrets(["X-Tenant"])

  /// A place for a secret in a request: its description with one value, and the request with another.
  struct Place: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Whether the text is so long that the name of the secret is not in the part that is shown.
    var isCut: Bool { testDescription == "long secret in a text" }
    var described: @Sendable (_ name: String, _ value: String) -> String
    var sent: @Sendable (_ name: String, _ value: String) -> CapturedRequest

    init(
      _ name: String, _ described: @escaping @Sendable (String, String) -> String,
      _ sent: @escaping @Sendable (String, String) -> CapturedRequest
    ) { (testDescription, self.described, self.sent) = (name, described, sent) }

    /// A place in a body of JSON.
    static func json(
      _ name: String, _ text: @escaping @Sendable (_ name: String, _ value: String) -> String,
      instead: (@Sendable (_ name: String, _ value: String) -> String)? = nil
    ) -> Place {
      Place(
        "JSON: " + name, { "\"body\": {\"json\": \(text($0, $1))}" },
        { .get("/a", "POST", body: (instead ?? text)($0, $1)) })
    }
  }

  private static let (form, multipart) = ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x")

  /// Returns a multipart body of one part.
  private static func part(_ name: String, _ value: String) -> String {
    ["--x", "Content-Disposition: form-data; name=\"\(name)\"", "", value, "--x--"].joined(separator: "\r\n")
  }

  /// A place in a body of another kind than the contract describes.
  private static func wrongKind(
    _ name: String, _ described: String?, _ type: String?,
    _ body: @escaping @Sendable (_ name: String, _ value: String) -> String
  ) -> Place {
    Place(
      name, { _, _ in described.map { "\"body\": \($0)" } ?? #""timeout": {"$any": true}"# },
      { .get("/a", "POST", headers: type.map { ["Content-Type": $0] } ?? [:], body: body($0, $1)) })
  }

  private static let long = String(repeating: "long ", count: 80)
  /// A secret of which only a part is shown, without its name.
  private static let solid = String(repeating: "long", count: 80)

  static let places = [
    Place("header", { #""headers": {"\#($0)": "\#($1)"}"# }, { .get("/a", "POST", headers: [$0: $1]) }),
    Place(
      "two headers", { #""headers": {"\#($0)": "\#($1)", "X-A": "1"}"# }, { .get("/a", "POST", headers: [$0: $1]) }),
    Place(
      "a header in another form", { #""headers": {"\#($0)": {"$regex": "^\#($1)$"}}"# },
      { .get("/a", "POST", headers: [$0: $1]) }),
    Place("query", { #""query": {"\#($0)": "\#($1)"}"# }, { .get("/a?\($0)=\($1),x;\($1)&b=c", "POST") }),
    Place(
      "query, sent with a plus", { #""query": {"\#($0)": "\#($1)+x"}"# }, { .get("/a?\($0)=\($1)+x,\($1)", "POST") }),
    Place(
      "form", { #""body": {"form": {"\#($0)": "\#($1)", "b": "c"}}"# },
      {
        .get(
          "/a", "POST", headers: ["Content-Type": "application/x-www-form-urlencoded"],
          body: "\($0)=\($1),x;\($1)&b=d")
      }),
    Place(
      "multipart", { #""body": {"multipart": [{"name": "\#($0)", "body": {"text": "\#($1)"}}, {"name": "b"}]}"# },
      { name, value in
        .get(
          "/a", "POST", headers: ["Content-Type": "multipart/form-data; boundary=x"],
          body: ["--x", "Content-Disposition: form-data; name=\"\(name)\"", "", value, "--x--"].joined(
            separator: "\r\n"))
      }),
    wrongKind("a form where JSON was described", #"{"json": {"a": 1}}"#, form) { "\($0)=\($1)&b=d" },
    wrongKind("a form where lines were described", #"{"jsonLines": [1]}"#, form) { "b=d&\($0)=\($1)" },
    wrongKind("multipart where JSON was described", #"{"json": {"a": 1}}"#, multipart, part),
    wrongKind("multipart where bytes were described", #"{"base64": "AA=="}"#, multipart, part),
    wrongKind("multipart where no body was described", nil, multipart, part),
    wrongKind("multipart without a type", #"{"json": {"a": 1}}"#, nil, part),
    wrongKind("multipart without an end", #"{"multipart": [{"name": "b"}]}"#, multipart) {
      String(part($0, $1).dropLast(5))
    },
    wrongKind("multipart with line feeds", #"{"multipart": [{"name": "b"}]}"#, multipart) {
      part($0, $1).replacing("\r\n", with: "\n")
    },
    wrongKind("JSON in a part of another kind", #"{"multipart": [{"name": "b"}]}"#, multipart) {
      part("b", "{\"\($0)\": \"\($1)\"}")
    },
    wrongKind("JSON that is called multipart", #"{"multipart": [{"name": "b"}]}"#, multipart) {
      "{\"\($0)\": \"\($1)\"}"
    },
    wrongKind("corrupt JSON", #"{"json": {"a": 1}}"#, "application/json") { "{\"\($0)\": \"\($1)\"" },
    wrongKind("multipart where a form was described", #"{"form": {"a": "b"}}"#, multipart, part),
    wrongKind("multipart without a type where a form was described", #"{"form": {"a": "b"}}"#, nil, part),
    wrongKind("XML where a form was described", #"{"form": {"a": "b"}}"#, "application/xml") {
      "<user><\($0)>\($1)</\($0)></user>"
    },
    wrongKind("XML without a type where a form was described", #"{"form": {"a": "b"}}"#, nil) {
      "<\($0)>\($1)</\($0)>"
    },
    wrongKind("multipart where a text was described", #"{"text": "a"}"#, multipart, part),
    wrongKind("a form where a text was described", #"{"text": {"$regex": "^a$"}}"#, form) { "\($0)=\($1)&b=d" },
    wrongKind("JSON where a form was described", #"{"form": {"a": "b"}}"#, "application/json") {
      "{\"\($0)\": \"\($1)\"}"
    },
    Place(
      "the password of a URL in a query", { _, _ in #""query": {"u": "x"}"# },
      { .get("/a?u=https%3A%2F%2Fann%3A\($1)%40host&\($0)=\($1)", "POST") }),
    Place(
      "JSON lines", { #""body": {"jsonLines": [{"\#($0)": "\#($1)"}]}"# },
      { .get("/a", "POST", body: "{\"\($0)\": \"\($1)\"}\n") }),
    Place("text", { #""body": {"text": "\#($0)=\#($1)"}"# }, { .get("/a", "POST", body: "\($0)=\($1)") }),
    Place(
      "long secret in a text", { "\"body\": {\"text\": \"\($0)=\(solid)\($1)\"}" },
      { .get("/a", "POST", body: "\($0)=\(solid)\($1)") }),
    Place(
      "long text", { "\"body\": {\"text\": \"\(long)\($0): \($1)\"}" },
      { .get("/a", "POST", body: "\(long)\($0): \($1)") }),
    .json("deep", { #"{"a": {"list": [{"\#($0)": "\#($1)"}]}}"# }),
    .json("with a comma", { #"{"\#($0)": "a, \#($1); \#($1)"}"# }),
    .json("container", { #"{"\#($0)": {"inner": "\#($1)"}}"# }),
    .json("list", { #"{"\#($0)": ["a", "\#($1)"]}"# }),
    .json("missing", { #"{"\#($0)": "\#($1)"}"# }, instead: { _, _ in #"{"b": 1}"# }),
    .json("unexpected", { _, _ in #"{"b": 1}"# }, instead: { #"{"b": 1, "\#($0)": "\#($1)"}"# }),
    .json("another type", { #"{"a": {"\#($0)": "\#($1)"}}"# }, instead: { #"{"a": [{"\#($0)": "\#($1)"}]}"# }),
    .json(
      "in alternatives", { #"{"$anyOf": [{"\#($0)": "\#($1)", "b": 1}, {"\#($0)": "\#($1)"}]}"# },
      instead: { #"{"\#($0)": "\#($1)"}"# }),
    .json(
      "in elements", { #"{"$unordered": [{"\#($0)": "\#($1)"}, {"b": 1}]}"# },
      instead: { #"[{"\#($0)": "\#($1)"}, {"b": 2}]"# }),
    .json(
      "long", { "{\"a\": \"\(long)\", \"\($0)\": \"\(long)\($1)\"}" },
      instead: { "[{\"a\": \"\(long)\", \"\($0)\": \"\(long)\($1)\"}]" }),
    .json(
      "many",
      { name, value in
        "[" + (1...60).map { "{\"\(name)\": \"\($0)\(value)\"}" }.joined(separator: ", ") + "]"
      }),
  ]

  // MARK: Reports

  /// Returns everything that is written about results: for each format, its text.
  static func outputs(_ results: [ScenarioResult]) -> [(format: String, text: String)] {
    let report = RunReport(results: results, started: ReportFixture.started, duration: 1)
    let json = JSONReport(report)
    var texts = [("junit", JUnitReport(report, hostname: "h").text)]
    texts.append(("json", String(decoding: json.utf8, as: UTF8.self)))
    texts.append(("html", String(decoding: HTMLReport(report).utf8, as: UTF8.self)))
    let github = GitHubReport(report, checkout: Checkout(environment: [:]))
    texts += [("markdown", github.summary()), ("annotations", github.annotations)]
    for verbosity in [ConsoleSettings.Verbosity.quiet, .normal, .verbose] {
      let written = ConsoleReporterTests.Written()
      let reporter = ConsoleReporter(ConsoleSettings(verbosity: verbosity)) { written.add($0) }
      let contract = results[0].contract
      reporter.begin(RunPlan([.init(client: "c", contract: contract, scenarios: results.count)]))
      for result in results { reporter.finished(result) }
      reporter.end(report)
      texts.append(("console \(verbosity)", written.text))
    }
    return texts + results.map { ("test", $0.account ?? "") }
  }

  private func expectNothing(_ results: [ScenarioResult], isBroken: Bool = true) {
    for result in results { #expect((result.verdict.status != .passed) == isBroken, "\(result.scenario.name)") }
    for (format, text) in Self.outputs(results) {
      guard let found = text.range(of: "PLANTED") else { continue }
      let around = text[..<found.upperBound].suffix(400)
      Issue.record("\(format): …\(around)")
    }
  }

  // MARK: Scenarios

  private static func contract(_ scenario: String, request: String = "") throws -> Contract {
    try Contract.read(
      """
      {"contract": 1, "endpoint": "e", "baseURL": "http://localhost/api",
       "scenarios": [{"name": "s", \(scenario)}]}
      """, allowsWarnings: true)
  }

  private func result(_ contract: Contract, _ verdict: Verdict) -> ScenarioResult {
    ScenarioResult(
      of: contract.scenarios[0], in: contract, client: "c", on: .memory, verdict, secrets: Self.secrets)
  }

  private func play(_ contract: Contract, _ requests: [CapturedRequest], late: [CapturedRequest] = []) -> Verdict {
    let script = Script(contract.scenarios[0], of: contract, transport: .memory)
    for request in requests { _ = script.reply(to: request) }
    script.finish(.success(1))
    for request in late { _ = script.reply(to: request) }
    return script.verdict()
  }

  private static let answer = #""response": {"kind": "valid"}, "expect": {"success": 1}"#

  /// Names with places. What a name is and where it stands are independent, so each place has the name of the
  /// configuration and two others, and each name is in a sixth of the places.
  static let planted: [(name: String, place: Place)] = names.enumerated().flatMap { number, name in
    places.enumerated().compactMap { location, place in
      // A long text is cut when it is judged, where only the names that are always secret are known.
      let isPlanted = name == names.last ? !place.isCut : (number + location) % 6 == 0
      return isPlanted ? (name, place) : nil
    }
  }

  @Test("in requests", .exhaustive, arguments: planted)
  func requests(name: String, place: Place) throws {
    let (one, other) = ("hunter2PLANTED", "swordfishPLANTED")
    let shape = #"{"method": "POST", "path": "/a", \#(place.described(name, one))}"#
    let contract = try Self.contract("\"request\": \(shape), " + Self.answer)
    let sent = place.sent(name, other)
    let different = play(contract, [sent])
    // The values are there if the name is exempt, so the test can find them.
    let exempt = ScenarioResult(
      of: contract.scenarios[0], in: contract, client: "c", on: .memory, different, secrets: Secrets(["!" + name]))
    #expect(Self.outputs([exempt]).contains { $0.text.contains("PLANTED") })
    expectNothing([
      result(contract, different), result(contract, play(contract, [])),
      result(contract, play(contract, [place.sent(name, one), sent, sent])),
      result(contract, play(contract, [place.sent(name, one)], late: [sent])),
    ])
    let any = #""order": "any", "exchanges": [{"request": \#(shape), "response": {"kind": "valid"}}], "#
    expectNothing([
      try result(
        Self.contract(any + #""expect": {"success": 1}"#),
        play(Self.contract(any + #""expect": {"success": 1}"#), [sent]))
    ])
    expectNothing([
      try result(
        Self.contract(#""response": {"kind": "valid"}"#), play(Self.contract(#""response": {"kind": "valid"}"#), [sent])
      )
    ])
    let open = try Self.contract(
      #""request": {"method": "POST", "path": "/a", "otherQuery": "allowed", "body": {"$any": true}}, "# + Self.answer)
    let passed = play(open, [sent])
    expectNothing([result(open, passed)], isBroken: false)
    var repeated = RepeatedVerdict()
    repeated.add(passed)
    repeated.add(different)
    expectNothing([result(open, try #require(repeated.verdict))])
  }

  @Test("in responses, outcomes and output", .slow, arguments: names)
  func others(name: String) throws {
    let (one, other) = ("hunter2PLANTED", "swordfishPLANTED")
    let response =
      #""response": {"kind": "valid", "headers": {"\#(name)": "\#(one)"}, "body": {"json": {"a": {"\#(name)": ["\#(one)"]}}}}"#
    let request = #""request": {"method": "POST", "path": "/a"}, "#
    let output = """
      \(name): \(one)
      {"a": {"\(name)": "\(one), x", "b": 1}}
      GET http://localhost/a?\(name)=\(one),\(one)&b=c
      \(name)=\(one)

      """
    let outcomes: [(expect: String, outcome: Outcome)] = [
      (#"{"success": {"a": {"\#(name)": "\#(one)"}}}"#, .success(["a": .object([(name, .string(other))])])),
      (#"{"success": {"a": {"\#(name)": "\#(one)"}}}"#, .success(["a": 1])),
      (#"{"success": {"a": 1}}"#, .success(["a": .object([(name, .string(other))])])),
      (#"{"success": 1}"#, .success(.string("a \(name): \(other)"))),
      (
        #"{"failure": {"payload": {"\#(name)": "\#(one)"}}}"#,
        .failure(
          ["category": "other", "payload": .object([(name, .string(other))])],
          values: .array([.object([(name, .string(one))])]))
      ),
      (
        #"{"failure": {"message": "\#(name)=\#(one)"}}"#,
        .failure(["category": "other", "message": .string("\(name)=\(other)")], values: nil)
      ),
    ]
    var results: [ScenarioResult] = []
    for (expect, outcome) in outcomes {
      let contract = try Self.contract(request + response + ", \"expect\": \(expect)")
      for blame in [nil, Reason.protocolFault("a line:\n\(output)"), .crashed(.signal(6), nil), .notRun(output)] {
        let script = Script(contract.scenarios[0], of: contract, transport: .memory)
        _ = script.reply(to: .get("/a", "POST"))
        if let blame { script.blame(blame) }
        script.finish(outcome)
        results.append(result(contract, script.verdict(output: output + "Fatal error: \(name): \(one)\n")))
      }
    }
    expectNothing(results)
  }

  @Test("bytes that are not a request", arguments: names)
  func malformed(name: String) throws {
    let contract = try Self.contract(#""request": {"method": "POST", "path": "/a"}, "# + Self.answer)
    for body in ["{\"\(name)\": \"PLANTED\"}", Self.part(name, "PLANTED\r\nPLANTED")] {
      let text = "GET /a?\(name)=PLANTED,PLANTED HTTP/1.1\r\n\(name): hunter2PLANTED\r\n\r\n\(body)"
      let script = Script(contract.scenarios[0], of: contract, transport: .loopback)
      script.reject(MalformedRequest(why: "it has no Host", bytes: text.utf8, status: 400))
      script.finish(.success(1))
      expectNothing([result(contract, script.verdict())])
    }
  }

  @Test("a secret that differs is still reported, without either value")
  func differs() throws {
    func texts(_ shape: String, _ request: CapturedRequest) throws -> [String] {
      let contract = try Self.contract(#""request": {"method": "POST", "path": "/a", \#(shape)}, "# + Self.answer)
      // A verdict whose secrets are hidden is hidden again.
      let result = result(contract, play(contract, [request]))
      return result.with(verdict: result.verdict.value).verdict.reasons.map(\.text)
    }
    expectTexts(
      try texts(#""headers": {"X-Api-Key": "abc"}"#, .get("/a", "POST", headers: ["X-Api-Key": "abcd"]))
        + texts(
          #""headers": {"Authorization": "Bearer abc"}"#, .get("/a", "POST", headers: ["Authorization": "Bearer abd"]))
        + texts(#""headers": {"X-Api-Key": "abc", "X-A": "1"}"#, .get("/a", "POST", headers: ["X-Api-Key": "abcd"]))
        + texts(#""query": {"pin": 1234}"#, .get("/a", "POST"))
        + texts(
          #""body": {"json": {"user": {"pin": 1234, "key": "home"}}}"#,
          .get("/a", "POST", body: #"{"user": {"pin": "12", "key": "work"}}"#)),
      are: [
        """
        request 1: unexpected value of header X-Api-Key
          contract  todo.contract.json:2:99 /scenarios/0/request/headers/X-Api-Key
          expected  "…(3 characters)"
          actual    "…(4 characters)"
          note      the values are not shown, because they are secret
        """,
        """
        request 1: unexpected value of header Authorization
          contract  todo.contract.json:2:103 /scenarios/0/request/headers/Authorization
          expected  "Bearer …(3 characters)"
          actual    "Bearer …(3 characters)", which differs
          note      the values are not shown, because they are secret
        """,
        """
        request 1: 2 headers differ
          contract    todo.contract.json:2:41 /scenarios/0/request
                      name       expected           got
                      X-Api-Key  "…(3 characters)"  "…(4 characters)"  2:99
                      X-A        "1"                nothing            2:106
          note        the values are not shown, because they are secret
        """,
        """
        request 1: missing query item "pin"
          contract  todo.contract.json:2:84 /scenarios/0/request/query/pin
          expected  "…(4 characters)"
          actual    nothing
          note      the values are not shown, because they are secret
        """,
        """
        request 1: unexpected body: 2 differences
          contract    todo.contract.json:2:91 /scenarios/0/request/body/json
          wrong type  /user/pin  expected the number …, got the string "…(2 characters)"  2:108
                                 the values are not shown, because they are secret
          changed     /user/key  expected "home", got "work"                              2:121
        """,
      ])
  }

  @Test("how many secret values came is reported, without any of them")
  func counted() throws {
    func texts(_ shape: String, _ name: String, _ values: [String], _ secrets: Secrets = .standard) throws -> [String] {
      let contract = try Self.contract(#""request": {"method": "GET", "path": "/a"\#(shape)}, "# + Self.answer)
      let headers = Headers(values.map { .init(name, $0) })
      let request = CapturedRequest(method: "GET", url: "http://localhost/api/a", headers: headers)
      return play(contract, [request]).reasons.map { $0.masked(by: secrets).text }
    }
    let two = #", "headers": {"X-Api-Key": ["abc", "abd"]}"#
    expectTexts(
      try texts("", "Authorization", ["Bearer abc", "Bearer abd"]) + texts(two, "X-Api-Key", ["abc", "abd", "abe"]),
      are: [
        """
        request 1: unexpected header Authorization
          contract  todo.contract.json:2:41 /scenarios/0/request
          expected  one value, because Authorization may stand only once (RFC 9110, section 5.3)
          actual    2 values: "Bearer …(3 characters)", "Bearer …(3 characters)"
          note      the values are not shown, because they are secret
        """,
        """
        request 1: unexpected value of header X-Api-Key
          contract  todo.contract.json:2:85 /scenarios/0/request/headers/X-Api-Key
          expected  a secret
          actual    3 values: "…(3 characters)", "…(3 characters)", "…(3 characters)"
          note      the values are not shown, because they are secret
        """,
      ])
    // A value of a client can look as if it had been hidden already.
    let tenant = Secrets(["X-Tenant"])
    let others = #", "otherHeaders": "forbidden""#
    for values in [
      ["…(acme", "globex-4711"], ["…(globex-4711 characters)"], ["…(globex-4711", "…(1 character)"],
      ["ghp_" + String(repeating: "a1B2", count: 9), "globex-4711"],
    ] {
      for shape in [others, #", "headers": {"X-Tenant": "…(acme)"}"#, #", "headers": {"X-Tenant": ["a", "b", "c"]}"#] {
        let found = try texts(shape, "X-Tenant", values, tenant)
        #expect(found.count == 1 && !found[0].contains("globex"), "\(found)")
      }
    }
  }

  @Test("names in the configuration are added to the rule, or taken from it")
  func configured() {
    let secrets = Secrets(["X-Tenant", "!public_key"])
    for name in ["x-tenant", "xTenant", "X_TENANT", "password"] { #expect(secrets.isSecret(name: name), "\(name)") }
    for name in ["Idempotency-Key", "publicKey", "tenant", "X-Tenant-Name"] {
      #expect(!secrets.isSecret(name: name), "\(name)")
    }
    #expect(secrets.masked("a?x_tenant=1&public_key=2") == "a?x_tenant=…&public_key=2")
    let headers = Headers([.init("X-Tenant", "acme"), .init("Idempotency-Key", "k1")])
    #expect(secrets.masked(headers).lines.map(\.value) == ["…(4 characters)", "k1"])
  }

  @Test("hiding secrets twice changes nothing")
  func twice() throws {
    let request = CapturedRequest(
      method: "POST", url: "http://me:pw@h/a?token=1,2&b=3",
      headers: Headers([
        .init("Authorization", "Bearer abcdefghijk"), .init("Cookie", "a=b; c=d"), .init("X-Api-Key", "k"),
        .init("Location", "http://h/?token=abc"),
      ]), body: Array(#"{"password": "abc", "tokens": {"a": "b"}, "text": "token=abc; x"}"#.utf8))
    let once = Secrets.standard.masked(request)
    #expect(Secrets.standard.masked(once) == once)
    #expect(once.url == "http://…@h/a?token=…&b=3")
    expectText(
      String(decoding: once.body ?? [], as: UTF8.self),
      is: #"{"password":"…(3 characters)","tokens":"…","text":"token=…; x"}"#)
  }
}
