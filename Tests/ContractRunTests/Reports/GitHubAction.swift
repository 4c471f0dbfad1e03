import Foundation
import TestSupport
import Testing

/// The composite action for GitHub, as its file describes it.
struct GitHubAction {
  /// The script of the step that runs the contracts.
  let script: String
  /// The default of each input.
  let defaults: [String: String]

  init() throws {
    let file = TestFolder.package.appendingPathComponent(".github/actions/contract-run/action.yml")
    let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    let begin = try #require(lines.firstIndex { $0.hasSuffix("run: |") })
    script = lines[(begin + 1)...].prefix { $0.hasPrefix("        ") }.map { $0.dropFirst(8) }.joined(separator: "\n")
    var defaults: [String: String] = [:]
    var input = ""
    for line in lines {
      if let name = line.wholeMatch(of: #/  ([a-z-]+):/#) { input = String(name.1) }
      if let value = line.wholeMatch(of: #/    default: (.*)/#) { defaults[input] = String(value.1) }
    }
    self.defaults = defaults
  }
}
