import Foundation
package import Testing

extension Trait where Self == ConditionTrait {
  /// Marks a test that takes more than half a second, or a suite in which most tests do. `CONTRACTKIT_FAST=1 swift test`
  /// leaves such tests out.
  package static var slow: Self {
    .disabled(
      if: isSet("CONTRACTKIT_FAST"), "CONTRACTKIT_FAST=1 leaves slow tests out",
      sourceLocation: here())
  }

  /// Marks a test that takes seconds of processor time, because it builds a package, tries everything or reaches
  /// limits. Only `CONTRACTKIT_ALL=1 swift test` runs it, as `.ci/run all` does, and CONTRACTKIT_RECORD=1.
  package static var exhaustive: Self {
    .enabled(
      if: isSet("CONTRACTKIT_ALL") && !isSet("CONTRACTKIT_FAST") || isSet("CONTRACTKIT_RECORD"),
      "only CONTRACTKIT_ALL=1 and .ci/run all run it", sourceLocation: here())
  }

  /// Marks a test that makes the machine busy on purpose. Beside it, other tests would meet their time limits, so only
  /// `CONTRACTKIT_BUSY=1 swift test` runs it, as a step of `.ci/run all`.
  package static var busy: Self {
    .enabled(if: isSet("CONTRACTKIT_BUSY"), "only CONTRACTKIT_BUSY=1 and .ci/run all run it", sourceLocation: here())
  }

  private static func isSet(_ variable: String) -> Bool { ProcessInfo.processInfo.environment[variable] == "1" }

  private static func here(_ line: Int = #line) -> SourceLocation {
    SourceLocation(fileID: #fileID, filePath: #filePath, line: line, column: 1)
  }
}
