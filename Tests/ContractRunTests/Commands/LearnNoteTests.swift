import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("What learn notes and counts", .slow, .enabled(if: Python.isThere, Python.absence))
struct LearnNoteTests {
  private static let thing = """
    @driver.operation
    def thing(call):
        headers = {"X-Client-Info": "shop-py/2.11.0", "X-Tenant-Key": "zzzz", "X-Api-Key": call.argument("key", str)}
        headers["Sec-Fetch-Mode"] = "cors"
        with urllib.request.urlopen(urllib.request.Request(f"{call.base_url}/thing", headers=headers)) as response:
            return json.load(response)["id"]
    """

  private static let configuration = """
    {
      "clients": [
        { "name": "shop", "specs": ["specs"], "driver": \(JSON.array(Python.ownDriver.map { .string($0) }).text), "transport": "loopback" }
      ],
      "accepted": "known.json"
    }
    """

  private static func contract(_ scenarios: String) -> String {
    """
    {
      "contract": 1,
      "endpoint": "thing",
      "baseURL": "https://api.example.com",
      "input": { "model": "m-1", "key": "k-wxyz" },
      "scenarios": [
        \(scenarios)
      ]
    }

    """
  }

  private func withFolder(
    _ scenarios: String, client: String = thing, _ body: (URL) async throws -> Void
  ) async throws {
    try await TestFolder.temporary { folder in
      try folder.writePythonDriver(client)
      try folder.write(Self.configuration, to: "contract-run.json")
      try folder.write("[]", to: "known.json")
      try folder.write(Self.contract(scenarios), to: "specs/thing.contract.json")
      try await body(folder)
    }
  }

  private static let valid = #"{ "name": "ok", "response": { "kind": "valid", "body": { "json": { "id": 1 } } } }"#

  /// A client that returns only the last page, and takes a 403 for a 401.
  private static let lastPage = """
    @driver.operation
    def thing(call):
        cursor = None
        while True:
            url = f"{call.base_url}/thing" + (f"?cursor={cursor}" if cursor else "")
            try:
                with urllib.request.urlopen(url) as response:
                    page = json.load(response)
            except urllib.error.HTTPError as error:
                raise PermissionError() if error.code in (401, 403) else LookupError()
            cursor = page["next"]
            if not cursor:
                return page["items"]
    """

  @Test(
    "elements of which nothing arrives are noted, and two statuses with one failure, and lists without a second page",
    arguments: [true, false])
  func pages(_ hasTwo: Bool) async throws {
    func page(_ item: String, _ next: String) -> String {
      #"{ "kind": "valid", "body": { "json": { "items": [{ "name": "\#(item)" }], "next": \#(next) } } }"#
    }
    let two = """
      { "name": "two", "exchanges": [
          { "request": { "method": "GET", "path": "/thing" }, "response": \(page("a", #""c2""#)) },
          { "request": { "method": "GET", "path": "/thing", "query": { "cursor": "c2" } }, "response": \(page("b", "null")) }
        ] }
      """
    let one = #"{ "name": "one", "response": \#(page("a", "null")) }"#
    let errors = [401, 403, 404].map {
      #"{ "name": "s\#($0)", "response": { "kind": "statusError", "status": \#($0) } }"#
    }
    try await withFolder(([one] + (hasTwo ? [two] : []) + errors).joined(separator: ",\n"), client: Self.lastPage) {
      folder in
      let learned = try await contractRun(["learn"], in: folder)
      #expect(learned.status == 0, "\(learned.output)\(learned.errors)")
      let notes = learned.output.split(separator: "\n").filter { $0.hasPrefix("note: ") && !$0.contains("no request") }
      expectTexts(
        notes.map(String.init),
        are: [
          #"note: thing: the statuses 401 and 403 give the same outcome, {"failure":{"category":"other","type":"PermissionError"}}"#,
          hasTwo
            ? #"note: thing: "two": the outcome has elements of answer 2, but nothing of answer 1"#
            : "note: thing: no scenario has a second page, because /next is null in each answer",
        ])
    }
  }

