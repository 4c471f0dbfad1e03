import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Mistakes in a contract are reported word for word")
struct BrokenContractTests {
  @Test(
    "a mistake is reported with place, line, allowed values and a suggestion", .slow, arguments: BrokenContract.all)
  func said(_ broken: BrokenContract) {
    let (contract, diagnostics) = ContractReader.read(broken.text)
    expectText(diagnostics.map(\.text).joined(separator: "\n"), is: broken.says, sourceLocation: broken.sourceLocation)
    #expect((contract == nil) == diagnostics.hasErrors)
  }

  @Test("every case has its own name and its own text")
  func distinct() {
    let all = BrokenContract.all
    #expect(Set(all.map(\.text)).count == all.count)
    #expect(all.count >= 40)
    #expect(all.allSatisfy { $0.text != BaseContract.text })
  }

  @Test("contracts without a mistake give no diagnostic", arguments: GoodContract.all)
  func unsaid(_ good: GoodContract) throws { _ = try Contract.read(good.text) }

  @Test("all mistakes in a file are reported in one run, in the order of the file")
  func all() {
    let text = #"""
      {
        "contract": 1,
        "endpoint": "e", "colors": 1,
        "request": {"method": "GET", "path": "todos"},
        "scenarios": [
          {"name": "a", "response": {"kind": "valid", "status": 404}, "expect": {"failure": "statuss"}},
          {"name": "a", "exchanges": [], "expect": {"success": {"$anyOf": []}}}
        ]
      }
      """#
    let places = ContractReader.read(text).diagnostics.map(\.range.description)
    #expect(
      places == ["3:20", "4:40", "6:59", "6:87", "7:14", "7:69"].map { "todo.contract.json:" + $0 })
  }

  @Test("a mistake in a part that scenarios share is reported once")
  func once() {
    let text = BaseContract.edited(#""application/json"}"#, "10}")
    #expect(ContractReader.read(text).diagnostics.count == 1)
  }

  @Test("broken JSON is reported without its consequences")
  func consequences() {
    for value in ["NaN", "01", #""\x""#, "\"\u{1}\""] {
      let text = BaseContract.edited("\"timeout\": 10", "\"timeout\": \(value)")
      #expect(ContractReader.read(text).diagnostics.count == 1)
    }
  }
}
