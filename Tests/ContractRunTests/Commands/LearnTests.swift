import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("contract-run learn", .enabled(if: Python.isThere, Python.absence))
struct LearnTests {
  private static let file = "specs/thing.contract.json"

  /// Calls a test with a folder that has a contract.
  private func withContract(_ text: String, _ body: (URL) async throws -> Void) async throws {
    try await TestFolder.temporary { folder in
      try folder.write(text, to: Self.file)
      try await body(folder)
    }
  }

  private let five = LearnSample.contract([
    LearnSample.valid,
    #"{ "name": "not HTTP", "response": { "kind": "nonHTTP" } }"#,
    #"{ "name": "down", "response": { "kind": "statusError", "status": 500 } }"#,
    #"{ "name": "garbled", "response": { "kind": "corruptJSON", "body": { "text": "{{}" } } }"#,
    #"{ "name": "refused", "response": { "kind": "networkError", "error": "cannotConnectToHost" } }"#,
  ])

  @Test("prints what it would write as a diff, and writes nothing")
  func difference() async throws {
    try await withContract(five) { folder in
      let ended = try await LearnSample.learn(in: folder)
      #expect(ended.status == 0)
      let command = (["learn", "--write", "specs"] + LearnSample.driver("memory")).joined(separator: " ")
      #expect(ended.output.contains(command), "\(ended.output)")
      expectGolden(ended.output.components(separatedBy: "write it:")[0])
      #expect(folder.text(Self.file) == five)
    }
  }

