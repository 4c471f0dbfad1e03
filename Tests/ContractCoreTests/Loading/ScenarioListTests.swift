import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("A reference in scenarios may lead to a list")
struct ScenarioListTests {
  private static let contract = ##"""
    {
      "contract": 1, "endpoint": "e", "request": {"method": "GET", "path": "/"},
      "scenarios": [
        {"name": "first", "response": {"kind": "valid"}, "expect": {"success": 1}},
        {"$ref": "shared.json#/failures"},
        {"name": "last", "response": {"kind": "valid"}, "expect": {"success": 2}}
      ]
    }
    """##

  private static let lost =
    #"{"name": "lost", "response": {"kind": "networkError", "error": "timedOut"}, "expect": {"failure": "network"}}"#

  private func names(_ files: [String: String]) throws -> [String] {
    let set = try ContractFolder(files).load()
    #expect(set.diagnostics.map(\.text) == [])
    return try #require(set.contracts.first).scenarios.map(\.name)
  }

  @Test("its scenarios are inserted in its place, and have their places in the file")
  func inserted() throws {
    let folder = try ContractFolder([
      "x.contract.json": Self.contract,
      "shared.json": """
      {"failures": [
        \(Self.lost),
        {"name": "down", "response": {"kind": "statusError", "status": 500}, "expect": {"failure": "any"}}
      ]}
      """,
    ])
    let set = folder.load()
    #expect(set.diagnostics.map(\.text) == [])
    let scenarios = try #require(set.contracts.first).scenarios
    #expect(scenarios.map(\.name) == ["first", "lost", "down", "last"])
    #expect(scenarios.map(\.range.line) == [4, 2, 3, 6])
    #expect(scenarios.map(\.declarationRange.line) == [4, 5, 5, 6])
    #expect(scenarios[2].place.object.source.path.hasSuffix("shared.json"))
  }

  @Test("lists may contain references to scenarios and lists, and may be empty")
  func nested() throws {
    let files = [
      "x.contract.json": Self.contract,
      "shared.json":
        ##"{"failures": [{"$ref": "#/more"}, {"$ref": "#/one"}, {"$ref": "#/none"}], "more": [\##(Self.lost)], "##
        + ##""one": {"name": "one", "response": {"kind": "valid"}, "expect": {"success": 1}}, "none": []}"##,
    ]
    #expect(try names(files) == ["first", "lost", "one", "last"])
  }

  @Test("a list that contains itself is refused, and so is a list that is inserted twice")
  func refused() throws {
    let circle = try ContractFolder([
      "x.contract.json": Self.contract, "shared.json": ##"{"failures": [{"$ref": "#/failures"}]}"##,
    ])
    expectText(
      circle.said(),
      is: ##"""
        shared.json:1:24: error: this reference is inside the value that it refers to
            {"failures": [{"$ref": "#/failures"}]}
                                   ^~~~~~~~~~~~
          note: that value begins at shared.json:1:14
          note: used at x.contract.json:5:14
        """##)
    let twice = try ContractFolder([
      "x.contract.json": Self.contract.replacing(
        ##"{"$ref": "shared.json#/failures"},"##,
        with: ##"{"$ref": "shared.json#/failures"}, {"$ref": "shared.json#/failures"},"##),
      "shared.json": #"{"failures": [\#(Self.lost)]}"#,
    ])
    expectText(
      twice.said(),
      is: ##"""
        x.contract.json:5:49: error: duplicate scenario name "lost"
                {"$ref": "shared.json#/failures"}, {"$ref": "shared.json#/failures"},
                                                            ^~~~~~~~~~~~~~~~~~~~~~~
          note: first written at x.contract.json:5:14
        """##)
  }

  @Test("what is not a list or a scenario is reported at its place")
  func wrong() throws {
    let folder = try ContractFolder(["x.contract.json": Self.contract, "shared.json": #"{"failures": [1]}"#])
    expectText(
      folder.said(),
      is: ##"""
        shared.json:1:15: error: an element of "scenarios" is the number 1, expected an object
            {"failures": [1]}
                          ^
          note: used at x.contract.json:5:14
        """##)
  }
}
