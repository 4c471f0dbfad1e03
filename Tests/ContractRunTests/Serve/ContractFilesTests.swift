import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("serve: files that change")
struct ContractFilesTests {
  private typealias Fixture = ServeFixture

  private static func text(_ scenario: String) -> String {
    Fixture.contract("a", scenarios: Fixture.scenario(scenario))
  }

  @Test("a contract that is changed, added or removed is noticed, and other files are not")
  func changes() async throws {
    try TestFolder.temporary { folder in
      try folder.write(Self.text("one"), to: "specs/a.contract.json")
      let files = ContractFiles(paths: [folder.appendingPathComponent("specs").path], specs: [])
      #expect(files.load().contracts.map(\.name) == ["a"])
      #expect(files.changed()?.isNews != true)
      try folder.write("notes", to: "specs/notes.txt")
      #expect(files.changed()?.isNews != true)
      try folder.write(Self.text("another"), to: "specs/a.contract.json")
      #expect(files.changed()?.contracts.map { $0.scenarios[0].name } == ["another"])
      #expect(files.changed()?.isNews != true)
      try folder.write(
        Fixture.contract("b", "GET", "/b", scenarios: Fixture.scenario("b")), to: "specs/deep/b.contract.json")
      #expect(files.changed()?.contracts.map(\.name) == ["a", "deep/b"])
      try FileManager.default.removeItem(at: folder.appendingPathComponent("specs/a.contract.json"))
      #expect(files.changed()?.contracts.map(\.name) == ["deep/b"])
    }
  }

  @Test("a file with errors keeps its old contract until it is fixed, and other files are still read")
  func errors() async throws {
    try TestFolder.temporary { folder in
      try folder.write(Self.text("one"), to: "specs/a.contract.json")
      try folder.write(
        Fixture.contract("b", "GET", "/b", scenarios: Fixture.scenario("b")), to: "specs/b.contract.json")
      let files = ContractFiles(paths: [folder.appendingPathComponent("specs").path], specs: [])
      _ = files.load()
      try folder.write("{", to: "specs/a.contract.json")
      try folder.write(
        Fixture.contract("b", "GET", "/b", scenarios: Fixture.scenario("new b")), to: "specs/b.contract.json")
      let broken = try #require(files.changed())
      #expect(broken.contracts.map { $0.scenarios[0].name } == ["one", "new b"])
      #expect(broken.diagnostics.hasErrors)
      #expect(files.changed()?.isNews != true)
      try folder.write(Self.text("fixed"), to: "specs/a.contract.json")
      let fixed = try #require(files.changed())
      #expect(fixed.contracts.map { $0.scenarios[0].name } == ["fixed", "new b"])
      #expect(fixed.diagnostics.isEmpty)
      // A folder without contracts is an error. The contracts are removed nevertheless.
      for name in ["a", "b"] {
        try FileManager.default.removeItem(at: folder.appendingPathComponent("specs/\(name).contract.json"))
      }
      let empty = try #require(files.changed())
      #expect(empty.contracts.isEmpty)
      #expect(empty.diagnostics.hasErrors)
    }
  }

  @Test("two texts of the same length are both noticed, even if they are written right after each other")
  func atOnce() async throws {
    try await TestFolder.temporary { folder in
      try folder.write(Self.text("one"), to: "specs/a.contract.json")
      let files = ContractFiles(paths: [folder.appendingPathComponent("specs").path], specs: [])
      _ = files.load()
      let folder = folder
      for name in ["two", "six", "ten", "odd"] {
        try folder.write(Self.text(name), to: "specs/a.contract.json")
        let isSeen = await condition {
          files.changed()?.contracts.map { $0.scenarios[0].name } == [name]
        }
        #expect(isSeen)
      }
      // A file may be read twice to be sure, but the change is reported once.
      let isSettled = await condition { files.changed().map { !$0.isNews } ?? false }
      #expect(isSettled)
      #expect(files.changed() == nil)
    }
  }

  @Test("a change of a data file that a contract names is noticed, even if the file was missing before")
  func data() async throws {
    try TestFolder.temporary { folder in
      let scenario = Fixture.scenario("one", #""body": { "file": "data/body.json" }"#)
      try folder.write(Fixture.contract("a", scenarios: scenario), to: "a.contract.json")
      try folder.write("[1]", to: "data/body.json")
      let files = ContractFiles(paths: [folder.appendingPathComponent("a.contract.json").path], specs: [])
      func body(_ contracts: [Contract]?) -> String? {
        let request = Fixture.request("GET", "/v1/things")
        return contracts?.first.map { $0.scenarios[0].reply(0, to: request, at: $0.addresses).bodyText }
      }
      #expect(body(files.load().contracts) == "[1]")
      try folder.write("[1, 2]", to: "data/body.json")
      #expect(body(files.changed()?.contracts) == "[1, 2]")
      try FileManager.default.removeItem(at: folder.appendingPathComponent("data/body.json"))
      #expect(files.changed()?.diagnostics.hasErrors == true)
      try folder.write("[3]", to: "data/body.json")
      #expect(body(files.changed()?.contracts) == "[3]")
    }
  }
  @Test("a change of a file that a contract refers to is noticed, and a mistake there keeps the old contract")
  func shared() async throws {
    try TestFolder.temporary { folder in
      let scenario = Fixture.scenario("one").replacing(#""kind": "valid""#, with: #""$ref": "data/r.json#/a""#)
      let text = Fixture.contract("a", scenarios: scenario).replacing(
        #""contract": 1,"#, with: #""contract": 1, "extends": "base.json","#)
      try folder.write(text, to: "a.contract.json")
      try folder.write(#"{ "tags": ["one"] }"#, to: "base.json")
      try folder.write(#"{ "a": { "kind": "valid", "status": 200 } }"#, to: "data/r.json")
      let files = ContractFiles(paths: [folder.path], specs: [])
      func shown(_ contracts: [Contract]?) -> String? {
        contracts?.first.map { "\($0.tags) \($0.scenarios[0].exchanges[0].response.status ?? 0)" }
      }
      let set = files.load()
      #expect(set.diagnostics.map(\.text) == [])
      #expect(shown(set.contracts) == #"["one"] 200"#)
      try folder.write(#"{ "tags": ["two", "more"] }"#, to: "base.json")
      #expect(shown(files.changed()?.contracts) == #"["two", "more"] 200"#)
      // The mistake is not in a contract file. It is reported, and the last valid contract is still served.
      try folder.write(#"{ "a": { "kind": "valid", "status": 404 } }"#, to: "data/r.json")
      let broken = files.changed()
      #expect(broken?.diagnostics.count == 1)
      #expect(shown(broken?.contracts) == #"["two", "more"] 200"#)
      try folder.write(#"{ "a": { "kind": "valid", "status": 2040 } }"#, to: "data/r.json")
      try folder.write(#"{ "tags": [] }"#, to: "base.json")
      #expect(shown(files.changed()?.contracts) == #"["two", "more"] 200"#)
      try folder.write(#"{ "a": { "kind": "valid", "status": 204, "delay": 0 } }"#, to: "data/r.json")
      #expect(shown(files.changed()?.contracts) == "[] 204")
    }
  }
}
