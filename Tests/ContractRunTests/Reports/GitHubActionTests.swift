import Foundation
import TestSupport
import Testing

@Suite("The composite action for GitHub")
struct GitHubActionTests {
  /// The script of the action, with a `swift` that writes its arguments, one in each line.
  private static func run(_ arguments: String, status: Int = 0) async throws -> (status: Int32?, words: [String]) {
    try await TestFolder.temporary { folder in
      try folder.write(GitHubAction().script, to: "script.sh")
      try folder.write("#!/bin/sh\nprintf '%s\\n' \"$@\"\nexit \(status)\n", to: "bin/swift")
      chmod(folder.appendingPathComponent("bin/swift").path, 0o755)
      // As GitHub runs a script with `shell: bash`.
      let words = [
        "ARGUMENTS=\(arguments)", "PACKAGE=a kit", "REPORT=/tmp/a report.html", "PATH=\(folder.path)/bin:/usr/bin:/bin",
        "bash",
        "--noprofile",
        "--norc", "-eo", "pipefail", "script.sh",
      ]
      let ended = try await BuiltCommand(words, program: "/usr/bin/env", in: folder).end()
      #expect(ended.errors == "")
      return (ended.status, ended.output.components(separatedBy: "\n").dropLast())
    }
  }

  private static let base = ["run", "--package-path", "a kit", "contract-run", "--report", "html=/tmp/a report.html"]

  @Test("without arguments, it runs the main command with an HTML report")
  func plain() async throws {
    for arguments in ["", "\n"] { #expect(try await Self.run(arguments).words == Self.base) }
  }

  @Test("each line is one argument, whatever it contains")
  func arguments() async throws {
    let given = ["--filter", "todo/a b", "$(touch x)", "*", "`id`", "\"", "'; exit 0"]
    #expect(try await Self.run(given.joined(separator: "\n") + "\n").words == Self.base + given)
  }

  @Test("the status of the run is the status of the step")
  func status() async throws { #expect(try await Self.run("", status: 3).status == 3) }
}

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
