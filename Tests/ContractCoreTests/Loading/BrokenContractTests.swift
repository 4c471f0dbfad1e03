import TestSupport
import Testing

@testable import ContractCore

@Suite("What is wrong with a contract is said word for word")
struct BrokenContractTests {
  @Test(
    "a mistake is named with its place, its line, what is allowed and what was meant", arguments: BrokenContract.all)
  func said(_ broken: BrokenContract) {
    let (contract, diagnostics) = BaseContract.read(broken.text)
    expectText(diagnostics.map(\.text).joined(separator: "\n"), is: broken.says, at: broken.place)
    #expect((contract == nil) == diagnostics.hasErrors)
  }

  @Test("every case is a case of its own")
  func distinct() {
    let all = BrokenContract.all
    #expect(Set(all.map(\.text)).count == all.count)
    #expect(all.count >= 40)
    #expect(all.allSatisfy { $0.text != BaseContract.text })
  }

  @Test("what is right is read without a word", arguments: GoodContract.all)
  func unsaid(_ good: GoodContract) {
    let (contract, diagnostics) = BaseContract.read(good.text)
    #expect(diagnostics.map(\.text) == [])
    #expect(contract != nil)
  }

  @Test("all mistakes of a file are told in one run, in its order")
  func all() {
    let text = #"""
      {
        "contract": 1,
        "endpoint": "e", "colour": 1,
        "request": {"method": "GET", "path": "todos"},
        "scenarios": [
          {"name": "a", "response": {"kind": "valid", "status": 404}, "expect": {"failure": "statuss"}},
          {"name": "a", "exchanges": [], "expect": {"success": {"$anyOf": []}}}
        ]
      }
      """#
    let places = BaseContract.read(text).diagnostics.map(\.range.description)
    #expect(
      places == ["3:20", "4:40", "6:59", "6:87", "7:14", "7:69"].map { "todo.contract.json:" + $0 })
  }

  @Test("a mistake in a part that scenarios share is told once")
  func once() {
    let text = BaseContract.edited(#""application/json"}"#, "10}")
    #expect(BaseContract.read(text).diagnostics.count == 1)
  }

  @Test("what follows from broken JSON is not told as well")
  func consequences() {
    for value in ["NaN", "01", #""\x""#, "\"\u{1}\""] {
      let text = BaseContract.edited("\"timeout\": 10", "\"timeout\": \(value)")
      #expect(BaseContract.read(text).diagnostics.count == 1)
    }
  }
}
