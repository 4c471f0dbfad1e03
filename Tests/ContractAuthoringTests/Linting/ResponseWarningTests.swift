import Testing

@testable import ContractAuthoring
@testable import ContractCore
@testable import TestSupport

@Suite("Warnings about responses that mean something else on loopback, and about schemas that mean nothing")
struct ResponseWarningTests {
  /// Returns the warnings about a scenario with two exchanges, of which the first one has a response.
  ///
  /// - Parameters:
  ///   - second: The members of the second request, beside its method.
  ///   - more: Members of the contract.
  private func codes(
    _ response: String, then second: String = #""path": "/v1/next""#, input: String = "1", scenario: String = "",
    more: String = #""baseURL": "https://api.example.com/api", "baseURLs": { "files": "https://files.example.com" },"#
  ) throws -> [String] {
    let contract = """
      { "contract": 1, "endpoint": "e", \(more) "scenarios": [
        { "name": "s", "input": \(input), \(scenario)
          "exchanges": [
            { "request": { "method": "GET", "path": "/v1/first" }, "response": \(response) },
            { "request": { "method": "GET", \(second) }, "response": { "kind": "valid" } }
          ],
          "expect": { "success": 1 } },
        { "name": "e1", "exchanges": [], "expect": { "success": 1 } }
      ] }
      """
    return try LintFixture.diagnostics(contract).map { $0.warning?.code ?? $0.text }.filter { $0 != "missing-kind" }
  }

