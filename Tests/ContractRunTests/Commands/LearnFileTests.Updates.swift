import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

extension LearnFileTests {
  // MARK: Accepted failures

  @Test("--accept expects a failure instead, and accepts what the client does with the reason")
  func known() async throws {
    try await TestFolder.temporary { folder in
      let swallow = LearnSample.scenario("s", #"{ "do": "swallow" }"#, #"{ "kind": "statusError", "status": 500 }"#)
      let crash = LearnSample.scenario("c", #"{ "do": "crash" }"#, #"{ "kind": "statusError", "status": 500 }"#)
      try folder.write(LearnSample.contract([LearnSample.valid, swallow, crash]), to: Self.file)
      try folder.write(configuration(LearnSample.driver("memory"), accepts: true), to: "contract-run.json")
      try folder.write("[]\n", to: "accepted.json")
      let ended = try await contractRun(["learn", "--write", "--accept", "it swallows errors: #12"], in: folder)
      #expect(ended.status == 0, "\(ended.output)")
      #expect(
        LearnSample.withoutNext(ended.output).hasSuffix(
          "learned 3 scenarios\n  wrote  specs/thing.contract.json\n  wrote  accepted.json\n"), "\(ended.output)")
      let json = try #require(folder.text(Self.file).flatMap { JSON.parse($0) })
      let any: JSON = ["failure": "any"]
      #expect(json["scenarios"]?.array?.map { $0["expect"] } == [["success": ["id": 1]], any, any])
      let entries = try #require(folder.text("accepted.json").flatMap { JSON.parse($0) }?.array)
      #expect(
        entries.map { [$0["client"], $0["scenario"], $0["failure"]?["code"]] } == [
          ["one", "s", "mismatch"], ["one", "c", "crashed"], ["two", "s", "mismatch"], ["two", "c", "crashed"],
        ])
      #expect(entries.allSatisfy { $0["because"] == "it swallows errors: #12" && $0["contract"] == "thing" })
      let run = try await contractRun([], in: folder)
      #expect(run.status == 0, "\(run.output)")
      #expect(run.output.contains("4 known issues"), "\(run.output)")
    }
  }

