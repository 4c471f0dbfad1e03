import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("Rules that learn proposes", .slow, .enabled(if: Python.isThere, Python.absence))
struct LearnRulesTests {
  private static let file = "specs/price.contract.json"

  /// A client that sends a request again after some statuses, three times in all.
  private static func repeating(_ data: String = "None") -> String {
    """
    @driver.operation
    def price(call):
        for attempt in range(3):
            try:
                url = call.base_url + "/prices/" + urllib.parse.quote(call.argument("article", str), safe="")
                request = urllib.request.Request(url, data=\(data))
                with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=3) as response:
                    if response.status != 200:
                        raise ValueError("not 200")
                    return json.loads(response.read().decode())["cents"]
            except urllib.error.HTTPError as error:
                if attempt == 2 or error.code not in (429, 503):
                    raise
    """
  }

  /// A client that checks its input.
  private static let checking = """
    @driver.operation
    def price(call):
        article = call.argument("article", str)
        if not set(article) <= set("abcdefghijklmnopqrstuvwxyz"):
            raise ValueError("no article")
        with urllib.request.urlopen(call.base_url + "/prices/" + article, timeout=3) as response:
            return json.loads(response.read().decode())["cents"]
    """

  /// A client that does not escape what it puts into a path. Its stack refuses some of that.
  private static let careless = """
    @driver.operation
    def price(call):
        with urllib.request.urlopen(call.base_url + "/prices/" + call.argument("article", str), timeout=3) as response:
            return json.loads(response.read().decode())["cents"]
    """

  private static func contract(_ rules: String, method: String = "GET") -> String {
    """
    {
      "contract": 1,
      "endpoint": "price",
      "input": { "article": "tea" },
      "request": { "method": "\(method)", "path": "/prices/tea" },
      \(rules),
      "scenarios": [
        {
          "name": "found",
          "response": { "kind": "valid", "body": { "json": { "cents": 450 } } },
          "expect": { "success": 450 }
        }
      ]
    }

    """
  }

  /// Learns from a client.
  private func learn(
    _ client: String, _ contract: String, write: Bool = false, in folder: URL
  ) async throws -> BuiltCommand.Ended {
    try folder.write(contract, to: Self.file)
    try folder.writePythonDriver(client)
    let options = write ? ["--write"] : []
    return try await contractRun(["learn"] + options + ["specs", "--"] + Python.ownDriver, in: folder)
  }

  /// Expects that `learn --write` changes the rules of a contract, and that the run is green then.
  ///
  /// - Parameters:
  ///   - rules: The rules that the contract has.
  ///   - hunk: The line of the diff that has the numbers of its lines.
  ///   - change: The lines of the diff that differ.
  ///   - note: What the client does.
  private func expectWritten(
    by client: String, with rules: String, hunk: String, change: String, note: String
  ) async throws {
    try await TestFolder.temporary { folder in
      let learned = try await learn(client, Self.contract(rules), write: true, in: folder)
      #expect(learned.status == 0, "\(learned.errors)")
      expectText(
        learned.output,
        is: """
          nothing to learn: 1 scenario has an expectation and a request
          --- a/specs/price.contract.json
          +++ b/specs/price.contract.json
          \(hunk)
             "endpoint": "price",
             "input": { "article": "tea" },
             "request": { "method": "GET", "path": "/prices/tea" },
          \(change)
             "scenarios": [
               {
                 "name": "found",

          note: \(note)

          learned rules of 1 contract: review the diff
            wrote  specs/price.contract.json
          next: run the contracts: contract-run specs -- \(Python.ownDriver.joined(separator: " "))

          """)
      let run = try await contractRun(["specs", "--"] + Python.ownDriver, in: folder)
      #expect(run.status == 0, "\(run.output)")
    }
  }