  @Test("writes it, runs what it wrote, and has nothing to learn the second time", .slow)
  func written() async throws {
    try await withContract(five) { folder in
      let driver = LearnSample.driver()
      let ended = try await LearnSample.learn(["--write", "--transport", "both"], in: folder, driver: driver)
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      #expect(
        LearnSample.withoutNext(ended.output).hasSuffix("learned 5 scenarios\n  wrote  specs/thing.contract.json\n"),
        "\(ended.output)")
      let text = folder.text(Self.file)
      let run = try await contractRun(["--transport", "both", "specs"] + driver, in: folder)
      #expect(run.status == 0, "\(run.output)")
      let again = try await LearnSample.learn(["--write", "--transport", "both"], in: folder, driver: driver)
      #expect(
        LearnSample.withoutNext(again.output)
          == "nothing to learn: 5 scenarios have an expectation and a request\n")
      #expect(again.status == 0)
      #expect(folder.text(Self.file) == text)
    }
  }

  @Test("the request of all scenarios is written once, and what one of them has instead in that scenario")
  func requests() async throws {
    let scenarios = [
      LearnSample.scenario("one", #"{ "send": [{ "method": "GET", "path": "/thing?page=1&all=1" }] }"#),
      LearnSample.scenario("other", #"{ "send": [{ "method": "GET", "path": "/thing?page=1&all=1" }] }"#),
      LearnSample.scenario("page", #"{ "send": [{ "method": "GET", "path": "/thing?page=2" }] }"#),
      LearnSample.scenario("post", #"{ "send": [{ "method": "POST", "path": "/things", "body": { "a": 1 } }] }"#),
    ]
    try await withContract(LearnSample.contract(scenarios)) { folder in
      let ended = try await LearnSample.learn(["--write"], in: folder)
      #expect(ended.status == 0, "\(ended.output)")
      let text = try #require(folder.text(Self.file))
      let json = try #require(JSON.parse(text))
      #expect(json["request"] == ["method": "GET", "path": "/thing", "query": ["page": "1", "all": "1"]])
      #expect(
        json["scenarios"]?.array?.map { $0["request"] } == [
          nil, nil, ["query": ["page": "2", "all": .null]],
          [
            "method": "POST", "path": "/things", "query": ["page": .null, "all": .null], "body": ["json": ["a": 1]],
          ],
        ])
    }
  }

  @Test("each exchange gets its own request")
  func exchanges() async throws {
    let input = #"{ "send": [{ "method": "POST", "path": "/login" }, { "method": "GET", "path": "/me" }] }"#
    let scenario =
      #"{ "name": "login", "input": \#(input), "exchanges": [{ "response": { "kind": "valid" } }, "#
      + #"{ "response": { "kind": "valid", "body": { "json": 1 } } }] }"#
    try await withContract(LearnSample.contract([scenario])) { folder in
      let ended = try await LearnSample.learn(["--write"], in: folder)
      #expect(ended.status == 0, "\(ended.output)")
      let json = try #require(folder.text(Self.file).flatMap { JSON.parse($0) })
      #expect(json["request"] == nil)
      #expect(
        json["scenarios"]?.array?[0]["exchanges"]?.array?.map { $0["request"] } == [
          ["method": "POST", "path": "/login"], ["method": "GET", "path": "/me"],
        ])
    }
  }

  @Test("a different outcome on loopback is written beside the one in memory", .slow)
  func loopback() async throws {
    let reset = #"{ "name": "reset", "response": { "kind": "networkError", "error": "networkConnectionLost" } }"#
    try await withContract(LearnSample.contract([reset])) { folder in
      let options = ["--write", "--transport", "both"]
      let ended = try await LearnSample.learn(options, in: folder, driver: LearnSample.driver())
      #expect(ended.status == 0, "\(ended.output)")
      let json = try #require(folder.text(Self.file).flatMap { JSON.parse($0) })
      // On a socket, each platform has its own code for a lost connection.
      #expect(
        json["scenarios"]?.array?[0]["expect"] == [
          "failure": ["category": "network", "type": "URLError", "domain": "NSURLErrorDomain", "code": -1005],
          "loopback": ["failure": ["category": "network", "type": "URLError"]],
        ])
      let check = try await contractRun(["check", "--strict", "specs"], in: folder)
      #expect(!check.errors.contains("code-without-platform"), "\(check.errors)")
    }
  }

  /// A client that does something suspicious, with the beginning of what is printed about it.
  struct Suspect: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let scenario: String
    let says: String

    init(
      _ name: String, _ input: String, response: String = #"{ "kind": "valid", "body": { "json": 1 } }"#, _ says: String
    ) {
      (testDescription, self.says) = (name, says)
      scenario = LearnSample.scenario("s", input, response)
    }
  }

  static let suspects = [
    Suspect(
      "a success after a network error", #"{ "do": "swallow" }"#,
      response: #"{ "kind": "networkError", "error": "timedOut" }"#,
      "the client succeeded although the network failed"),
    Suspect(
      "a success after an error status", #"{ "do": "swallow" }"#,
      response: #"{ "kind": "statusError", "status": 503 }"#,
      "the client succeeded although the response has an error status"),
    Suspect(
      "a success after corrupt JSON", #"{ "do": "swallow" }"#,
      response: #"{ "kind": "corruptJSON", "body": { "text": "{" } }"#,
      "the client succeeded although the response is corrupt JSON"),
    Suspect(
      "a success after something that is not HTTP", #"{ "do": "swallow" }"#, response: #"{ "kind": "nonHTTP" }"#,
      "the client succeeded although the response is not HTTP"),
    Suspect(
      "a success that contains an empty corrupt body", #"{ "do": "return", "value": { "id": 0, "title": "" } }"#,
      response: #"{ "kind": "corruptJSON", "body": { "text": "" } }"#,
      "the client succeeded although the response is corrupt JSON"),
    Suspect(
      "another failure after a valid response", #"{ "do": "fail" }"#,
      #"the client failed with "other" although the response is valid"#),
    Suspect(
      "a valid body that the client cannot decode", "{}",
      response: #"{ "kind": "valid", "body": { "text": "hello" } }"#,
      #"the client failed with "decoding" although the response is valid"#),
    Suspect("no request", #"{ "do": "local" }"#, "missing request 1"),
    Suspect(
      "a second request", #"{ "send": [{ "method": "GET", "path": "/a" }, { "method": "GET", "path": "/b" }] }"#,
      "unexpected request 2 (1 was described): GET http://api.invalid/v1/b"),
    Suspect("a crash", #"{ "do": "crash" }"#, "the driver was ended by SIGABRT (signal 6, a call of abort())"),
    Suspect("a hang", #"{ "do": "hang" }"#, "no result within 1 s"),
    Suspect("two results", #"{ "do": "twice" }"#, "the client completed twice"),
    Suspect("another result in each call", #"{ "do": "random" }"#, "the outcome differs from call to call"),
    Suspect(
      "an outcome of 1 MB", #"{ "do": "huge", "bytes": 1000000 }"#,
      "the outcome has 1,000,002 bytes of JSON, more than people can review (at most 65,536)"),
    Suspect(
      "a URL that is not below the base URL",
      #"{ "send": [{ "method": "GET", "url": "http://other.invalid/thing" }] }"#,
      "request 1 cannot be described"),
  ]

  @Test("what is suspicious is listed with its reason, and nothing is written for it", .slow, arguments: suspects)
  func suspicious(_ suspect: Suspect) async throws {
    try await withContract(LearnSample.contract([suspect.scenario])) { folder in
      let before = folder.text(Self.file)
      let ended = try await LearnSample.learn(
        ["--write", "--timeout", suspect.says.contains("within 1 s") ? "1" : "60"], in: folder)
      #expect(ended.status == 1)
      #expect(ended.output.contains("\n  \(suspect.says)\n"), "\(ended.output.prefix(3000))")
      #expect(ended.output.hasSuffix("\n1 scenario not learned\n"), "\(ended.output.suffix(300))")
      #expect(folder.text(Self.file) == before)
    }
  }

  @Test("a result that needs an earlier call is refused, because the second round has the reverse order")
  func order() async throws {
    let scenarios = ["a", "b", "c"].map { LearnSample.scenario($0, #"{ "do": "count" }"#) }
    try await withContract(LearnSample.contract(scenarios)) { folder in
      let ended = try await LearnSample.learn(["--write", "--jobs", "1"], in: folder)
      #expect(ended.status == 1)
      // Only the middle one has the same number in both orders, and that is the wrong one when it is played again.
      #expect(
        ended.output.hasSuffix("\n3 scenarios not learned\n") || ended.output.contains("learned 1 scenario, 2 not"))
      #expect(ended.output.contains("the outcome differs from call to call"), "\(ended.output)")
    }
  }

  @Test("scenarios with other inputs do not inherit a request that only some of them send", .slow)
  func inherited() async throws {
    let scenarios = [
      LearnSample.scenario("get", #"{ "send": [{ "method": "GET", "path": "/t" }] }"#),
      LearnSample.scenario("post", #"{ "send": [{ "method": "POST", "path": "/u" }] }"#),
    ]
    try await withContract(LearnSample.contract(scenarios)) { folder in
      #expect(try await LearnSample.learn(["--write", "--filter", "thing/get"], in: folder).status == 0)
      let first = try #require(folder.text(Self.file).flatMap { JSON.parse($0) })
      #expect(first["request"] == nil)
      #expect(first["scenarios"]?.array?[0]["request"] == ["method": "GET", "path": "/t"])
      let second = try await LearnSample.learn(["--write"], in: folder)
      #expect(second.status == 0, "\(second.output)")
      #expect(try await contractRun(["specs"] + LearnSample.driver("memory"), in: folder).status == 0)
    }
  }

  @Test("a failed driver start is one message, with exit status 3")
  func noDriver() async throws {
    try await withContract(five) { folder in
      let ended = try await contractRun(["learn", "specs", "--", "./nowhere"], in: folder)
      #expect(ended.status == 3)
      #expect(ended.output.components(separatedBy: "./nowhere: No such file").count == 2, "\(ended.output)")
      #expect(ended.output.contains("run `contract-run check -- ./nowhere` to check"), "\(ended.output)")
    }
  }

  @Test("a code that only one platform has is not expected on loopback, even if nobody played it there", .slow)
  func codes() async throws {
    let lost = #"{ "name": "lost", "response": { "kind": "networkError", "error": "networkConnectionLost" } }"#
    try await withContract(LearnSample.contract([LearnSample.valid, lost])) { folder in
      #expect(try await LearnSample.learn(["--write"], in: folder).status == 0)
      let check = try await contractRun(["check", "specs"], in: folder)
      #expect(!check.errors.contains("code-without-platform"), "\(check.errors)")
      let both = ["specs", "--transport", "both"] + LearnSample.driver()
      #expect(try await contractRun(both, in: folder).status == 0)
    }
  }

  @Test("an error whose text has the port of the call is learned, and passes with another port", .slow)
  func port() async throws {
    let thing = """
      class Lost(Exception):
          pass


      @driver.operation
      def play(call):
          try:
              urllib.request.urlopen(call.base_url + "/thing").read()
              return {"id": 1}
          except OSError as error:
              port = call.base_url.split(":")[2].split("/")[0]
              raise Lost(f"Failed to connect to 127.0.0.1 port {port} after 0 ms") from error


      @driver.failure(Lost)
      def _(error):
          return {"category": "network", "payload": {"reason": str(error)}}
      """
    let refused = #"{ "name": "refused", "response": { "kind": "networkError", "error": "cannotConnectToHost" } }"#
    try await withContract(LearnSample.contract([LearnSample.valid, refused])) { folder in
      try folder.writePythonDriver(thing)
      let driver = ["--"] + Python.ownDriver
      let ended = try await LearnSample.learn(["--transport", "loopback", "--write"], in: folder, driver: driver)
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      let json = try #require(folder.text(Self.file).flatMap { JSON.parse($0) })
      #expect(
        json["scenarios"]?.array?[1]["expect"]?["failure"]?["payload"]?["reason"]
          == ["$regex": #"^Failed to connect to 127\.0\.0\.1 port [0-9]+ after [0-9.]+ ms$"#])
      let run = try await contractRun(["--transport", "loopback", "specs"] + driver, in: folder)
      #expect(run.status == 0, "\(run.output)")
    }
  }

  @Test("the others are learned even so")
  func others() async throws {
    try await withContract(LearnSample.contract([LearnSample.valid, Self.suspects[0].scenario])) { folder in
      let ended = try await LearnSample.learn(["--write"], in: folder)
      #expect(ended.status == 1)
      #expect(
        ended.output.hasSuffix("learned 1 scenario, 1 not\n  wrote  specs/thing.contract.json\n"), "\(ended.output)")
    }
  }

  @Test("a client that hands corrupt JSON on is learned")
  func bytes() async throws {
    let scenario = LearnSample.scenario(
      "s", #"{ "do": "bytes" }"#, #"{ "kind": "corruptJSON", "body": { "text": "{\"a\"" } }"#)
    try await withContract(LearnSample.contract([scenario])) { folder in
      let ended = try await LearnSample.learn(["--write"], in: folder)
      #expect(ended.status == 0, "\(ended.output)")
      #expect(folder.text(Self.file)?.contains(#""expect": { "success": "{\"a\"" }"#) == true)
    }
  }

  @Test("if all status errors give the same outcome, that is noted")
  func sameErrors() async throws {
    let scenarios = [404, 500].map {
      LearnSample.scenario("s\($0)", #"{ "do": "hide" }"#, #"{ "kind": "statusError", "status": \#($0) }"#)
    }
    try await withContract(LearnSample.contract(scenarios)) { folder in
      let ended = try await LearnSample.learn(in: folder)
      #expect(ended.status == 0)
      #expect(
        ended.output.contains(
          #"note: thing: both status errors give the same outcome, {"failure":{"category":"status","type":"APIError","case":"status"}}"#
        ),
        "\(ended.output)")
    }
  }

  @Test("if statuses of different contracts give the same outcome, that is noted")
  func sameErrorsAcrossContracts() async throws {
    func contract(_ status: Int) -> String {
      LearnSample.contract([
        LearnSample.scenario("s", #"{ "do": "hide" }"#, #"{ "kind": "statusError", "status": \#(status) }"#)
      ]).replacing(#""endpoint": "thing""#, with: #""endpoint": "thing\#(status)""#)
    }
    try await withContract(contract(500)) { folder in
      for status in [401, 403] { try folder.write(contract(status), to: "specs/thing\(status).contract.json") }
      let ended = try await LearnSample.learn(in: folder)
      #expect(ended.status == 0)
      #expect(
        ended.output.contains(
          "note: the statuses 401 (thing401), 403 (thing403) and 500 (thing) give the same outcome, "
            + #"{"failure":{"category":"status","type":"APIError","case":"status"}}"#),
        "\(ended.output)")
      // A client need not distinguish errors of the server.
      try folder.write(contract(503), to: "specs/thing401.contract.json")
      try folder.write(contract(502), to: "specs/thing403.contract.json")
      let server = try await LearnSample.learn(in: folder)
      #expect(!server.output.contains("same outcome"), "\(server.output)")
    }
  }

  @Test("the run's own URLs, secrets and names with a $ are never written as they are", .slow)
  func values() async throws {
    let input = #"""
      { "do": "return", "value": { "next": "{url}/page/2", "$type": "x", "say \"hi\"\n": 1 },
        "send": [{ "method": "POST", "path": "/thing?api_key=S3CR3T&page=1", "headers": {
          "Authorization": "Bearer S3CR3T", "X-Api-Key": "S3CR3T", "Cookie": "session=S3CR3T" },
          "body": { "password": "S3CR3T", "callback": "{url}/done", "id": "{random}", "$set": { "a": 1 } } }] }
      """#
    let driver = LearnSample.driver()
    // The client's own secrets are in its environment, not in the contract.
    try await withContract(
      LearnSample.contract([
        LearnSample.scenario("s", input.replacing("\n", with: " ").replacing("S3CR3T", with: "{secret}"))
      ])
    ) { folder in
      let ended = try await contractRun(
        ["learn", "--write", "--transport", "both", "specs"] + driver, in: folder,
        environment: ["SCRIPTED_SECRET": "S3CR3T"])
      #expect(ended.status == 0, "\(ended.output)")
      let text = try #require(folder.text(Self.file))
      #expect(!text.contains("S3CR3T") && !text.contains("127.0.0.1"), "\(text)")
      let json = try #require(JSON.parse(text))
      let request = try #require(json["request"])
      #expect(request["headers"]?["Authorization"] == ["$regex": "^Bearer .+$"])
      #expect(request["body"]?["json"] == ["$type": "object"] || request["body"]?["json"] != nil)
      let success = json["scenarios"]?.array?[0]["expect"]?["success"]
      #expect(success == ["$literal": ["next": "{{baseURL}}/page/2", "$type": "x", "say \"hi\"\n": 1]])
    }
  }
}
