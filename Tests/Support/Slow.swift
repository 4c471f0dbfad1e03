import Foundation
package import Testing

extension Trait where Self == ConditionTrait {
  /// Marks a test that takes more than half a second, or a suite in which most tests do. `CONTRACTKIT_FAST=1 swift test`
  /// leaves such tests out.
  package static var slow: Self {
    .disabled(
      if: ProcessInfo.processInfo.environment["CONTRACTKIT_FAST"] == "1", "CONTRACTKIT_FAST=1 leaves slow tests out",
      sourceLocation: SourceLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
  }
}