  @Test("a request that is sent again after an error status becomes attempts, with which the run is green")
  func attempts() async throws {
    try await expectWritten(
      by: Self.repeating(), with: #""variations": true"#, hunk: "@@ -3,7 +3,7 @@",
      change: """
        -  "variations": true,
        +  "variations": { "usual": true, "attempts": 3 },
        """,
      note: #"price: the client sends the request up to 3 times after an error: "attempts": 3"#)
  }

  @Test("nothing is proposed for a request that comes again if no answer comes, because HTTP stacks do that themselves")
  func resent() async throws {
    let client = """
      @driver.operation
      def price(call):
          for attempt in range(2):
              try:
                  with urllib.request.urlopen(call.base_url + "/prices/tea", timeout=3) as response:
                      return json.loads(response.read().decode())["cents"]
              except ConnectionError:
                  if attempt == 1:
                      raise
      """
    try await TestFolder.temporary { folder in
      let rules = #""variations": { "networkError": { "failure": "any" } }"#
      let learned = try await learn(client, Self.contract(rules), in: folder)
      #expect(learned.status == 0, "\(learned.errors)")
      expectText(learned.output, is: "nothing to learn: 1 scenario has an expectation and a request\n")
      let run = try await contractRun(["specs", "--"] + Python.ownDriver, in: folder)
      #expect(run.status == 0, "\(run.output)")
    }
  }

  @Test("more attempts are proposed than a contract has, and none if it has enough")
  func moreAttempts() async throws {
    try await TestFolder.temporary { folder in
      let few = Self.contract(#""variations": { "statusError": { "failure": "any" }, "attempts": 2 }"#)
      expectText(
        try await learn(Self.repeating(), few, in: folder).output,
        is: """
          nothing to learn: 1 scenario has an expectation and a request
          --- a/specs/price.contract.json
          +++ b/specs/price.contract.json
          @@ -3,7 +3,7 @@
             "endpoint": "price",
             "input": { "article": "tea" },
             "request": { "method": "GET", "path": "/prices/tea" },
          -  "variations": { "statusError": { "failure": "any" }, "attempts": 2 },
          +  "variations": { "statusError": { "failure": "any" }, "attempts": 3 },
             "scenarios": [
               {
                 "name": "found",

          note: price: the client sends the request up to 3 times after an error: "attempts": 3

          rules of 1 contract can be learned
          write it: contract-run learn --write specs -- \(Python.ownDriver.joined(separator: " "))

          """)
      let enough = few.replacingOccurrences(of: #""attempts": 2"#, with: #""attempts": 3"#)
      expectText(
        try await learn(Self.repeating(), enough, in: folder).output,
        is: "nothing to learn: 1 scenario has an expectation and a request\n")
    }
  }

  @Test("attempts are not proposed for a POST, which may act twice")
  func post() async throws {
    try await TestFolder.temporary { folder in
      let contract = Self.contract(#""variations": { "statusError": { "failure": "any" } }"#, method: "POST")
      let ended = try await learn(Self.repeating("b\"{}\""), contract, write: true, in: folder)
      #expect(ended.status == 1)
      expectText(
        ended.output,
        is: """
          nothing to learn: 1 scenario has an expectation and a request
          ✗ price: the client sends the request up to 3 times after an error, and a server may act on each POST; if it does not, write "attempts": 3

          """)
      #expect(folder.text(Self.file) == contract)
    }
  }

  @Test("a string of the input whose hostile values the client refuses in one way becomes an exception")
  func refused() async throws {
    try await expectWritten(
      by: Self.checking, with: #""variations": { "hostile": true }"#, hunk: "@@ -3,7 +3,7 @@",
      change: """
        -  "variations": { "hostile": true },
        +  "variations": { "hostile": { "except": ["/article"] } },
        """,
      note: "price: the client refuses each hostile value of /article itself, with ValueError")
  }

  @Test("what a client does not escape, so that its stack refuses some of it, is not an exception")
  func careless() async throws {
    try await TestFolder.temporary { folder in
      let ended = try await learn(Self.careless, Self.contract(#""variations": { "hostile": true }"#), in: folder)
      #expect(ended.status == 0)
      expectText(ended.output, is: "nothing to learn: 1 scenario has an expectation and a request\n")
    }
  }

  @Test("rules that are in another file are not written, but named")
  func shared() async throws {
    try await TestFolder.temporary { folder in
      try folder.write(#"{ "variations": { "usual": true, "hostile": true } }"#, to: "specs/base.json")
      let contract = Self.contract(#""extends": "base.json""#)
      let client = Self.repeating().replacingOccurrences(
        of: "    for attempt",
        with: "    if call.argument(\"article\", str) != \"tea\":\n        raise ValueError()\n    for attempt")
      let ended = try await learn(client, contract, in: folder)
      #expect(ended.status == 1)
      expectText(
        ended.output,
        is: """
          nothing to learn: 1 scenario has an expectation and a request
          ✗ price: the client sends the request up to 3 times after an error, and "variations" is in another file: write "attempts": 3 there

          ✗ price: "hostile" is in another file: write "except": ["/article"] there

          note: price: the client refuses each hostile value of /article itself, with ValueError

          """)
    }
  }

  /// A client that leaves out what its language takes for false, and sends one text as a word.
  private static let careful = """
    @driver.operation
    def price(call):
        given = call.input or {}
        body = {name: given[name] for name in ("note", "tags", "count") if given.get(name)}
        body["currency"] = str(given.get("currency"))
        request = urllib.request.Request(call.base_url + "/prices/tea", data=json.dumps(body).encode(), method="PUT")
        request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request, timeout=3) as response:
            return json.loads(response.read().decode())["cents"]
    """

  @Test("values that a client leaves out, and that often mean nothing, become leftOut; others are named once")
  func inputs() async throws {
    try await TestFolder.temporary { folder in
      let contract = """
        {
          "contract": 1,
          "endpoint": "price",
          "input": { "note": "dried", "tags": ["red", "blue"], "count": 12, "currency": "CHF" },
          "request": {
            "method": "PUT", "path": "/prices/tea",
            "body": { "json": { "note": "dried", "tags": ["red", "blue"], "count": 12, "currency": "CHF" } }
          },
          "variations": { "inputs": { "except": ["/tags: list of one"] } },
          "scenarios": [
            {
              "name": "saved",
              "response": { "kind": "valid", "body": { "json": { "cents": 450 } } },
              "expect": { "success": 450 }
            }
          ]
        }

        """
      let ended = try await learn(Self.careful, contract, in: folder)
      #expect(ended.status == 1)
      expectText(
        ended.output,
        is: """
          nothing to learn: 1 scenario has an expectation and a request
          --- a/specs/price.contract.json
          +++ b/specs/price.contract.json
          @@ -6,7 +6,7 @@
               "method": "PUT", "path": "/prices/tea",
               "body": { "json": { "note": "dried", "tags": ["red", "blue"], "count": 12, "currency": "CHF" } }
             },
          -  "variations": { "inputs": { "except": ["/tags: list of one"] } },
          +  "variations": { "inputs": { "except": ["/tags: list of one"], "leftOut": ["null", "empty list"] } },
             "scenarios": [
               {
                 "name": "saved",

          ✗ price: a missing value is sent as the text None (/currency); fix the client

          ✗ price: null is sent as the text None (/currency); fix the client

          ✗ price: empty string is left out (/note); fix the client, or add "empty string" to "leftOut" of "inputs" if it is right

          ✗ price: zero is left out (/count); fix the client, or add "zero" to "leftOut" of "inputs" if it is right

          note: price: empty list is left out (/tags): "empty list" in "leftOut"

          rules of 1 contract can be learned
          write it: contract-run learn --write specs -- \(Python.ownDriver.joined(separator: " "))

          """)
    }
  }
}
