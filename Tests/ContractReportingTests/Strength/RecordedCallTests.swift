import Foundation
import TestSupport
import Testing

@testable import ContractCore

@Suite("Changed requests of a recorded call")
struct RecordedCallTests {
  /// Contracts of this package, and one with what makes parts of a request depend on each other.
  private static func contracts() throws -> [Contract] {
    let folders = ["specs", "Examples", "Tests/Fixtures"].map { TestFolder.package.appendingPathComponent($0).path }
    return try TestFolder.temporary { folder in
      try Data(entangled.utf8).write(to: folder.appendingPathComponent("entangled.contract.json"))
      let own = ContractSet.load([folder.path])
      #expect(own.diagnostics.map(\.message) == [])
      return ContractSet.load(folders).contracts + own.contracts
    }
  }

  private static let entangled = #"""
    {
      "contract": 1, "endpoint": "thing", "baseURL": "https://api.example.com/v1",
      "scenarios": [
        { "name": "optional body", "response": { "kind": "valid" }, "expect": { "success": null },
          "request": { "method": "PUT", "path": "/a", "otherHeaders": "forbidden",
            "headers": { "Content-Type": "application/json" }, "body": { "$optional": { "json": { "a": [1, "b"] } } } } },
        { "name": "form", "response": { "kind": "valid" }, "expect": { "success": null },
          "request": { "method": "POST", "path": "/a/{id}", "pathParameters": { "id": { "$regex": "[0-9]+" } },
            "query": { "q": "x y", "n": ["1", "2"] }, "otherQuery": "allowed",
            "body": { "form": { "a": "b", "c": { "$any": true } } } } },
        { "name": "text", "response": { "kind": "valid" }, "expect": { "success": null },
          "request": { "method": "POST", "path": "/", "headers": { "Cookie": { "a": "b" }, "X-A": { "$any": true } },
            "timeout": 5, "body": { "text": "some text" } } },
        { "name": "lines", "response": { "kind": "valid" }, "expect": { "success": null },
          "request": { "method": "POST", "path": "/lines", "body": { "jsonLines": [{ "a": 1 }, { "b": { "$any": true } }] } } }
      ]
    }
    """#

  @Test("what is noticed in the parts that a change can make wrong is what a whole verdict finds")
  func parts() throws {
    var tried: Set<Bool> = []
    var count = 0
    for contract in try Self.contracts() {
      for scenario in contract.scenarios where scenario.order == .sequence && scenario.variant == nil {
        let shapes = scenario.exchanges.compactMap(\.request)
        if shapes.count != scenario.exchanges.count
          || shapes.contains(where: { $0.patterns.contains(where: \.hasNames) })
        {
          continue
        }
        let requests = shapes.map { $0.example(at: contract.addresses) }
        let script = Self.script(scenario, contract, requests)
        if Self.differs(script) { continue }
        let call = try #require(RecordedCall(passed: script))
        for (index, request) in requests.enumerated() {
          for change in request.changes {
            var changed = requests
            changed[index] = change.request
            let differs = Self.differs(Self.script(scenario, contract, changed))
            #expect(
              call.notices(change, of: index) == differs,
              "\(contract.name)/\(scenario.name): \(change.part) \(change.kind)")
            tried.insert(differs)
            count += 1
          }
        }
      }
    }
    #expect(tried == [true, false])
    #expect(count > 500)
  }

  private static func script(_ scenario: Scenario, _ contract: Contract, _ requests: [CapturedRequest]) -> Script {
    let script = Script(scenario, of: contract, transport: .memory)
    for request in requests { _ = script.reply(to: request) }
    script.finish(.success(.null))
    return script
  }

  /// Returns whether a request differs, whatever the outcome is.
  private static func differs(_ script: Script) -> Bool {
    script.verdict().reasons.contains { reason in
      if case .mismatch(let mismatch) = reason { mismatch.part != .outcome } else { false }
    }
  }
}
