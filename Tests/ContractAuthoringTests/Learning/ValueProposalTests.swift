import Foundation
import Testing

@testable import ContractAuthoring
@testable import ContractCore
@testable import TestSupport

@Suite("Values as patterns")
struct ValueProposalTests {
  /// Returns what is proposed for values that are written as JSON, after checking that each of them matches.
  private func pattern(
    _ texts: [String], of subject: ValueProposal.Subject = .request(LearningFixture.present) { _ in false }
  ) throws
    -> String
  {
    let transports: [Transport] = texts.indices.map { $0 % 2 == 0 ? .memory : .loopback }
    let addresses = try transports.map { try LearningFixture.addresses($0) }
    let values = try zip(texts, addresses).map { text, addresses in
      try #require(JSON.parse(addresses.fill(text)))
    }
    let json = ValueProposal.make(values, of: subject, addresses: addresses)
    for (value, addresses) in zip(values, addresses) {
      var filled = json
      // A request's pattern is not filled.
      if case .outcome = subject { filled = addresses.fill(json) { $0.expression } }
      #expect(MatcherFixture.matches(try Pattern.read(filled.text), value) == true, "\(value.text)")
    }
    return json.text
  }

  @Test(
    "what is equal stays as it is",
    arguments: [
      "null", "true", "0", "-0", "1.0", "1e400", "18446744073709551616", #""""#, #""a""#, "[]", "{}",
      #"{"a":[1,{"b":null}],"é":"😀\u0000","":" "}"#,
    ])
  func same(text: String) throws {
    let json = try #require(JSON.parse(text)).text
    #expect(try pattern([text, text]) == json)
  }

