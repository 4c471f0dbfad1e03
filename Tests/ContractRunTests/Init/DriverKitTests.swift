import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("The driver kits that contract-run init copies")
struct DriverKitTests {
  @Test(
    "they are those of the examples",
    arguments: [
      ("Python", "Examples/python/contract_driver.py", DriverKit.python),
      ("Shell", "Examples/shell/contract_driver.sh", DriverKit.shell),
      ("JSON", "Examples/shell/json.sh", DriverKit.json),
    ])
  func copies(_ name: String, _ path: String, _ kit: String) throws {
    let example = try String(contentsOf: TestFolder.package.appendingPathComponent(path), encoding: .utf8)
    let quote = #"##""""#
    expectText(
      """
      // swift-format-ignore-file
      // Written from \(path) by `CONTRACTKIT_RECORD=1 swift test --filter DriverKitTests`.

      extension DriverKit {
        static let \(name.lowercased()) = \(quote)
      \(example)
      \(String(quote.reversed()))
      }

      """, isFile: "Sources/contract-run/Init/DriverKit.\(name).swift")
    // A recorded file counts only in the next build.
    #expect(kit == example)
  }
}
