import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("Secrets that learn does not describe at another host", .slow, .enabled(if: Python.isThere, Python.absence))
struct LearnLeakTests {
  private static let file = "specs/thing.contract.json"
  private static let key = "k-1234567890"

  // MARK: A client that follows a redirect

  /// A client on urllib, which sends all headers again after a redirect.
  private static let leaky = """
    @driver.operation
    def report(call):
        request = urllib.request.Request(call.base_url + "/report", headers={"X-Api-Key": call.argument("key", str)})
        with urllib.request.urlopen(request) as response:
            return json.load(response)
    """

  /// The same client, which sends nothing of its own to another host.
  private static let repaired = """
    class Redirects(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, request, *rest):
            following = super().redirect_request(request, *rest)
            if following.host != request.host:
                following.headers = {}
            return following


    urllib.request.install_opener(urllib.request.build_opener(Redirects))


    \(leaky)
    """

  private static let report = """
    {
      "contract": 1,
      "endpoint": "report",
      "baseURL": "https://api.example.com",
      "baseURLs": { "storage": "https://storage.example.org" },
      "input": { "key": "\(key)" },
      "scenarios": [
        { "name": "stored", "exchanges": [
          { "response": { "kind": "statusError", "status": 302, "headers": { "Location": "{{baseURL.storage}}/r/1" } } },
          { "response": { "kind": "valid", "body": { "json": { "id": 1 } } } } ] },
        { "name": "at once", "response": { "kind": "valid", "body": { "json": { "id": 2 } } } }
      ]
    }

    """

  private func learnReport(
    _ client: String, _ options: [String] = [], in folder: URL
  ) async throws -> BuiltCommand.Ended {
    try folder.writePythonDriver(client)
    return try await contractRun(["learn"] + options + ["specs", "--"] + Python.ownDriver, in: folder)
  }

  private static func results(in folder: URL) throws -> [JSONResult.Scenario] {
    try JSONResult(folder.appendingPathComponent("report.json")).results
  }

  @Test("a key that follows a redirect to a named base URL is not learned, and the rest is")
  func redirect() async throws {
    try await TestFolder.temporary { folder in
      try folder.write(Self.report, to: Self.file)
      let refused = try await learnReport(Self.leaky, ["--write"], in: folder)
      #expect(refused.status == 1, "\(refused.output)\(refused.errors)")
      expectText(
        refused.output.components(separatedBy: "\n\n").dropFirst().joined(separator: "\n\n"),
        is: """
          ✗ thing/stored
            specs/thing.contract.json:8  statusError  valid
            request 2: header X-Api-Key was sent to another host, storage.example.org
              contract  specs/thing.contract.json:10:7 /scenarios/0/exchanges/1
              secret    12 bytes of input /key, as in request 1 to api.example.com
              learned   the URL is in the header Location of response 1
              next      let the client send it only to api.example.com, also when it follows links and redirects; if the other host needs it, write the request of this exchange by hand

          learned 1 scenario, 1 not
            wrote  specs/thing.contract.json

          """)
      let written = try #require(folder.text(Self.file).flatMap { JSON.parse($0) })
      let stored = try #require(written["scenarios"]?.array?[0])
      #expect(stored["expect"] == nil && stored["exchanges"]?.array?.map { $0["request"] } == [nil, nil])
      #expect(written["scenarios"]?.array?[1]["expect"] == ["success": ["id": 2]])

      // What is written does not stand in the way of the repaired client.
      let learned = try await learnReport(Self.repaired, ["--write"], in: folder)
      #expect(learned.status == 0, "\(learned.output)\(learned.errors)")
      let exchanges = folder.text(Self.file).flatMap { JSON.parse($0) }?["scenarios"]?.array?[0]["exchanges"]?.array
      #expect(exchanges?[0]["request"]?["headers"] == ["X-Api-Key": .string(Self.key)])
      #expect(exchanges?[1]["request"] == ["method": "GET", "base": "storage", "path": "/r/1"])
      try folder.writePythonDriver(Self.leaky)
      let run = try await contractRun(
        ["specs", "--report", "json=report.json", "--"] + Python.ownDriver, in: folder)
      let codes = try Self.results(in: folder).filter { $0.status == "failed" }.map { $0.reasons.map(\.code) }
      #expect(codes == [["leaked"]], "\(run.output)")
    }
  }

  @Test("a run names the leak of a scenario that is not learned, with the same code")
  func unlearnedRun() async throws {
    try await TestFolder.temporary { folder in
      try folder.write(Self.report, to: Self.file)
      for (client, codes) in [(Self.leaky, ["leaked", "notLearned"]), (Self.repaired, ["notLearned"])] {
        try folder.writePythonDriver(client)
        let ended = try await contractRun(
          ["specs", "--filter", "thing/stored", "--report", "json=report.json", "--"] + Python.ownDriver, in: folder)
        #expect(try Self.results(in: folder).map { $0.reasons.map(\.code) } == [codes], "\(ended.output)")
      }
    }
  }

  // MARK: Where a secret can be

  /// A secret in a part of a request, as the scripted driver sends it.
  struct Sent: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Members of both requests, and what stands after their paths.
    var members = ""
    var query = ""
    /// The part in words.
    var part: String

