import Foundation
import TestSupport
import Testing

@testable import ContractTesting

@Suite("Contracts in a test process: reading them")
struct ContractSuiteTests {
  private static func problem(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch let error as ContractSuite.LoadError {
      #expect(error.errorDescription == error.description)
      return error.description
    } catch {
      return "another error: \(error)"
    }
  }

  @Test("scenarios have the same ids and order as in the command, and can be found by their ids")
  func ids() async throws {
    let files = [
      "b.contract.json": SpecsFixture.contract("get", SpecsFixture.scenario("one"), SpecsFixture.scenario("two")),
      "a/deep.contract.json": SpecsFixture.contract("get", SpecsFixture.scenario("one")), "data.json": "[]",
    ]
    try await SpecsFixture.with(files) { fixture in
      let tests = try fixture.tests()
      #expect(tests.client == "thing")
      #expect(tests.scenarios.map(\.id) == ["thing/a/deep/one", "thing/b/one", "thing/b/two"])
      #expect(tests.scenarios.map { "\($0)" } == tests.scenarios.map(\.id))
      #expect(tests.scenarios.map(\.name) == ["one", "one", "two"])
      #expect(tests.scenarios.map(\.contract) == ["a/deep", "b", "b"])
      #expect(tests.scenarios.map(\.line) == [5, 5, 6])
      #expect(fixture.shown(tests.scenarios[0].file) == "FOLDER/specs/a/deep.contract.json")
      #expect(tests.contracts.map(\.id) == ["thing/a/deep", "thing/b"])
      #expect(tests.contracts.map { "\($0)" } == ["a/deep", "b"])
      #expect(try tests.contract("b").scenarios == Array(tests.scenarios[1...]))
      #expect(Set(tests.scenarios + tests.scenarios).count == 3)
      #expect(tests.skipped.isEmpty && tests.warnings == [])
    }
  }

  @Test("multiple folders and files can be given, and a contract's name is relative to the folder of its file")
  func several() async throws {
    let files = [
      "a/x.contract.json": SpecsFixture.contract("get", SpecsFixture.scenario("one")),
      "b/y.contract.json": SpecsFixture.contract("get", SpecsFixture.scenario("one")),
    ]
    try await SpecsFixture.with(files) { fixture in
      let tests = try ContractSuite(
        client: "c", specs: fixture.specs + "/a", fixture.specs + "/b/y.contract.json", driver: ThingDriver.self)
      #expect(tests.scenarios.map(\.id) == ["c/x/one", "c/y/one"])
    }
  }