  @Test("--accept accepts what a person must describe: the failure after a valid response")
  func knownAfterValid() async throws {
    try await TestFolder.temporary { folder in
      let text = LearnSample.contract([LearnSample.valid, LearnSample.scenario("c", #"{ "do": "crash" }"#)])
      try folder.write(text, to: Self.file)
      try folder.write(configuration(LearnSample.driver("memory"), accepts: true), to: "contract-run.json")
      // There need not be a file yet.
      let ended = try await contractRun(["learn", "--write", "--accept", "x"], in: folder)
      #expect(ended.status == 0, "\(ended.output)")
      let entries = try #require(folder.text("accepted.json").flatMap { JSON.parse($0) }?.array)
      #expect(
        entries.map { [$0["client"], $0["scenario"], $0["failure"]?["code"]] } == [
          ["one", "c", "crashed"], ["two", "c", "crashed"],
        ])
      let run = try await contractRun([], in: folder)
      #expect(run.status == 0, "\(run.output)")
      #expect(run.output.contains("2 known issues"), "\(run.output)")
    }
  }

  @Test("a broken file of what is accepted is reported before anything runs", arguments: ["garbage", "{}"])
  func brokenFile(_ text: String) async throws {
    try await TestFolder.temporary { folder in
      let contract = LearnSample.contract([LearnSample.valid])
      try folder.write(contract, to: Self.file)
      try folder.write(configuration(LearnSample.driver("memory"), accepts: true), to: "contract-run.json")
      try folder.write(text, to: "accepted.json")
      let ended = try await contractRun(["learn", "--write", "--accept", "x"], in: folder)
      #expect(ended.status == 2)
      #expect(ended.errors.contains("accepted.json"), "\(ended.errors)")
      #expect(folder.text(Self.file) == contract)
    }
  }

  @Test("--accept needs a client of the configuration, and a file")
  func unknownFile() async throws {
    try await TestFolder.temporary { folder in
      try folder.write(LearnSample.contract([LearnSample.valid]), to: Self.file)
      let driver = try await LearnSample.learn(["--accept", "x"], in: folder)
      #expect(driver.status == 2)
      #expect(driver.errors.contains("'--accept' cannot be combined with '-- DRIVER'"), "\(driver.errors)")
      try folder.write(configuration(LearnSample.driver("memory")), to: "contract-run.json")
      let ended = try await contractRun(["learn", "--accept", "x"], in: folder)
      #expect(ended.status == 2)
      expectText(
        ended.errors,
        has: "'--accept' needs a file for what it accepts\ncontract-run: write \"accepted\": \"accepted.json\" into")
    }
  }

  // MARK: Updates

  @Test("--update replaces an expectation and parts of a request that differ, and nothing else")
  func update() async throws {
    try await TestFolder.temporary { folder in
      let text = """
        {
          "contract": 1, "endpoint": "thing", "operation": "play", "baseURL": "http://api.invalid/v1",
          "request": { "method": "GET", "path": "/thing", "query": { "page": { "$type": "string" } },
            "headers": { "X-Kept": { "$regex": "^[a-z]+$" } } },
          "scenarios": [
            { "name": "right", "input": { "send": [{ "method": "GET", "path": "/thing?page=1", "headers": { "X-Kept": "a" } }] },
              "response": { "kind": "valid", "body": { "json": 1 } }, "expect": { "success": 1 } },
            { "name": "wrong", "input": { "send": [{ "method": "POST", "path": "/things?all=1", "headers": { "X-Kept": "b" }, "body": { "a": 1 } }] },
              "response": { "kind": "valid", "body": { "json": 2 } }, "expect": { "success": 1 } }
          ]
        }

        """
      try folder.write(text, to: Self.file)
      let refused = try await LearnSample.learn(["--update"], in: folder)
      // A PATH is given, so this is the whole folder.
      #expect(refused.status == 0, "\(refused.output)\(refused.errors)")
      let ended = try await LearnSample.learn(["--update", "--write", "--filter", "wrong"], in: folder)
      #expect(ended.status == 0, "\(ended.output)")
      expectText(
        ended.output.replacing(#/ -- .*/#, with: " -- DRIVER"),
        is: """
          --- a/specs/thing.contract.json
          +++ b/specs/thing.contract.json
          @@ -6,6 +6,12 @@
               { "name": "right", "input": { "send": [{ "method": "GET", "path": "/thing?page=1", "headers": { "X-Kept": "a" } }] },
                 "response": { "kind": "valid", "body": { "json": 1 } }, "expect": { "success": 1 } },
               { "name": "wrong", "input": { "send": [{ "method": "POST", "path": "/things?all=1", "headers": { "X-Kept": "b" }, "body": { "a": 1 } }] },
          -      "response": { "kind": "valid", "body": { "json": 2 } }, "expect": { "success": 1 } }
          +      "request": {
          +        "method": "POST",
          +        "path": "/things",
          +        "query": { "page": { "$absent": true }, "all": "1" },
          +        "body": { "json": { "a": 1 } }
          +      },
          +      "response": { "kind": "valid", "body": { "json": 2 } }, "expect": { "success": 2 } }
             ]
           }

          learned 1 scenario
            wrote  specs/thing.contract.json
          next: run the contracts: contract-run specs -- DRIVER

          """)
      #expect(try await contractRun(["specs"] + LearnSample.driver("memory"), in: folder).status == 0)
    }
  }

  @Test("--update lists a failure that no contract describes, and leaves known issues alone")
  func updateRefused() async throws {
    try await TestFolder.temporary { folder in
      let expect = #""expect": { "failure": "any" }"#
      let scenarios = ["crash", "swallow"].map { name in
        #"{ "name": "\#(name)", "input": { "do": "\#(name)" }, "response": { "kind": "statusError", "status": 500 }, \#(expect) }"#
      }
      let text = LearnSample.contract(scenarios, members: #""request": { "method": "GET", "path": "/thing" }, "#)
      try folder.write(text, to: Self.file)
      try folder.write(configuration(LearnSample.driver("memory"), accepts: true), to: "contract-run.json")
      try folder.write(
        #"[{ "contract": "thing", "scenario": "swallow", "failure": { "code": "mismatch" }, "because": "x" }]"#,
        to: "accepted.json")
      let ended = try await contractRun(["learn", "--update", "--write", "specs"], in: folder)
      #expect(ended.status == 1)
      #expect(ended.output.contains("the driver was ended by SIGABRT"), "\(ended.output)")
      #expect(!ended.output.contains("swallow"), "\(ended.output)")
      #expect(folder.text(Self.file) == text)
    }
  }

  @Test("--update does not change an expectation that a reference names without --write-shared")
  func updateReference() async throws {
    try await TestFolder.temporary { folder in
      let scenarios = [
        #"{ "name": "one", "response": { "kind": "valid", "body": { "json": 1 } }, "expect": { "success": 1 } }"#,
        ##"{ "name": "two", "response": { "kind": "valid", "body": { "json": 2 } }, "expect": { "$ref": "#/scenarios/0/expect" } }"##,
      ]
      let text = LearnSample.contract(scenarios, members: #""request": { "method": "GET", "path": "/thing" }, "#)
      try folder.write(text, to: Self.file)
      let ended = try await LearnSample.learn(["--update", "--write", "--filter", "thing/two"], in: folder)
      #expect(ended.status == 1)
      #expect(folder.text(Self.file) == text)
    }
  }

  @Test("--update without a choice of scenarios is refused")
  func updateAll() async throws {
    try await TestFolder.temporary { folder in
      try folder.write(configuration(LearnSample.driver("memory")), to: "contract-run.json")
      try folder.write(LearnSample.contract([LearnSample.valid]), to: Self.file)
      let ended = try await contractRun(["learn", "--update"], in: folder)
      #expect(ended.status == 2)
      #expect(ended.errors.contains("'--update' needs a --filter or a PATH"), "\(ended.errors)")
    }
  }
}