    static let all = [
      Sent("a header", #""headers": { "X-Api-Key": "\#(key)" }"#, "header X-Api-Key"),
      Sent("a bearer token", #""headers": { "Authorization": "Bearer \#(key)" }"#, "header Authorization"),
      Sent(
        "a password", #""headers": { "Authorization": "Basic \#(Data("ann:\(key)".utf8).base64EncodedString())" }"#,
        "header Authorization"),
      Sent("a cookie", #""headers": { "Cookie": "theme=dark; sid=\#(key)" }"#, "cookie sid"),
      Sent("a query item", "", query: "?api_key=\(key)", "query item api_key"),
    ]

    init(_ name: String, _ members: String, query: String = "", _ part: String) {
      (testDescription, self.query, self.part) = (name, query, part)
      self.members = members.isEmpty ? "" : members + ", "
    }

    /// Returns the members of a scenario whose client sends it to the contract's own host, and perhaps to another one.
    func scenario(leaks: Bool, request: String = "") -> String {
      let other = "http://storage.invalid/f"
      let sent = [
        #"{ \#(members)"method": "GET", "path": "/thing\#(query)" }"#,
        #"{ \#(leaks ? members : "")"method": "GET", "url": "\#(other)\#(leaks ? query : "")" }"#,
      ]
      return
        #"{ "name": "s", "input": { "key": "\#(key)", "send": [\#(sent.joined(separator: ", "))] }, "exchanges": ["#
        + #"{ "response": { "kind": "statusError", "status": 307, "headers": { "Location": "{{baseURL.storage}}/f" } } },"#
        + #"{ \#(request)"response": { "kind": "valid", "body": { "json": 1 } } } ] }"#
    }
  }

  private static func contract(_ scenarios: [String], request: String = "") -> String {
    LearnSample.contract(
      scenarios, members: #""baseURLs": { "storage": "http://storage.invalid" },\#n  \#(request)"#)
  }

  @Test("what a run calls leaked, learn refuses in every part of a request", arguments: Sent.all)
  func parts(_ sent: Sent) async throws {
    try await TestFolder.temporary { folder in
      try folder.write(Self.contract([sent.scenario(leaks: true), LearnSample.valid]), to: Self.file)
      let text = folder.text(Self.file)
      let refused = try await LearnSample.learn(in: folder)
      #expect(refused.status == 1)
      expectText(refused.output, has: "request 2: \(sent.part) was sent to another host, storage.invalid")
      expectText(refused.output, has: "1 scenario can be learned, 1 not")
      #expect(folder.text(Self.file) == text)

      try folder.write(Self.contract([sent.scenario(leaks: false)]), to: Self.file)
      let learned = try await LearnSample.learn(["--write"], in: folder)
      #expect(learned.status == 0, "\(learned.output)\(learned.errors)")
    }
  }

  @Test("a leak is not accepted as a known issue, because the request that is written would make it right")
  func known() async throws {
    try await TestFolder.temporary { folder in
      try folder.write(Self.contract([Sent.all[0].scenario(leaks: true)]), to: Self.file)
      let driver = JSON.array(LearnSample.driver("memory").dropFirst().map { .string($0) }).text
      let client = #"{ "name": "one", "specs": ["specs"], "driver": \#(driver) }"#
      try folder.write(#"{ "accepted": "known.json", "clients": [\#(client)] }"#, to: "contract-run.json")
      try folder.write("[]", to: "known.json")
      let text = folder.text(Self.file)
      let ended = try await contractRun(["learn", "--write", "--accept", "#12"], in: folder)
      #expect(ended.status == 1, "\(ended.output)\(ended.errors)")
      #expect(folder.text(Self.file) == text && folder.text("known.json") == "[]")
    }
  }

  // MARK: What the contract describes

  /// The request of the contract, which all exchanges inherit.
  private static let common =
    #""request": { "method": "GET", "path": "/thing", "headers": { "X-Api-Key": "\#(key)" } },\#n  "#

  @Test("a request that inherits the key is not moved to another host by --update")
  func inherited() async throws {
    try await TestFolder.temporary { folder in
      func update(leaks: Bool) async throws -> BuiltCommand.Ended {
        let scenario = Sent.all[0].scenario(leaks: leaks).dropLast() + #", "expect": { "success": 1 } }"#
        try folder.write(Self.contract([String(scenario)], request: Self.common), to: Self.file)
        return try await LearnSample.learn(["--update", "--write", "--filter", "thing/s"], in: folder)
      }
      let refused = try await update(leaks: true)
      #expect(refused.status == 1)
      expectText(refused.output, has: "request 2: header X-Api-Key was sent to another host, storage.invalid")
      let learned = try await update(leaks: false)
      #expect(learned.status == 0, "\(learned.output)\(learned.errors)")
    }
  }

  /// What the contract has for the other host, further members of the scenario, and the exit status.
  private static let descriptions:
    [(path: String, headers: String, members: String, options: [String], status: Int32)] = {
      let (any, absent) = (#""X-Api-Key": { "$any": true }"#, #""X-Api-Key": { "$absent": true }"#)
      let (expect, update) = (#", "expect": { "success": 1 }"#, ["--update", "--filter", "thing/s"])
      return [
        ("/f", any, "", [], 0), ("/old", any, expect, update, 0), ("/f", absent, expect, update, 1),
        ("/f", #""Accept": "*/*""#, expect, update, 1),
      ]
    }()

  @Test(
    "what a person described for the other host is learned: its outcome, and another path", arguments: descriptions)
  func described(path: String, headers: String, members: String, options: [String], status: Int32) async throws {
    try await TestFolder.temporary { folder in
      let request =
        #""request": { "base": "storage", "method": "GET", "path": "\#(path)", "headers": { \#(headers) } }, "#
      let scenario = Sent.all[0].scenario(leaks: true, request: request).dropLast() + members + "}"
      try folder.write(Self.contract([String(scenario)]), to: Self.file)
      let ended = try await LearnSample.learn(options + ["--write"], in: folder)
      #expect(ended.status == status, "\(ended.output)\(ended.errors)")
    }
  }
}
