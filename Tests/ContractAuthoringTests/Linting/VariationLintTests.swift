// swift-format-ignore-file
// Messages for users are recorded as they are, whatever their length.

import Testing

@testable import ContractCore
@testable import ContractAuthoring
@testable import TestSupport

@Suite("Warnings about variations")
struct VariationLintTests {
  private func texts(_ members: String) throws -> [String] {
    let contract = try VariationFixture.contract(
      """
      "input": {"a": "b"}, "request": {"method": "GET", "path": "/b"}, \(members), "scenarios": [
        {"name": "s", "response": {"kind": "valid", "body": {"json": {"id": 1}}}, "expect": {"success": {"id": 1}}}]
      """)
    var linter = Linter()
    linter.lint(contract)
    return linter.diagnostics.filter { $0.warning?.code == "no-variation" }.map(\.text)
  }

  @Test("what only faults at earlier exchanges ask for is of no use without them")
  func steps() throws {
    func warned(_ variations: String, first: String = "", last: String = "", method: String = "POST") throws -> [String] {
      let contract = try VariationFixture.contract(
        """
        "variations": {\(variations)}, "scenarios": [{"name": "s", "expect": {"success": 1}, "exchanges": [
          {\(first) "request": {"method": "\(method)", "path": "/a"}, "response": {"kind": "valid"}},
          {\(last) "request": {"method": "POST", "path": "/b"}, "response": {"kind": "valid", "body": {"json": 1}}}]}]
        """)
      var linter = Linter()
      linter.lint(contract)
      return linter.diagnostics.compactMap { diagnostic in
        guard case .noVariation(let names, _, _)? = diagnostic.warning else { return nil }
        return names.joined(separator: ", ")
      }
    }
    let steps = #""statusError": {"failure": "any"}, "steps": true"#
    let recovery = #""recovery": [{"request": {"method": "POST", "path": "/c"}, "response": {"kind": "valid"}}]"#
    #expect(try warned(#""equivalent": true, \#(recovery)"#) == ["recovery"])
    #expect(try warned(#""statusError": {"failure": "any"}, \#(recovery)"#) == [])
    #expect(try warned("\(steps), \(recovery)") == [])
    #expect(try warned(#""steps": true"#) == ["steps"])
    #expect(try warned(#""statusError": {"failure": "any"}"#, first: #""optional": true,"#) == ["optional"])
    #expect(try warned(steps, first: #""optional": true,"#) == [])
    #expect(try warned(steps, last: #""optional": true,"#) == ["optional"])
    #expect(try warned(steps, first: #""idempotent": false,"#) == ["idempotent"])
    #expect(try warned(steps + #", "attempts": 2"#, first: #""idempotent": false,"#) == [])
    #expect(try warned(steps + #", "attempts": 2"#, first: #""idempotent": false,"#, method: "PUT") == ["idempotent"])
  }

  @Test("a family of which nothing is played says why")
  func reasons() throws {
    func notes(_ first: String) throws -> [String] {
      let exchanges = [first, #""request": {"method": "GET", "path": "/b"}, "response": {"kind": "valid", "body": {"json": 1}}"#]
      let contract = try VariationFixture.contract(
        """
        "variations": {"statusError": {"failure": "any"}, "steps": true}, "scenarios": [
          {"name": "s", "expect": {"success": 1}, "exchanges": [\(exchanges.filter { !$0.isEmpty }.map { "{\($0)}" }.joined(separator: ", "))]}]
        """)
      var linter = Linter()
      linter.lint(contract)
      return linter.diagnostics.flatMap { $0.problem.text.help }.filter { $0.hasPrefix("steps") }
    }
    let moved = #""request": {"method": "GET", "path": "/a"}, "response": {"kind": "statusError", "status": 308, "headers": {"Location": "/b"}}"#
    #expect(try notes(moved) == ["steps: the response of the earlier exchange is not `valid`"])
    #expect(try notes("") == ["steps: no exchange is before the last one"])
    #expect(try notes(#""request": {"method": "GET", "path": "/a"}, "response": {"kind": "valid"}"#) == [])
  }

  @Test("attempts without a family that they are about play nothing")
  func attempts() throws {
    expectTexts(
      try texts(#""variations": {"attempts": 3}"#),
      are: [
        """
        todo.contract.json:1:147: warning: "attempts" is declared, but no family of variations that it is about, so nothing is played [no-variation]
            …input": {"a": "b"}, "request": {"method": "GET", "path": "/b"}, "variations": {"attempts": 3}, "scenarios": [
                                                                                           ^~~~~~~~~~~~~~~
          note: declare one beside it, such as "networkError": {"failure": "network"}, or run with --variations all
          note: see https://github.com/contractkit/ContractKit/blob/main/docs/warnings.md#no-variation
        """
      ])
    #expect(try texts(#""variations": {"attempts": 3, "hostile": true}"#).count == 1)
    for members in [
      #""variations": {"attempts": 3, "statusError": {"failure": "any"}}"#, #""variations": {"statusError": false}"#,
      #""variations": {"attempts": 1}"#,
    ] {
      #expect(try texts(members) == [], "\(members)")
    }
  }
}
