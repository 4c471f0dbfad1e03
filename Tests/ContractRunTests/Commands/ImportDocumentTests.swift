import Foundation
import TestSupport
import Testing

@Suite("The examples in docs/import.md")
struct ImportDocumentTests {
  @Test("the description leads to the contract and the output that the page shows") func example() async throws {
    let fences = try Page("docs/import.md").fences.filter { $0.section == "An example" }
    let document = try #require(fences.first { $0.info == "json file api.json" })
    let screen = try #require(fences.first { $0.info.isEmpty })
    let contract = try #require(fences.first { $0.info.hasPrefix("json contract") })
    try await TestFolder.temporary { folder in
      try folder.write(document.text, to: "api.json")
      let ended = try await contractRun(["import", "openapi", "api.json"], in: folder)
      #expect(ended.status == 0, "\(ended.errors)")
      expectText("$ contract-run import openapi api.json\n\(ended.output)", is: screen)
      expectText(folder.text("specs/getTodo.contract.json") ?? "", is: contract)
      let check = try await contractRun(["check", "--openapi", "api.json", "specs"], in: folder)
      #expect(check.status == 0, "\(check.errors)")
    }
  }

  @Test("the page shows a function of the driver that init writes") func driver() async throws {
    let page = try Page("docs/import.md")
    let document = try #require(page.fences.first { $0.info == "json file api.json" })
    let function = try #require(page.fences.first { $0.info == "python" })
    try await TestFolder.temporary { folder in
      try folder.write(document.text, to: "api.json")
      let ended = try await contractRun(["init", "--from", "api.json", "--language", "python"], in: folder)
      #expect(ended.status == 0, "\(ended.errors)")
      #expect(folder.text("contracts/driver.py")?.contains(function.text) == true)
    }
  }

  @Test("mistakes on the command line are explained")
  func mistakes() async throws {
    try await TestFolder.temporary { folder in
      for (words, message) in [
        ([], "nothing to import"), (["opnapi", "a.json"], "unknown format 'opnapi'"), (["har"], "no file to import"),
        (["har", "a.har", "--base-url", "nonsense"], "'--base-url' cannot be 'nonsense'"),
        (["har", "a.har", "--delete", "--only", "a"], "'--delete' cannot be combined"),
        (["har", "a.har", "--report", "html=x"], "'--report' cannot be 'html=x'"),
        (["har", "a.har", "--out", ""], "'--out' needs a folder"),
      ] {
        let ended = try await contractRun(["import"] + words, in: folder)
        #expect(ended.status == 2)
        #expect(ended.errors.contains(message), "\(ended.errors)")
      }
      let missing = try await contractRun(["import", "har", "a.har"], in: folder)
      #expect(missing.status == 1)
      #expect(missing.errors.contains("error: a.har: no such file"))
    }
  }

  @Test("--strict, --report, --delete and --dry-run") func options() async throws {
    let document = #"""
      {"openapi": "3.1.0", "servers": [{"url": "https://a.example"}], "paths": {"/a": {"get": {"operationId": "a",
       "parameters": [{"in": "cookie", "name": "c", "example": ["a", "b"]}], "responses": {"204": {"description": "n"}}}}}}
      """#
    try await TestFolder.temporary { folder in
      try folder.write(document, to: "api.json")
      let strict = try await contractRun(["import", "openapi", "api.json", "--strict"], in: folder)
      #expect(strict.status == 1)
      let report = try await contractRun(["import", "openapi", "api.json", "--report", "json=-"], in: folder)
      #expect(report.status == 0)
      let json = try #require(try JSONSerialization.jsonObject(with: Data(report.output.utf8)) as? [String: Any])
      #expect(json["operations"] as? Int == 1)
      #expect(json["withNotes"] as? Int == 1)
      try folder.write(document.replacing("\"a\"", with: "\"b\"").replacing("/a\"", with: "/b\""), to: "api.json")
      let listed = try await contractRun(["import", "openapi", "api.json", "--delete", "--dry-run"], in: folder)
      #expect(listed.output.contains("deleted specs/a.contract.json"))
      #expect(listed.output.contains("nothing was written"))
      #expect(folder.text("specs/a.contract.json") != nil && folder.text("specs/b.contract.json") == nil)
      let pruned = try await contractRun(["import", "openapi", "api.json", "--delete"], in: folder)
      #expect(pruned.status == 0)
      #expect(folder.text("specs/a.contract.json") == nil && folder.text("specs/b.contract.json") != nil)
    }
  }
}