  @Test("inputs that are in no request, versions, and what no scenario checks; prove lists the same")
  func notes() async throws {
    try await withFolder(Self.valid) { folder in
      let learned = try await contractRun(["learn", "--write"], in: folder)
      #expect(learned.status == 0, "\(learned.output)\(learned.errors)")
      expectText(
        learned.output.components(separatedBy: "\n\n").dropFirst().joined(separator: "\n\n"),
        is: """
          note: thing: header X-Client-Info accepts every version

          note: thing: header X-Tenant-Key accepts every value, because the contract does not contain the client's

          note: thing: input /model is in no request

          learned 1 scenario
            wrote  specs/thing.contract.json
          2 parts of requests are not checked: contract-run --prove
          next: run the contracts: contract-run

          """)
      let request = try #require(JSON.parse(Array((folder.text("specs/thing.contract.json") ?? "").utf8))?["request"])
      #expect(
        request["headers"]?.text
          == #"{"X-Api-Key":"k-wxyz","X-Client-Info":{"$regex":"^shop-py\/[0-9A-Za-z.+-]+$"},"X-Tenant-Key":{"$regex":"^.+$"}}"#
          .replacing(#"\/"#, with: "/"))
      let proved = try await contractRun(["run", "--prove"], in: folder)
      let rows = proved.output.split(separator: "\n").filter { $0.contains("X-") || $0.contains("Sec-") }
      expectText(
        rows.joined(separator: "\n"),
        is: """
            :6  survived: header X-Client-Info  another value passes; describe it more closely
            :6  survived: header X-Tenant-Key   another value passes; describe it more closely
          """)
    }
  }

  /// Scenarios of two requests, or one if the first one fails, with the input of each.
  private static let spellings = #"""
    {
      "contract": 1,
      "endpoint": "steps",
      "baseURL": "https://api.example.com",
      "input": { "id": "a1", "title": "x y", "mode": "fast", "sort": "new", "secretKey": "abcdefgh" },
      "scenarios": [
        { "name": "plain", "exchanges": [
          { "response": { "kind": "valid", "body": { "json": { "id": 1 } } } },
          { "response": { "kind": "valid", "body": { "json": { "id": 1 } } } } ] },
        { "name": "no such id", "exchanges": [ { "response": { "kind": "statusError", "status": 404 } } ] },
        { "name": "hostile id", "input": { "id": "b/c?d#e", "title": "other", "mode": "slow", "sort": "best", "secretKey": "k" },
          "exchanges": [
            { "response": { "kind": "valid", "body": { "json": { "id": 1 } } } },
            { "response": { "kind": "valid", "body": { "json": { "id": 1 } } } } ] }
      ]
    }

    """#

  @Test("an input that one scenario sends and another one does not is noted, except for what an error prevents")
  func someScenarios() async throws {
    try await withFolder(Self.valid) { folder in
      let steps = """
        @driver.operation
        def steps(call):
            def send(path, data=None):
                urllib.request.urlopen(urllib.request.Request(call.base_url + path, data=data)).read()

            sort = call.argument("sort", str)
            send("/things/" + call.argument("id", str) + ("" if sort == "best" else "?sort=" + sort))
            send("/titles", call.argument("title", str).encode())
        """
      try folder.writePythonDriver(Self.thing + "\n\n\n" + steps)
      try folder.write(Self.spellings, to: "specs/steps.contract.json")
      let learned = try await contractRun(["learn"], in: folder)
      let notes = learned.output.split(separator: "\n").filter { $0.hasPrefix("note: steps: input") }
      expectText(
        notes.joined(separator: "\n"),
        is: #"note: steps: inputs /mode and /secretKey are in no request; input /id is in no request of "hostile id""#)
      // Alone, the scenario with an error does not show what the client would have sent.
      let alone = try await contractRun(["learn", "--filter", "steps/no such id"], in: folder)
      #expect(alone.output.contains("1 scenario can be learned"), "\(alone.output)\(alone.errors)")
      #expect(!alone.output.contains("no request"), "\(alone.output)")
    }
  }

  @Test("a list that is sent without escapes within its elements is noted")
  func unclearList() async throws {
    try await withFolder(Self.valid) { folder in
      let list = """
        @driver.operation
        def things(call):
            query = urllib.parse.urlencode({"ids": ",".join(call.argument("ids", list))})
            with urllib.request.urlopen(call.base_url + "/things?" + query) as response:
                return json.load(response)["id"]
        """
      try folder.writePythonDriver(Self.thing + "\n\n\n" + list)
      try folder.write(
        Self.contract(Self.valid).replacing("\"thing\"", with: "\"things\"")
          .replacing(#"{ "model": "m-1", "key": "k-wxyz" }"#, with: #"{ "ids": ["5,3", "37"] }"#),
        to: "specs/things.contract.json")
      let learned = try await contractRun(["learn", "--filter", "things/"], in: folder)
      expectText(
        learned.output,
        has:
          #"note: things: the list /ids is sent as one text that does not show which "," is in an element; a server reads other elements"#
      )
    }
  }

  @Test("a client that sends an input compressed gets no note")
  func compressed() async throws {
    try await withFolder(Self.valid) { folder in
      try folder.writePythonDriver(
        Self.thing.replacing(#"["Sec-Fetch-Mode"] = "cors""#, with: #"["Content-Encoding"] = "x-own""#))
      let learned = try await contractRun(["learn"], in: folder)
      #expect(learned.output.contains("1 scenario can be learned"), "\(learned.output)\(learned.errors)")
      #expect(!learned.output.contains("no request"), "\(learned.output)")
    }
  }

  @Test("a wrong key is named with the input that it should be, and the summary of a run counts what nobody checks")
  func wrongKey() async throws {
    try await withFolder(Self.valid) { folder in
      try folder.writePythonDriver(Self.thing.replacing(#"call.argument("key", str)"#, with: #""k-456""#))
      let learned = try await contractRun(["learn", "--write"], in: folder)
      #expect(
        learned.output.split(separator: "\n").filter {
          $0.hasPrefix("note") && ($0.contains("-Key") || $0.contains("/key"))
        }
          == [
            "note: thing: header X-Api-Key is not input /key, so it accepts every value",
            "note: thing: header X-Tenant-Key accepts every value, because the contract does not contain the client's",
          ])
      for words in [[], ["--filter", "thing"]] {
        let ended = try await contractRun(words + ["--verbose", "--report", "json=report.json"], in: folder)
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
        let options = words.map { $0 + " " }.joined()
        #expect(
          ended.output.contains(
            "  unchecked     3 parts of requests, which could change without any failure; contract-run --prove \(options)lists them\n"
          ), "\(ended.output)")
        let report = folder.text("report.json").flatMap { JSON.parse($0) }
        #expect(report?["strength"]?["uncheckedParts"]?.int == 3)
      }
      let proved = try await contractRun(["run", "--prove", "--report", "json=report.json"], in: folder)
      #expect(proved.output.contains("2 of 5 mutants of the requests killed") && !proved.output.contains("unchecked"))
      #expect(folder.text("report.json").flatMap { JSON.parse($0) }?["strength"]?["uncheckedParts"]?.int == 3)
      // Only a whole run knows it.
      #expect(try await !contractRun(["--shard", "1/1"], in: folder).output.contains("unchecked"))
    }
  }

  @Test("refusals that differ only in the ports of the run have one text")
  func ports() {
    let texts = [
      "refused by http://127.0.0.1:40001/x", "refused by http://localhost:40001/x", "refused by http://[::1]:1/x",
      "refused by http://10.0.0.1:80/x",
    ]
    #expect(
      texts.map(ProposedFields.withoutPorts) == [
        "refused by http://127.0.0.1:…/x", "refused by http://localhost:…/x", "refused by http://[::1]:…/x", texts[3],
      ])
  }

  @Test("a client that fails with a valid response can be accepted, and so can failures of learned scenarios")
  func known() async throws {
    try await withFolder(Self.valid.replacing(#""id": 1"#, with: #""name": 1"#)) { folder in
      let refused = try await contractRun(["learn"], in: folder)
      #expect(
        refused.output.contains(
          #"    or        expect a success, and accept that: contract-run learn --write --accept "REASON" --filter "thing/ok""#
        ),
        "\(refused.output)")
      let learned = try await contractRun(["learn", "--write", "--accept", "no id yet"], in: folder)
      #expect(learned.status == 0, "\(learned.output)\(learned.errors)")
      let contract = JSON.parse(Array((folder.text("specs/thing.contract.json") ?? "").utf8))
      #expect(contract?["scenarios"]?.array?[0]["expect"]?.text == #"{"success":{"$any":true}}"#)
      #expect(try await contractRun([], in: folder).status == 0)

      try folder.write("[]", to: "known.json")
      #expect(try await contractRun([], in: folder).status == 1)
      let accepted = try await contractRun(["run", "--accept", "no id yet"], in: folder)
      #expect(accepted.status == 0, "\(accepted.output)\(accepted.errors)")
      expectText(accepted.output, has: "accepted 1 failure in known.json: review the diff")
      #expect(try await contractRun([], in: folder).status == 0)
      #expect(folder.text("specs/thing.contract.json").map { JSON.parse(Array($0.utf8)) } == contract)
    }
  }
}