  @Test("all diagnostics are thrown in one error, with the command's text")
  func diagnostics() async throws {
    let files = [
      "a.contract.json": #"{ "contract": 1, "endpoint": "a", "scenarioz": [] }"#,
      "b.contract.json": SpecsFixture.contract(
        "get", SpecsFixture.scenario("one"), SpecsFixture.scenario("one", more: #""within": 0, "#)),
    ]
    try await SpecsFixture.with(files) { fixture in
      let error = #expect(throws: ContractSuite.LoadError.self) { try fixture.tests() }
      expectText(
        fixture.shown(error?.description),
        is: """
          FOLDER/specs/a.contract.json:1:1: error: missing member "scenarios" in a contract
              { "contract": 1, "endpoint": "a", "scenarioz": [] }
              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          FOLDER/specs/a.contract.json:1:35: error: unknown member "scenarioz" in a contract
              { "contract": 1, "endpoint": "a", "scenarioz": [] }
                                                ^~~~~~~~~~~
            note: did you mean "scenarios"?
            note: allowed: $schema, contract, endpoint, operation, description, tags, baseURL, baseURLs, input, request, requests, scenarios, variations, verify, extends
          FOLDER/specs/b.contract.json:6:15: error: duplicate scenario name "one"
                  { "name": "one", "within": 0, "response": { "kind": "valid", "body": { "json": 1 } }, "expect": { "succes…
                            ^~~~~
            note: first written at FOLDER/specs/b.contract.json:5:15
          FOLDER/specs/b.contract.json:6:32: error: "within" is the number 0, expected a number of seconds greater than 0
                  { "name": "one", "within": 0, "response": { "kind": "valid", "body": { "json": 1 } }, "expect": { "succes…
                                             ^
          4 errors in 2 files
          """)
    }
  }

  @Test("a folder without contracts is an error, and so is an empty list of folders")
  func empty() async throws {
    try await SpecsFixture.with { fixture in
      expectText(
        fixture.shown(Self.problem { _ = try fixture.tests() }),
        is: """
          FOLDER/specs: error: no contracts found
            note: a contract is a file whose name ends in .contract.json
          1 error in 1 file
          """)
      expectText(
        fixture.shown(
          Self.problem {
            _ = try ContractSuite(client: "c", specs: fixture.specs + "/x", driver: ThingDriver.self)
          }),
        is: """
          FOLDER/specs/x: error: cannot be read: no such file or folder
          1 error in 1 file
          """)
      expectText(
        Self.problem { _ = try ContractSuite(client: "c", driver: ThingDriver.self) },
        is: "no scenario runs, so nothing would be tested")
    }
  }

  @Test("skipped scenarios are listed with reasons and never run; if all scenarios are skipped, that is thrown")
  func skipped() async throws {
    let later = SpecsFixture.scenario("later", more: #""skip": "the server cannot do it yet", "#)
    let elsewhere = SpecsFixture.scenario("elsewhere", more: #""transports": ["loopback"], "#)
    let files = [
      "a.contract.json": SpecsFixture.contract("get", later, elsewhere),
      "b.contract.json": SpecsFixture.contract("get", SpecsFixture.scenario("one"), later),
    ]
    try await SpecsFixture.with(files) { fixture in
      let tests = try fixture.tests()
      #expect(tests.scenarios.map(\.id) == ["thing/b/one"])
      expectTexts(
        tests.skipped.map(\.description),
        are: [
          "thing/a/later: the server cannot do it yet",
          "thing/a/elsewhere: the contract allows only loopback",
          "thing/b/later: the server cannot do it yet",
        ])
      let nothing = try await tests.contract("a").failure()
      expectText(
        nothing,
        is: """
          no scenario runs, so nothing would be tested:
            thing/a/later: the server cannot do it yet
            thing/a/elsewhere: the contract allows only loopback
          """)
      #expect(try await tests.contract("b").failure() == nil)
      #expect(
        Self.problem {
          _ = try ContractSuite(client: "thing", specs: fixture.specs + "/a.contract.json", driver: ThingDriver.self)
        } == nothing)
    }
  }

  @Test("warnings about a contract are available, and its scenarios still run")
  func warnings() async throws {
    let scenario = """
      { "name": "one", "response": { "kind": "corruptJSON", "body": { "text": "[1,]" } }, "expect": { "failure": "decoding" } }
      """
    try await SpecsFixture.with(["a.contract.json": SpecsFixture.contract("get", scenario)]) { fixture in
      let tests = try fixture.tests()
      #expect(tests.scenarios.count == 1)
      #expect(tests.warnings.count == 1)
      expectText(tests.warnings.first, ends: "docs/warnings.md#lenient-json")
    }
  }

  @Test("a warning says if changed fields are not compared with what is accepted, and what to pass")
  func noAccepted() async throws {
    let scenario = SpecsFixture.scenario("one")
    let approved = SpecsFixture.contract("get", scenario, more: #""variations": { "fields": "approved" }, "#)
    let bySchema = SpecsFixture.contract(
      "get", scenario, more: #""variations": { "fields": { "$jsonSchema": { "type": "integer" } } }, "#)
    let files = ["a.contract.json": approved, "b.contract.json": bySchema, "accepted.json": "[]"]
    try await SpecsFixture.with(files) { fixture in
      func warnings(_ accepted: String?, _ variations: ContractSuite.Variations) throws -> [String] {
        let tests = try ContractSuite(
          client: "thing", specs: fixture.specs, driver: ThingDriver.self, accepted: accepted,
          variations: variations)
        return tests.warnings.compactMap { fixture.shown($0) }
      }
      for variations in [ContractSuite.Variations.declared, .all] {
        expectTexts(
          try warnings(nil, variations),
          are: [
            """
            FOLDER/specs/a.contract.json:2:32: warning: what the client does with changed fields is not compared, because no test names a file of what is accepted
                  "contract": 1, "variations": { "fields": "approved" }, "endpoint": "thing", "operation": "get",
                                               ^~~~~~~~~~~~~~~~~~~~~~~~
              note: pass `accepted`: the path of the file that "accepted" names in contract-run.json
            """
          ])
      }
      #expect(try warnings(nil, .none) == [])
      #expect(try warnings(fixture.specs + "/accepted.json", .declared) == [])
    }
  }

  @Test("an unknown contract is thrown with the nearest name and the list of all names")
  func nearNames() async throws {
    let files = [
      "create-todo.contract.json": SpecsFixture.contract("get", SpecsFixture.scenario("one")),
      "login.contract.json": SpecsFixture.contract("get", SpecsFixture.scenario("one")),
    ]
    try await SpecsFixture.with(files) { fixture in
      let tests = try fixture.tests()
      expectText(
        Self.problem { _ = try tests.contract("createTodo") },
        is: """
          unknown contract "createTodo", did you mean "create-todo"?
            contracts: create-todo, login
          """)
      expectText(
        Self.problem { _ = try tests.contract("x") },
        is: """
          unknown contract "x"
            contracts: create-todo, login
          """)
    }
  }

  @Test("an invalid client name or timeout is thrown")
  func parameters() {
    expectText(
      Self.problem { _ = try ContractSuite(client: "a/b", specs: "specs", driver: ThingDriver.self) },
      is: #"a client's name must not be empty or contain a slash, found "a/b""#)
    expectText(
      Self.problem { _ = try ContractSuite(client: "", specs: "specs", driver: ThingDriver.self) },
      is: #"a client's name must not be empty or contain a slash, found """#)
    for seconds in [0, -1, .infinity, .nan] {
      expectText(
        Self.problem {
          _ = try ContractSuite(client: "a", specs: "specs", driver: ThingDriver.self, timeout: seconds)
        }, is: "`timeout` must be a number of seconds greater than 0 and at most a day, found \(seconds)")
    }
  }

  @Test("relative paths start at the nearest package or Xcode project above the test's file")
  func folder() async throws {
    try await SpecsFixture.with { fixture in
      for path in ["Package.swift", "App/App.xcodeproj/x", "Tests/T/t.swift"] { try fixture.write("", to: path) }
      let root = fixture.folder.path
      #expect(SpecsFolder(of: "\(root)/Tests/T/t.swift").path == root)
      #expect(SpecsFolder(of: "\(root)/t.swift").path == root)
      #expect(SpecsFolder(of: "\(root)/App/Tests/t.swift").path == "\(root)/App")
      #expect(SpecsFolder(of: "\(root)/App/Tests/t.swift").path("../specs") == "\(root)/specs")
      #expect(SpecsFolder(of: "\(root)/t.swift").path("/specs/a") == "/specs/a")
      let current = FileManager.default.currentDirectoryPath
      #expect(SpecsFolder(of: "/no-such-folder/t.swift").path == current)
      #expect(SpecsFolder(of: "/no-such-folder/t.swift").path("specs") == "specs")
      try fixture.write(SpecsFixture.contract("get", SpecsFixture.scenario("one")), to: "specs/x.contract.json")
      let tests = try ContractSuite(
        client: "c", specs: "specs", driver: ThingDriver.self, file: "\(root)/Tests/T/t.swift")
      #expect(tests.scenarios.map(\.id) == ["c/x/one"])
    }
  }
}
