import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("A contract extends a file with the parts that contracts share")
struct ExtendsTests {
  private let scenarios = #"[{"name": "a", "response": {"kind": "valid"}, "expect": {"success": null}}]"#

  @Test("a base's members are defaults: the request is merged, and any other member is replaced whole")
  func members() throws {
    let folder = try ContractFolder([
      "x.contract.json": #"""
      {
        "$schema": "mine", "extends": "common/base.json", "tags": ["own"],
        "baseURLs": {"files": "http://files.localhost"},
        "request": {"path": "/todos", "headers": {"x-trace": null, "X-Own": "1"}, "query": {"page": 2}},
        "scenarios": \#(scenarios)
      }
      """#,
      "common/base.json": #"""
      {
        "$schema": "base", "contract": 1, "endpoint": "e", "tags": ["base"], "baseURL": "http://localhost:8080",
        "baseURLs": {"auth": "http://auth.localhost"}, "operation": "op",
        "request": {
          "method": "GET", "path": "/", "headers": {"Accept": "a/b", "X-Trace": "t"}, "query": {"page": 1, "size": 5},
          "timeout": 3
        }
      }
      """#,
    ])
    #expect(
      try ReferencesTests.assembled(folder) == [
        "$schema": "mine", "extends": "common/base.json", "contract": 1, "endpoint": "e", "tags": ["own"],
        "operation": "op", "baseURL": "http://localhost:8080", "baseURLs": ["files": "http://files.localhost"],
        "request": [
          "method": "GET", "path": "/todos", "headers": ["Accept": "a/b", "X-Own": "1"],
          "query": ["page": 2, "size": 5], "timeout": 3,
        ], "scenarios": try #require(JSON.parse(scenarios)),
      ])
    let set = folder.load()
    #expect(set.diagnostics.map(\.text) == [])
    let contract = try #require(set.contracts.first)
    let shape = contract.scenarios[0].exchanges[0].shape
    func at(_ range: SourceRange?) -> String? { range?.description.replacing(folder.path + "/", with: "") }
    #expect(at(shape.method.range) == "common/base.json:5:15")
    #expect(at(shape.path.range) == "x.contract.json:4:23")
    #expect(shape.headers.map { at($0.range) } == ["common/base.json:5:47", "x.contract.json:4:62"])
    #expect(at(contract.baseURL.range) == "common/base.json:2:83")
    #expect(at(contract.range) == "x.contract.json:2:33")
    #expect(contract.files == [folder.path + "/common/base.json"])
  }

  @Test("a base can extend another one, by a path from its own folder, and the nearer one takes precedence")
  func chain() throws {
    let folder = try ContractFolder([
      "x.contract.json": #"{"extends": "a/one.json", "request": {"headers": {"C": "3"}}, "scenarios": \#(scenarios)}"#,
      "a/one.json": #"{"extends": "../two.json", "endpoint": "one", "request": {"headers": {"B": "2", "A": null}}}"#,
      "two.json": #"""
      {
        "$schema": "its own", "contract": 1, "endpoint": "two", "operation": "two",
        "request": {"method": "GET", "path": "/", "headers": {"A": "1"}}
      }
      """#,
    ])
    let set = folder.load()
    #expect(set.diagnostics.map(\.text) == [])
    let contract = try #require(set.contracts.first)
    #expect(contract.endpoint == "one" && contract.operation.value == "two")
    #expect(contract.scenarios[0].exchanges[0].shape.headers.map(\.name) == ["B", "C"])
    #expect(contract.files == ["/a/one.json", "/two.json"].map { folder.path + $0 })
    #expect(try ReferencesTests.assembled(folder)["$schema"] == nil)
  }

  @Test("scenarios and all other members may come from a base, and bases may contain references")
  func everything() throws {
    let folder = try ContractFolder([
      "x.contract.json": #"{"contract": 1, "extends": "base.json", "endpoint": "x"}"#,
      "y.contract.json": ##"""
      {"contract": 1, "extends": "base.json", "endpoint": "y", "request": {"$ref": "#/input"}, "input": {"path": "/y"}}
      """##,
      "base.json": #"""
      {
        "request": {"$ref": "parts/r.json#/request"},
        "scenarios": [
          {"name": "a", "response": {"$ref": "parts/r.json#/response"}, "expect": {"success": null}},
          {"name": "b", "response": {"kind": "valid"}, "expect": {"success": null}}
        ]
      }
      """#,
      "parts/r.json": #"{"request": {"method": "GET", "path": "/"}, "response": {"kind": "valid", "status": 204}}"#,
    ])
    let set = folder.load()
    #expect(set.diagnostics.map(\.text) == [])
    #expect(set.contracts.map { $0.scenarios.map(\.name) } == [["a", "b"], ["a", "b"]])
    #expect(set.contracts.map { $0.scenarios[0].exchanges[0].shape.path.value } == ["/", "/y"])
    #expect(set.contracts.map { $0.scenarios[0].exchanges[0].response.status } == [204, 204])
    func at(_ range: SourceRange) -> String { range.description.replacing(folder.path + "/", with: "") }
    let scenario = try #require(set.contracts.first { $0.endpoint == "y" }).scenario("b")
    #expect(at(scenario.range) == "base.json:5:14")
    #expect(at(scenario.declarationRange) == "y.contract.json:1:28")
  }

  @Test("a contract does not have to use every named request of its base")
  func sharedRequests() throws {
    let folder = try ContractFolder([
      "base.json": #"""
      {"request": {"method": "GET", "path": "/"}, "requests": {"log in": {"method": "POST", "path": "/in"}}}
      """#,
      "x.contract.json": #"""
      {"contract": 1, "extends": "base.json", "endpoint": "x", "scenarios": [
        {"name": "a", "exchanges": [{"request": "log in", "response": {"kind": "valid"}}], "expect": {"success": null}}]}
      """#,
      "y.contract.json": ##"{"contract": 1, "extends": "base.json", "endpoint": "y", "scenarios": \##(scenarios)}"##,
    ])
    let set = folder.load()
    #expect(set.diagnostics.map(\.text) == [])
    #expect(set.contracts.map { $0.scenarios[0].exchanges[0].shape.path.value } == ["/in", "/"])
  }

  @Test("two contracts of one name that share a base's endpoint are reported in their own files")
  func names() throws {
    let contract = #"{"extends": "base.json", "scenarios": \#(scenarios)}"#
    let base = #"{"contract": 1, "endpoint": "e", "request": {"method": "GET", "path": "/"}}"#
    let folder = try ContractFolder([
      "1/x.contract.json": contract, "2/x.contract.json": contract, "1/base.json": base, "2/base.json": base,
    ])
    let set = ContractSet.load([folder.path + "/1", folder.path + "/2"])
    #expect(set.diagnostics.map { $0.range.description } == [folder.path + "/2/x.contract.json:1:13"])
  }

  @Test("a contract of an unknown version is not read any further")
  func version() throws {
    let folder = try ContractFolder(["x.contract.json": #"{"contract": 2, "extends": "gone.json"}"#])
    expectTexts(
      folder.load().diagnostics.map(\.message),
      are: [
        "unknown version 2 of the contract format; this contract-run reads version 1"
      ])
  }

  @Test(
    "the schema checks both a contract that extends a file and that file", .slow,
    .enabled(if: Python.hasJSONSchema, Python.noJSONSchema))
  func schema() throws {
    let contracts = [
      #"{"extends": "base.json"}"#,
      #"{"extends": "../base.json", "request": {"headers": {"A": null}}, "input": {"$ref": "a.json#/b~1c/%22"}}"#,
      #"{"extends": 1}"#, #"{"extends": "x.contract.json"}"#, #"{"extends": "base.json", "contract": 2}"#,
      #"{"contract": 1, "endpoint": "e", "request": {"headers": {"A": null}}, "scenarios": \#(scenarios)}"#,
      #"{"extends": "base.json", "colors": 1}"#, #"{"extends": "base.json", "input": {"$ref": "a.json", "b": 1}}"#,
      #"{"extends": "base.json", "request": {"$ref": "a.json"}, "scenarios": [{"$ref": "a.json#/0"}]}"#,
    ]
    #expect(try Python.validate(contracts) == [true, true, false, false, false, false, false, false, true])
    let bases = [
      "{}", #"{"request": {"path": "/a"}}"#, #"{"request": {"headers": {"A": null}}}"#,
      #"{"extends": "more.json", "request": {"headers": {"A": null}}}"#, #"{"colors": 1}"#, #"{"tags": 1}"#,
      #"{"scenarios": \#(scenarios)}"#, "[]",
    ]
    #expect(
      try Python.validate(bases, against: "specs/contract.schema.json", as: "base") == [
        true, true, false, true, false, false, true, false,
      ])
  }
}
