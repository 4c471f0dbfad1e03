import ContractKit
import Foundation
import TestSupport
import Testing

@Suite("docs/in-tests.md")
struct InTestsDocumentTests {
  @Test("its code is the code of the example's tests", arguments: ["TodoTests", "TodoXCTests"])
  func code(_ name: String) throws {
    let example = try Data(contentsOf: packageFolder.appendingPathComponent("Examples/TodoClient/Tests/\(name).swift"))
    let fences = try Page("docs/in-tests.md").fences
    let fence = try #require(fences.first { $0.info == "swift" && $0.text.contains(" \(name)") })
    expectText(String(decoding: example, as: UTF8.self), is: fence)
  }
}