  @Test("a literal URL that leads to another exchange is found in headers and bodies")
  func literalURLs() throws {
    let location = #"{ "kind": "valid", "status": 201, "headers": { "Location": "URL" } }"#
    func codes(_ url: String, then second: String = #""path": "/v1/next""#) throws -> [String] {
      try self.codes(location.replacing("URL", with: url), then: second)
    }
    #expect(try codes("https://api.example.com/api/v1/next") == ["literal-url"])
    #expect(try codes("https://api.example.com/api/v1/next?page=2") == ["literal-url"])
    #expect(try codes("https://files.example.com/a/b", then: #""base": "files", "path": "/a/b""#) == ["literal-url"])
    let template = #""base": "files", "path": "/{id}/b", "pathParameters": { "id": "a" }"#
    #expect(try codes("https://files.example.com/a/b", then: template) == ["literal-url"])
    #expect(
      try self.codes(
        #"{ "kind": "valid", "body": { "json": { "next": "https://api.example.com/api/v1/next" } } }"#) == [
          "literal-url"
        ])
    #expect(
      try self.codes(
        #"{ "kind": "valid", "body": { "text": "{\"next\":\"https:\\/\\/api.example.com\\/api\\/v1\\/next\"}" } }"#)
        == ["literal-url"])
    // Another host, another path, another base URL, and what is replaced.
    #expect(try codes("https://api.example.com.au/api/v1/next") == [])
    #expect(try codes("https://api.example.com/api/v1/self") == [])
    #expect(try codes("https://files.example.com/v1/next") == [])
    #expect(try codes("{{baseURL}}/v1/next") == [])
  }

  @Test(
    "a literal URL is found however its host and port are written",
    arguments: [
      ("https://files.example.com", "https://files.example.com:443/a", true),
      ("https://files.example.com", "HTTPS://Files.Example.COM/a", true),
      ("https://Files.example.com:443", "https://files.example.com/a", true),
      ("http://files.example.com:80/", "http://FILES.example.com/a?b=c", true),
      ("http://[::1]:80", "http://[::1]/a", true),
      ("http://files.example.com:8080/b", "<http://files.example.com:8080/b/a>", true),
      ("https://files.example.com", "https://files.example.com:444/a", false),
      ("https://files.example.com", "http://files.example.com/a", false),
      ("https://files.example.com", "http://files.example.com:443/a", false),
      ("https://files.example.com", "https://ann@files.example.com/a", false),
      ("https://files.example.com/b", "https://files.example.com/B/a", false),
      ("https://files.example.com/b", "https://files.example.com/ba", false),
    ])
  func spellings(base: String, url: String, isFound: Bool) throws {
    let named = #""baseURL": "https://api.example.com", "baseURLs": { "files": "\#(base)" },"#
    let response = #"{ "kind": "valid", "headers": { "Link": "\#(url)" }, "body": { "json": ["\#(url)"] } }"#
    let found = try codes(response, then: #""base": "files", "path": "/a""#, more: named)
    #expect(found == (isFound ? ["literal-url"] : []))
    let own = #""baseURL": "\#(base)","#
    #expect(try codes(response, then: #""path": "/a""#, more: own) == found)
    #expect(try codes(#"{ "kind": "valid" }"#, then: #""path": "/a""#, input: "\"\(url)\"", more: own) == found)
  }

  @Test("a literal URL that leads to an exchange is found in the input, unless a request describes it as a value")
  func literalInput() throws {
    func codes(
      _ input: String, then second: String = #""path": "/v1/next""#, scenario: String = ""
    ) throws -> [String] {
      try self.codes(#"{ "kind": "valid" }"#, then: second, input: input, scenario: scenario)
    }
    let url = "https://api.example.com/api/v1/next"
    #expect(try codes(#""\#(url)""#) == ["literal-url"])
    // The first request counts, too: nothing comes before it.
    #expect(try codes(#"{ "a": [{ "from": "https://api.example.com/api/v1/first?b" }] }"#) == ["literal-url"])
    #expect(try codes(#"["https:\/\/api.example.com\/api\/v1\/next"]"#) == ["literal-url"])
    #expect(try codes(#""{{baseURL}}/v1/next""#) == [])
    #expect(try codes(#""https://api.example.com/api""#) == [])
    #expect(try codes(#""https://api.example.com/api/v1/self""#) == [])
    #expect(try codes(#""\#(url)""#, scenario: #""transports": ["memory"],"#) == [])
    for value in [
      #""query": { "url": "\#(url)" }"#, #""headers": { "Referer": "\#(url)" }"#,
      #""body": { "json": { "a": ["see \#(url)"] } }"#, #""body": { "form": { "url": "\#(url)" } }"#,
    ] {
      #expect(try codes(#""\#(url)""#, then: #""path": "/v1/next", \#(value)"#) == [], "\(value)")
    }
  }

  @Test("a literal URL causes no warning if the contract names no base URL, or runs in memory only")
  func otherLiteralURLs() throws {
    let response = #"{ "kind": "valid", "headers": { "Location": "http://localhost/v1/next" } }"#
    #expect(try codes(response, more: "") == [])
    #expect(try codes(response, more: #""baseURL": "http://localhost","#) == ["literal-url"])
    #expect(
      try codes(response, scenario: #""transports": ["memory"],"#, more: #""baseURL": "http://localhost","#) == [])
  }

  @Test("a Content-Encoding of a body that is not encoded is found, unless the client must fail")
  func contentEncodings() throws {
    func codes(
      _ coding: String, body: String = #"{ "json": 1 }"#, expect: String = #"{ "success": 1 }"#
    ) throws -> [String] {
      try LintFixture.codes(
        #"{ "kind": "valid", "headers": { "Content-Encoding": "\#(coding)" }, "body": \#(body) }"#, expect)
    }
    #expect(try codes("gzip") == ["content-encoding"])
    #expect(try codes("br", body: #"{ "text": "{}" }"#) == ["content-encoding"])
    #expect(try codes("identity") == [])
    #expect(try codes("gzip", body: #"{ "base64": "H4sIAAAAAAAAA4uOBQApu0wNAgAAAA==" }"#) == [])
    #expect(try codes("gzip", expect: #"{ "failure": "network" }"#) == [])
    #expect(
      try LintFixture.codes(#"{ "kind": "valid", "headers": { "Content-Encoding": "gzip" } }"#, #"{ "success": 1 }"#)
        == [])
  }

  @Test("a cookie that a later request needs and clients do not keep is found")
  func cookies() throws {
    func codes(
      _ cookie: String, then header: String = #""Cookie": "a=1""#, base: String = "https://api.example.com"
    ) throws -> [String] {
      try self.codes(
        #"{ "kind": "valid", "headers": { "Set-Cookie": "\#(cookie)" } }"#,
        then: #""path": "/v1/next", "headers": { \#(header) }"#, more: #""baseURL": "\#(base)","#)
    }
    let plain = "http://api.example.com"
    #expect(try codes("a=1; Path=/; Secure", base: plain) == ["lost-cookie"])
    #expect(try codes("a=1; secure", then: #""Cookie": { "$regex": "^a=[^;]+$" }"#, base: plain) == ["lost-cookie"])
    #expect(try codes("a=1; Domain=api.example.org; HttpOnly") == ["lost-cookie"])
    #expect(try codes("a=1; Domain=x.org", then: #""Cookie": { "a": "1" }"#) == ["lost-cookie"])
    #expect(try codes("a=1; Domain=x.org", then: #""Cookie": { "a": { "$absent": true }, "b": "a" }"#) == [])
    #expect(try codes("__Host-a=1; Secure", then: #""Cookie": "__Host-a=1""#) == ["lost-cookie"])
    for kept in ["a=1; Secure", "a=1; Domain=.example.com", "a=1; Path=/; HttpOnly; Max-Age=5"] {
      #expect(try codes(kept) == [])
    }
    // Nobody expects it back.
    #expect(try codes("a=1; Secure", then: #""Cookie": "b=1""#, base: plain) == [])
    #expect(try codes("a=1; Secure", then: #""Accept": "a=1""#, base: plain) == [])
  }

  @Test("a cookie that loopback cannot keep from another base URL is found")
  func crossedCookies() throws {
    func found(_ cookie: String, _ other: String) throws -> [String] {
      try self.codes(
        #"{ "kind": "valid", "headers": { "Set-Cookie": "\#(cookie)" } }"#, then: #""base": "o", "path": "/next""#,
        more: #""baseURL": "https://api.example.com", "baseURLs": { "o": "\#(other)" },"#)
    }
    #expect(try found("a=1; Secure", "http://api.example.com:8080") == ["lost-cookie"])
    #expect(try found("a=1; Secure", "https://api.example.com:8080") == [])
    #expect(try found("a=1", "https://auth.example.com") == [])
    #expect(try found("a=1; Domain=example.com", "https://auth.example.com") == [])
    #expect(try found("a=1; Domain=example.com; Secure", "http://auth.example.com") == [])
  }

  @Test("schemas with keywords of other languages, and without values, are found")
  func schemas() throws {
    func codes(_ schema: String) throws -> [String] {
      try LintFixture.codes(#"{ "kind": "valid" }"#, #"{ "success": { "$jsonSchema": \#(schema) } }"#)
    }
    #expect(try codes(#"{ "type": "string", "nullable": true }"#) == ["old-keyword"])
    #expect(try codes(#"{ "type": "string", "nullable": false }"#) == [])
    #expect(try codes(#"{ "properties": { "nullable": { "type": "string" } } }"#) == [])
    #expect(try codes(#"{ "type": "number", "divisibleBy": 2 }"#) == ["old-keyword"])
    #expect(try codes(#"{ "disallow": "string", "minimum": 1 }"#) == ["old-keyword"])
    #expect(try codes(#"{ "enum": [] }"#) == ["empty-enum"])
    #expect(try codes(#"{ "enum": [null] }"#) == [])
  }

  @Test("an empty enum is found only where values must match it")
  func emptyEnums() throws {
    func codes(_ schema: String) throws -> [String] {
      try LintFixture.codes(#"{ "kind": "valid" }"#, #"{ "success": { "$jsonSchema": \#(schema) } }"#)
    }
    for nothing in [#"{ "enum": [] }"#, ##"{ "$ref": "#/$defs/none" }"##, #"{ "not": { "not": { "enum": [] } } }"#] {
      let definitions = #""$defs": { "none": { "enum": [] } }"#
      let isFound = ["empty-enum"]
      #expect(try codes(#"{ "items": \#(nothing), \#(definitions) }"#) == isFound, "\(nothing)")
      #expect(try codes(#"{ "not": { "not": \#(nothing) }, \#(definitions) }"#) == isFound, "\(nothing)")
      #expect(try codes(#"{ "not": \#(nothing), \#(definitions) }"#) == [], "\(nothing)")
      #expect(try codes(#"{ "not": { "properties": { "a": \#(nothing) } }, \#(definitions) }"#) == [], "\(nothing)")
      #expect(try codes(#"{ "if": \#(nothing), "then": false, \#(definitions) }"#) == [], "\(nothing)")
      // One use in which values must match is enough.
      let twice = #"{ "not": \#(nothing), "items": \#(nothing), \#(definitions) }"#
      #expect(Set(try codes(twice)) == ["empty-enum"], "\(nothing)")
    }
    #expect(try codes(#"{ "$defs": { "none": { "enum": [] } }, "type": "string" }"#) == [])
  }

  @Test("nullable is found only where null is not valid")
  func nullables() throws {
    func codes(_ schema: String) throws -> [String] {
      try LintFixture.codes(#"{ "kind": "valid" }"#, #"{ "success": { "$jsonSchema": \#(schema) } }"#)
    }
    for schema in [
      #"{ "nullable": true, "type": ["object", "null"] }"#, #"{ "nullable": true, "type": "null" }"#,
      #"{ "nullable": true, "minimum": 3 }"#, #"{ "nullable": true, "enum": ["a", null] }"#,
      #"{ "nullable": true, "anyOf": [{ "type": "string" }, { "type": "null" }] }"#,
      ##"{ "nullable": true, "$ref": "#/$defs/a", "$defs": { "a": { "type": ["string", "null"] } } }"##,
    ] {
      #expect(try codes(schema) == [], "\(schema)")
    }
    for schema in [
      #"{ "nullable": true, "type": "object" }"#, #"{ "nullable": true, "enum": ["a"] }"#,
      ##"{ "nullable": true, "$ref": "#/$defs/a", "$defs": { "a": { "type": "string" } } }"##,
      #"{ "items": { "nullable": true, "allOf": [{ "type": "string" }] } }"#,
    ] {
      #expect(try codes(schema) == ["old-keyword"], "\(schema)")
    }
  }

  @Test("the warnings, word for word")
  func words() {
    func said(_ warning: ContractWarning) -> String {
      ([warning.text.message] + warning.text.help.dropLast()).joined(separator: "\n")
    }
    expectTexts(
      [
        said(.literalURL("files", "https://files.example.com/a")), said(.contentEncoding("gzip")),
        said(.lostCookie("a", cause: "Secure", from: "http://api.example.com")), said(.emptyEnum),
        said(.oldKeyword("nullable", of: "OpenAPI 3.0", now: "it")),
      ],
      are: [
        """
        this contains https://files.example.com/a, which an exchange answers; on loopback, that server has another URL [literal-url]
        write {{baseURL.files}} in place of the base URL
        """,
        """
        the Content-Encoding of this response is gzip, but its body is plain text [content-encoding]
        remove the header, or name a file with the encoded bytes: {"file": "body.json.gz"}
        on loopback, a client that decodes the body fails; in memory, nothing decodes it
        """,
        """
        clients do not send the cookie a back: they do not keep it with Secure from http://api.example.com [lost-cookie]
        correct the header or the base URL: Secure needs https, and Domain the host or a domain above it
        """,
        """
        "enum" lists no value, so no value is valid [empty-enum]
        list the values, or remove "enum"; if no value is meant, write false as the schema
        """,
        """
        "nullable" is a keyword of OpenAPI 3.0: it has no effect in 2020-12 [old-keyword]
        write it
        """,
      ])
  }

  // MARK: missing-kind and no-variation

  @Test("a contract whose valid answers have no body needs no corruptJSON", arguments: [204, 205])
  func noBodies(_ status: Int) throws {
    #expect(try deleted(#""response": { "kind": "valid", "status": \#(status) }"#) == [])
    #expect(try deleted(#""response": { "kind": "valid", "status": 200 }"#) == ["missing-kind"])
    #expect(try deleted(#""response": { "kind": "valid" }"#, method: "HEAD") == [])
  }

  @Test("variations that are declared for a contract without bodies cause no warning")
  func noBodiesVaried() throws {
    let variations = #""variations": { "corruptJSON": { "failure": "any" }, "statusError": { "failure": "any" } },"#
    for variations in [variations, #""variations": true,"#] {
      #expect(try deleted(#""response": { "kind": "valid", "status": 204 }"#, more: variations) == [])
    }
    let json = #""variations": { "corruptJSON": { "failure": "any" } },"#
    #expect(
      try deleted(#""response": { "kind": "valid", "status": 200 }"#, more: json) == ["missing-kind", "no-variation"])
  }

  /// Returns the warnings about a contract with a valid scenario, and one of each other kind but corrupt JSON.
  private func deleted(_ response: String, method: String = "DELETE", more: String = "") throws -> [String] {
    let kinds = LintFixture.kinds.dropFirst().filter { !$0.contains("corruptJSON") }
    let scenarios = [#"{ "name": "deleted", \#(response), "vary": true, "expect": { "success": null } }"#] + kinds
    let vary = more.isEmpty ? scenarios.map { $0.replacing(#""vary": true, "#, with: "") } : scenarios
    let contract = Contract.text(vary, request: #"{ "method": "\#(method)", "path": "/x" }"#, members: more)
    return try LintFixture.diagnostics(contract).map { $0.warning?.code ?? $0.text }.sorted()
  }

  @Test("a shared scenario that is to be varied is reported in the contract that declares no variations")
  func sharedVary() throws {
    let scenario = #"{ "name": "ok", "response": { "kind": "valid" }, "vary": true, "expect": { "success": null } }"#
    func contract(_ name: String, _ more: String) -> (String, String) {
      let request = #""request": { "method": "POST", "path": "/x" }"#
      return ("\(name).contract.json", #"{ "contract": 1, "endpoint": "\#(name)", \#(request), \#(more) }"#)
    }
    let files = [
      ("base.json", #"{ "variations": true, "scenarios": [\#(scenario)] }"#), ("ok.json", scenario),
      ("list.json", #"{ "scenarios": [\#(scenario)] }"#),
      contract("a", #""extends": "list.json""#), contract("b", #""scenarios": [{ "$ref": "ok.json" }]"#),
      contract("c", #""scenarios": [\#(scenario)]"#),
      // These play it, or turn it off.
      contract("d", #""extends": "base.json""#), contract("e", #""extends": "base.json", "variations": false"#),
      contract("f", #""extends": "list.json", "variations": {"hostile": true}"#),
    ]
    let texts = try LintFolder.with(Dictionary(uniqueKeysWithValues: files)) { folder in
      Linter.load([folder], below: [folder]).diagnostics.filter {
        if case .noVariation(["vary"], _, _)? = $0.warning { true } else { false }
      }.map { "\($0.range.description): \($0.message)".replacing(folder + "/", with: "") }
    }
    expectTexts(
      texts,
      are: [
        #"a.contract.json:1:93: "vary" is true in the scenario at list.json:1:27, but the contract declares no variations, so nothing is played [no-variation]"#,
        #"b.contract.json:1:106: "vary" is true in the scenario at ok.json:1:11, but the contract declares no variations, so nothing is played [no-variation]"#,
        #"c.contract.json:1:106: "vary" is true, but the contract declares no variations, so nothing is played [no-variation]"#,
      ])
  }

  @Test(
    "a shared declaration by which nothing is played is reported in each contract that it is about",
    arguments: [
      (#""corruptJSON": { "failure": "any" }"#, #""corruptJSON" is declared at base.json:1:64, but nothing is played"#),
      (
        #""attempts": 3"#,
        #""attempts" is declared at base.json:1:64, but no family of variations that it is about, so nothing is played"#
      ),
    ])
  func sharedDeclaration(_ rule: String, _ message: String) throws {
    let base = """
      { "request": { "method": "POST", "path": "/x" }, "variations": { \(rule) },
        "scenarios": [ { "name": "ok", "response": { "kind": "valid" }, "expect": { "success": null } } ] }
      """
    let contract = #"{ "contract": 1, "extends": "base.json", "endpoint": "E" }"#
    try LintFolder.with([
      "base.json": base, "a.contract.json": contract.replacing("E", with: "a"),
      "b.contract.json": contract.replacing("E", with: "b"),
    ]) { folder in
      let found = Linter.load([folder], below: [folder]).diagnostics.filter { $0.warning?.code == "no-variation" }
      let texts = found.map { "\($0.range.source.path.split(separator: "/").last ?? ""): \($0.message)" }
        .map { $0.replacing(folder + "/", with: "") }
      expectTexts(
        texts,
        are: [
          "a.contract.json: \(message) [no-variation]",
          "b.contract.json: \(message) [no-variation]",
        ])
    }
  }
}
