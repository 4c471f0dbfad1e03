import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Files that reference each other in hostile ways are read quickly, and reading ends")
struct HostileReferencesTests {
  private func messages(_ files: [String: String]) throws -> [String] {
    try ContractFolder(files).load().diagnostics.map(\.message)
  }

  private func chain(_ count: Int, end: String) -> String {
    let steps = (0..<count).map { "\"\($0)\": {\"$ref\": \"#/\($0 + 1)\"}" }
    return "{\(steps.joined(separator: ", ")), \"\(count)\": \(end)}"
  }

  @Test("a chain of 64 references is followed; a longer one is not, even one of 10,000 or without an end")
  func chains() throws {
    let contract = BrokenFolder.contract(response: #"{"$ref": "r.json#/0"}"#)
    func messages(_ chain: String) throws -> [String] {
      try self.messages(["x.contract.json": contract, "r.json": chain])
    }
    #expect(try messages(chain(63, end: #"{"kind": "valid"}"#)) == [])
    expectTexts(
      try messages(chain(64, end: #"{"kind": "valid"}"#)),
      are: ["a chain of more than 64 references starts here"])
    expectTexts(
      try messages(chain(10_000, end: #"{"kind": "valid"}"#)),
      are: ["a chain of more than 64 references starts here"])
    expectTexts(
      try messages(chain(10_000, end: ##"{"$ref": "#/0"}"##)),
      are: ["a chain of more than 64 references starts here"])
    expectTexts(try messages(chain(62, end: ##"{"$ref": "#/0"}"##)), are: [#"this "$ref" leads back to itself"#])
  }

  @Test("contracts can name every place in a chain of 10,000 references, and each step is found at once", .slow)
  func manyChains() throws {
    let scenarios = (0..<300).map {
      #"{"name": "\#($0)", "response": {"$ref": "r.json#/\#(8500 + $0 * 5)"}, "expect": {"success": null}}"#
    }
    let found = try messages([
      "x.contract.json": Contract.text(scenarios),
      "r.json": chain(10_000, end: #"{"kind": "valid"}"#),
    ])
    #expect(found.count == 300 - 12)
  }

  @Test("a circle of 40 files is reported by its first steps")
  func circle() throws {
    var files = ["x.contract.json": BrokenFolder.contract(#""extends": "0.json","#)]
    for number in 0..<40 { files["\(number).json"] = "{\"extends\": \"\((number + 1) % 40).json\"}" }
    let found = try ContractFolder(files).load().diagnostics
    expectTexts(found.map(\.message), are: [#"this "extends" leads back to itself"#])
    #expect(found.first?.notes.count == 8)
    expectText(found.first?.notes[6], is: "the circle has 40 steps in total")
  }

  @Test("at most 64 bases are read")
  func bases() throws {
    var files = ["x.contract.json": BrokenFolder.contract(#""extends": "0.json","#)]
    for number in 0..<63 { files["\(number).json"] = "{\"extends\": \"\(number + 1).json\"}" }
    files["63.json"] = #"{"tags": ["the last"]}"#
    #expect(try ContractFolder(files).load().contracts.first?.tags == ["the last"])
    files["63.json"] = #"{"extends": "64.json"}"#
    files["64.json"] = "{}"
    expectTexts(try messages(files), are: ["a chain of more than 64 references starts here"])
  }

  @Test("references that double forty times are not followed, because a part cannot contain parts of its own kind")
  func doubling() throws {
    let levels = (0..<40).map {
      ##""\##($0)": {"kind": "valid", "body": {"$ref": "#/\##($0 + 1)"}, "b": {"$ref": "#/\##($0 + 1)"}}"##
    }
    let found = try messages([
      "x.contract.json": BrokenFolder.contract(response: #"{"$ref": "r.json#/0"}"#),
      "r.json": "{\(levels.joined(separator: ", ")), \"40\": {}}",
    ])
    expectTexts(
      found.sorted(),
      are: [
        "unknown member \"b\" in a response's body", "unknown member \"b\" in a valid response",
        "unknown member \"body\" in a response's body", "unknown member \"kind\" in a response's body",
      ])
  }

  @Test("the text that replaces references has a size limit, even if it is always the same text")
  func size() throws {
    let body = #"{"text": "\#(String(repeating: "x", count: 1 << 20))"}"#
    let scenarios = (0..<500).map {
      #"{"name": "\#($0)", "response": {"kind": "valid", "body": {"$ref": "b.json"}}, "expect": {"success": null}}"#
    }
    let found = try ContractFolder(["x.contract.json": Contract.text(scenarios), "b.json": body]).load().diagnostics
    expectTexts(
      found.map(\.message), are: ["with all references replaced by their values, the contract is larger than 64 MiB"])
    #expect(found.first?.range.position.line == 65)
  }

  @Test("the size limit also stops 5,000 exchanges that name one response, among 5,000 referenced scenarios", .slow)
  func product() throws {
    let exchanges = Array(repeating: #"{"response": {"$ref": "r.json"}}"#, count: 5000).joined(separator: ",")
    let scenarios = (0..<5000).map { "{\"$ref\": \"s.json#/\($0)\"}" }
    let all = (0..<5000).map { "{\"name\": \"\($0)\", \"exchanges\": []}" }
    let big = #"{"name": "big", "exchanges": [\#(exchanges)], "expect": {"success": null}}"#
    let found = try messages([
      "x.contract.json": Contract.text(scenarios),
      "s.json": "[\(([big] + all.dropFirst()).joined(separator: ",\n"))]",
      "r.json": #"{"kind": "valid", "body": {"text": "\#(String(repeating: "x", count: 20_000))"}}"#,
    ])
    expectTexts(found, are: ["with all references replaced by their values, the contract is larger than 64 MiB"])
  }

  @Test("a value nested 512 deep may be referenced; a deeper one is reported in its file")
  func deep() throws {
    func list(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    func messages(_ depth: Int) throws -> [String] {
      try self.messages([
        "x.contract.json": BrokenFolder.contract(response: #"{"$ref": "r.json"}"#, expect: #"{"$ref": "e.json"}"#),
        "r.json": #"{"kind": "valid", "body": {"json": \#(list(depth))}}"#, "e.json": #"{"success": \#(list(depth))}"#,
      ])
    }
    #expect(try messages(510) == [])
    expectText(try messages(600).first, is: "nested deeper than 512 levels")
  }

  @Test("a pointer of 100,000 steps and a name of a million letters lead nowhere", .slow)
  func longPointers() throws {
    for pointer in [String(repeating: "/a", count: 100_000), "/" + String(repeating: "a", count: 1_000_000)] {
      let found = try messages([
        "x.contract.json": BrokenFolder.contract(response: #"{"$ref": "r.json#\#(pointer)"}"#),
        "r.json": #"{"\#(String(repeating: "b", count: 1_000_000))": 1}"#,
      ])
      #expect(found.count == 1)
      expectText(found.first, has: "a value: the file has no \"")
    }
  }

  @Test("random networks of references and bases give a contract or an error", .slow, arguments: 0..<8)
  func webs(_ seed: Int) throws {
    var numbers = SeededNumbers(state: UInt64(seed))
    let names = ["x.contract.json", "a.json", "b/c.json", "b/d.json"]
    let paths = ["", "a.json", "b/c.json", "c.json", "../a.json", "d.json", "x.contract.json"]
    let bases = ["a.json", "c.json", "b/d.json", "../a.json", "gone.json"]
    let parts = ["request", "response", "body", "input", "expect", "scenarios", "scenarios/0", "extends", "0"]
    func reference() -> String {
      let path = paths.randomElement(using: &numbers) ?? ""
      return "{\"$ref\": \"\(path)#/\(parts.randomElement(using: &numbers) ?? "")\"}"
    }
    func value(_ plain: String) -> String { Int.random(in: 0..<3, using: &numbers) == 0 ? plain : reference() }
    for _ in 0..<20 {
      var files: [String: String] = [:]
      for name in names {
        let base = bases.randomElement(using: &numbers) ?? ""
        let extends = Bool.random(using: &numbers) ? "\"extends\": \"\(base)\"," : ""
        let body = value(#"{"json": 1}"#)
        files[name] = """
          {"contract": 1, "endpoint": "e", \(extends) "input": \(value("1")), "expect": \(value(#"{"success": 1}"#)),
           "request": \(value(#"{"method": "GET", "path": "/"}"#)), "body": \(body),
           "response": \(value("{\"kind\": \"valid\", \"body\": \(body)}")),
           "scenarios": [{"name": "a", "response": \(value(#"{"kind": "valid"}"#)), "expect": \(value(#"{"success": 1}"#))}]}
          """
      }
      let set = try ContractFolder(files).load()
      #expect(set.contracts.isEmpty == set.diagnostics.hasErrors)
      for diagnostic in set.diagnostics { #expect(diagnostic.text.count < 5000) }
    }
  }
}