  @Test(
    "what differs is described by its format or its type",
    arguments: [
      (
        [#""b1e1f5c0-0000-4000-8000-000000000001""#, #""b1e1f5c0-0000-4000-8000-000000000002""#], #"{"$format":"uuid"}"#
      ),
      ([#""1999-01-01T00:00:00Z""#, #""1999-01-01T00:00:01Z""#], #"{"$format":"date-time"}"#),
      ([#""1999-01-01""#, #""1999-01-02""#], #"{"$format":"date"}"#),
      ([#""00:00:00Z""#, #""00:00:01Z""#], #"{"$format":"time"}"#),
      ([#""a@b.com""#, #""b@b.com""#], #"{"$format":"email"}"#),
      ([#""1.2.3.4""#, #""1.2.3.5""#], #"{"$format":"ipv4"}"#),
      ([#""::1""#, #""::2""#], #"{"$format":"ipv6"}"#),
      ([#""https://a/1""#, #""https://a/2""#], #"{"$format":"uri"}"#),
      ([#""PT1S""#, #""PT2S""#], #"{"$format":"duration"}"#), ([#""a""#, #""b""#], #"{"$type":"string"}"#),
      ([#""é""#, #""e\#u{301}""#], #"{"$type":"string"}"#), ([#""""#, #""a""#], #"{"$type":"string"}"#),
      (["1", "2.0"], #"{"$type":"integer"}"#), (["1", "1.5"], #"{"$type":"number"}"#), (["1", "1.0"], "1"),
      (["true", "false"], #"{"$type":"boolean"}"#), (["null", "1"], #"{"$type":["null","integer"]}"#),
      ([#""a""#, "1.5", "null"], #"{"$type":["null","number","string"]}"#), (["[1]", "[1,2]"], #"{"$type":"array"}"#),
      (["[1,2]", "[1,3]"], #"[1,{"$type":"integer"}]"#), (["[]", "{}"], #"{"$type":["array","object"]}"#),
      ([#"{"a":1}"#, #"{"b":2,"a":1}"#], #"{"a":1,"b":{"$optional":2}}"#),
      ([#"{"a":1,"b":1}"#, #"{"b":2,"a":1}"#], #"{"a":1,"b":{"$type":"integer"}}"#),
      // Names cannot be described.
      (
        [#"{"b1e1f5c0-0000-4000-8000-000000000001":1}"#, #"{"b1e1f5c0-0000-4000-8000-000000000002":1}"#],
        #"{"$type":"object"}"#
      ),
    ])
  func different(texts: [String], pattern expected: String) throws { #expect(try pattern(texts) == expected) }

  @Test(
    "what will be different tomorrow is a pattern, even if it is equal",
    arguments: [
      (#""b1e1f5c0-0000-4000-8000-000000000001""#, #"{"$format":"uuid"}"#),
      (#""2026-11-23T09:33:00Z""#, #"{"$format":"date-time"}"#),
      (#""2026-11-25T00:00:00+01:00""#, #"{"$format":"date-time"}"#),
      (#""2026-11-21""#, #"{"$format":"date"}"#), (#""20261123T093300Z""#, #"{"$type":"string"}"#),
      (#""Mon, 23 Nov 2026 09:33:00 GMT""#, #"{"$type":"string"}"#), ("1795426380", #"{"$type":"integer"}"#),
      ("1795426380123", #"{"$type":"integer"}"#), ("1795426380.5", #"{"$type":"number"}"#),
      (#""2026/11/23""#, #"{"$type":"string"}"#), (#""23.11.2026""#, #"{"$type":"string"}"#),
      (#""11/23/2026, 9:33 AM""#, #"{"$type":"string"}"#), (#""on 23/11/2026""#, #"{"$type":"string"}"#),
      (#""20261123""#, #"{"$type":"string"}"#),
      (#""1795426380""#, #"{"$type":"string"}"#), (#""https://a/2026-11-23.png""#, #"{"$format":"uri"}"#),
    ])
  func volatile(text: String, pattern expected: String) throws {
    #expect(try pattern([text, text]) == expected)
    #expect(try pattern([text]) == expected)
    // The answers in the contract are the same tomorrow.
    #expect(try pattern([text], of: Self.outcome(with: text)) == text)
    let isUUID = expected.contains("uuid")
    #expect(try pattern([text], of: Self.outcome()) == (isUUID ? text : expected))
  }

  /// The outcome of a scenario that contains a text.
  private static func outcome(with text: String = "") -> ValueProposal.Subject {
    .outcome(LearningFixture.present, on: .memory) { text.contains($0) }
  }

  @Test(
    "a time that is not near stays as it is",
    arguments: [
      #""2026-11-20T09:33:00Z""#, #""2026-11-26""#, #""1999-12-31""#, "1795000000", "17954263801", #""179542638""#,
      "-1795426380", #""2026-11""#, #""26.11.2026""#,
    ])
  func distant(text: String) throws { #expect(try pattern([text, text]) == text) }

  @Test(
    "a name that begins with a dollar sign is written as a literal",
    arguments: [
      ([#"{"$ref":"a"}"#], #"{"$literal":{"$ref":"a"}}"#),
      ([#"{"a":[{"$any":true,"b":{"$c":1}}]}"#], #"{"a":[{"$literal":{"$any":true,"b":{"$c":1}}}]}"#),
      ([#"{"a":{"$b":1}}"#, #"{"a":{"$b":2}}"#], #"{"a":{"$type":"object"}}"#),
      ([#"{"$a":1}"#, #"{"$b":1}"#], #"{"$type":"object"}"#),
    ])
  func literals(texts: [String], pattern expected: String) throws { #expect(try pattern(texts) == expected) }

  @Test(
    "the URLs of the run are any origin in a request, and placeholders in an outcome",
    arguments: [
      ("{{baseURL}}/a.b", #"^https?://[^/?#]+/v1/a\.b$"#), ("{{baseURL}}", "^https?://[^/?#]+/v1$"),
      ("<{{baseURL.auth}}> {{baseURL.files}}?a=1", #"^<https?://[^/?#]+/v1/auth> https?://[^/?#]+\?a=1$"#),
    ])
  func urls(text: String, expression: String) throws {
    let value = JSON.string(text).text
    #expect(try pattern([value, value]) == JSON.object([("$regex", .string(expression))]).text)
    #expect(try pattern([value, value], of: Self.outcome()) == value)
    #expect(
      try pattern([#"{"$a":\#(value)}"#, #"{"$a":\#(value)}"#], of: Self.outcome())
        == #"{"$literal":{"$a":\#(value)}}"#)
  }

  @Test("a URL ends where its host, port or path ends")
  func boundary() throws {
    for text in [
      "\"http://localhost:8080/v1x\"", "\"https://files.example.com.org/a\"", "\"https://files.example.com:1/a\"",
      "\"https://files.example.com-a\"",
    ] {
      // The origin is a URL of the run too.
      let expected = text.contains("v1x") ? #"{"$regex":"^https?://[^/?#]+/v1x$"}"# : text
      #expect(try pattern([text]) == expected)
    }
    for text in ["{{baseURL}}.json", "{{baseURL}}-2", "{{baseURL}}_a", "{{baseURL}}:a", "{{baseURL}}. And"]
      + [".", "-", ":", ")", "?a", ". And"].map({ "{{baseURL.files}}\($0)" })
    {
      #expect(try pattern(["\"\(text)\"", "\"\(text)\""], of: Self.outcome()) == "\"\(text)\"")
    }
  }

  @Test("what the contract contains is written as it is in an outcome")
  func contained() throws {
    for text in [
      #""https://files.example.com/users/1""#, #"{"next":"https://a/b?token=CANARY"}"#, #"{"pin":1234}"#,
      #"{"token":"a"}"#,
      #"["Bearer hunter2hunter2"]"#,
    ] {
      #expect(try pattern([text], of: Self.outcome(with: text)) == text)
    }
    #expect(try pattern([#"{"pin":1234}"#], of: Self.outcome()) == #"{"pin":{"$type":"integer"}}"#)
  }

  @Test(
    "secrets are never written, at any depth",
    arguments: [
      (#"{"password":"CANARY"}"#, #"{"password":{"$regex":"^.+$"}}"#),
      (
        #"{"credentials":{"user":"CANARY","more":["CANARY",null,7,true]}}"#,
        #"{"credentials":{"user":{"$regex":"^.+$"},"more":[{"$regex":"^.+$"},null,{"$type":"integer"},true]}}"#
      ),
      (#"{"token":"CANARY\nCANARY"}"#, #"{"token":{"$regex":"(?s)^.+$"}}"#), (#"{"token":""}"#, #"{"token":""}"#),
      (#"{"token":"b1e1f5c0-0000-4000-8000-000000000001"}"#, #"{"token":{"$format":"uuid"}}"#),
      (#"{"$a":{"apiKey":"CANARY"}}"#, #"{"$type":"object"}"#), (#"{"key":"home"}"#, #"{"key":"home"}"#),
      (#"["Bearer \#(LearningFixture.token)!"]"#, #"[{"$regex":"^Bearer .+!$"}]"#),
      (#"{"\#(LearningFixture.token)":1}"#, #"{"$type":"object"}"#),
      (
        #"{"next":"https://a/b?access_token=CANARY&page=2"}"#,
        #"{"next":{"$regex":"^https://a/b\\?access_token=.+&page=2$"}}"#
      ),
      (#"{"a":"Bearer hunter2CANARY"}"#, #"{"a":{"$regex":"^Bearer .+$"}}"#),
      (
        #"[{"name":"X-Api-Key","value":"CANARY"},{"name":"page","value":"7"}]"#,
        #"[{"name":"X-Api-Key","value":{"$regex":"^.+$"}},{"name":"page","value":"7"}]"#
      ),
      (#"{"Key":"password","Value":{"a":"CANARY"}}"#, #"{"Key":"password","Value":{"a":{"$regex":"^.+$"}}}"#),
      (#"{"id":"jwt","value":"CANARY","label":"a"}"#, #"{"id":"jwt","value":{"$regex":"^.+$"},"label":"a"}"#),
      (#"{"name":"max_tokens","value":7}"#, #"{"name":"max_tokens","value":7}"#),
      (#"{"code":"CANARY/l0BeZQQYbYS6WxSbIA"}"#, #"{"code":{"$regex":"^.+$"}}"#),
      (#"{"code":"DE"}"#, #"{"code":"DE"}"#),
      (#"{"auth":{"user":"bob","page":1}}"#, #"{"auth":{"user":"bob","page":1}}"#),
      (#"{"auth":{"pass":"CANARY"}}"#, #"{"auth":{"pass":{"$regex":"^.+$"}}}"#),
      (#"{"auth":["CANARY"]}"#, #"{"auth":[{"$regex":"^.+$"}]}"#),
      (#"{"usage":{"total_tokens":12},"isToken":true}"#, #"{"usage":{"total_tokens":12},"isToken":true}"#),
      (#"{"json":"{\"password\":\"CANARY\"}"}"#, #"{"json":{"$regex":"^\\{\"password\":\".+\"\\}$"}}"#),
    ])
  func secrets(text: String, expected: String) throws {
    #expect(try pattern([text]) == expected)
    #expect(try pattern([text, text], of: Self.outcome()) == expected)
  }

  @Test("different secrets are described alike, and may be empty if one of them is")
  func differentSecrets() throws {
    #expect(try pattern([#"{"token":"a"}"#, #"{"token":"b"}"#]) == #"{"token":{"$regex":"^.+$"}}"#)
    #expect(try pattern([#"{"token":"a"}"#, #"{"token":""}"#]) == #"{"token":{"$type":"string"}}"#)
    #expect(try pattern([#"{"token":"a"}"#, "{}"]) == #"{"token":{"$optional":{"$regex":"^.+$"}}}"#)
    #expect(try pattern([#""x?token=a""#, #""x?token=b""#]) == #"{"$regex":"^x\\?token=.+$"}"#)
    #expect(
      try pattern([#""{{baseURL}}?token=a""#, #""{{baseURL}}?token=b""#], of: Self.outcome())
        == #"{"$regex":"^{{baseURL}}\\?token=.+$"}"#)
  }

  @Test("a value with more levels than a contract has is described by its type")
  func deep() throws {
    for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
      let text = String(repeating: open, count: 500) + "1" + String(repeating: close, count: 500)
      #expect(try pattern([text]).contains("$type"))
    }
  }
}

extension Addresses {
  /// Returns a pattern with the placeholders in its strings replaced, as a script does.
  fileprivate func fill(_ json: JSON, expression: (String) -> String) -> JSON {
    switch json.kind {
    case .string(let text): .string(fill(text))
    case .array(let elements): .array(elements.map { fill($0, expression: expression) })
    case .object(let object):
      .object(
        object.members.map { member in
          let text = member.name == "$regex" ? member.value.string : nil
          return (
            member.name, text.map { .string(fill($0, as: expression)) } ?? fill(member.value, expression: expression)
          )
        })
    default: json
    }
  }
}
