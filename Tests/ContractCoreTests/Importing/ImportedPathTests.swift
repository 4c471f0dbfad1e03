import Testing

@testable import ContractAuthoring
@testable import ContractCore

/// Paths of contracts that are made from expressions of documents.
@Suite("Import of expressions for paths") struct ImportedPathTests {
  @Test(
    "alternatives for a whole path are not split at slashes",
    arguments: ["/a/1|/b/2", "^/users/1$|^/users/2$", "^(/a|/b)$"])
  func alternatives(expression: String) throws {
    let sample = try ImportSample([
      "pact.json": #"""
      {"consumer": {"name": "app"}, "provider": {"name": "shop"}, "metadata": {"pactSpecification": {"version": "2.0.0"}},
       "interactions": [{"description": "d", "response": {"status": 204}, "request": {"method": "GET", "path": "/users/1",
         "matchingRules": {"$.path": {"match": "regex", "regex": \#(JSON.string(expression).text)}}}}]}
      """#
    ])
    let result = try sample.run(.pact, ["pact.json"])
    #expect(try sample.contract("getUsers1")["request"]?["path"] == "/users/1")
    #expect(
      result.noteTexts.map { $0.drop { $0 != " " } }
        == [" a path cannot have alternatives, or a group with a slash; the path is compared exactly"])
  }
}
