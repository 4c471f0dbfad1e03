import ContractKit
import Foundation
import Testing

@Suite("docs/in-tests.md")
struct InTestsDocumentTests {
  private static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: packageFolder.appendingPathComponent(path)), as: UTF8.self)
  }

  @Test("its code is the code of the example's tests", arguments: ["TodoTests", "TodoXCTests"])
  func code(_ name: String) throws {
    let example = try Self.text("Examples/TodoClient/Tests/\(name).swift")
    #expect(try Self.text("docs/in-tests.md").contains("\n```swift\n\(example)```\n"))
  }
}
