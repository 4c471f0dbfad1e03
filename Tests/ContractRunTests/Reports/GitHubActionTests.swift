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

  /// Runs the script with `version: 1.2.3`. A `curl` writes an archive with a program that writes its arguments.
  ///
  /// - Parameter known: Whether the action knows the release; `other` if it knows another digest.
  private static func released(_ known: String) async throws -> (status: Int32?, output: String) {
    try await TestFolder.temporary { folder in
      try folder.write(GitHubAction().script, to: "script.sh")
      let script = """
        set -e
        system=$(uname -s)-$(uname -m)
        case $system in
          Linux-x86_64) system=linux-x86_64 ;;
          Linux-aarch64) system=linux-arm64 ;;
          Darwin-arm64) system=macos-arm64 ;;
        esac
        name=contract-run-1.2.3-$system
        mkdir -p made/$name downloads action
        printf '#!/bin/sh\\nprintf "%%s " "$@"\\n' >made/$name/contract-run
        chmod +x made/$name/contract-run bin/curl
        tar -czf archive.tar.gz -C made $name
        digest=$(shasum -a 256 archive.tar.gz | cut -d ' ' -f 1)
        case $KNOWN in
          yes) echo "1.2.3 $system $digest" ;;
          other) echo "1.2.3 $system ${digest#??}00" ;;
          no) echo "1.2.4 $system $digest" ;;
        esac >action/releases.txt
        PATH=$PWD/bin:$PATH exec bash --noprofile --norc -eo pipefail script.sh
        """
      try folder.write(
        "#!/bin/sh\nwhile [ \"$1\" != --output ]; do shift; done\ncp archive.tar.gz \"$2\"\n", to: "bin/curl")
      let words = [
        "KNOWN=\(known)", "VERSION=1.2.3", "ARGUMENTS=check", "PACKAGE=.", "REPORT=a.html", "ACTION=action",
        "DOWNLOADS=downloads", "bash", "-c", script,
      ]
      let ended = try await BuiltCommand(words, program: "/usr/bin/env", in: folder).end()
      return (ended.status, ended.output + ended.errors)
    }
  }

  @Test("a release runs only if its digest is the one in the action")
  func releases() async throws {
    let run = try await Self.released("yes")
    #expect(run.status == 0 && run.output == "--report html=a.html check ", "\(run.output)")
    let other = try await Self.released("other")
    #expect(other.status == 2 && other.output.contains("has another digest"), "\(other.output)")
    let unknown = try await Self.released("no")
    #expect(unknown.status == 2 && unknown.output.contains("knows no contract-run 1.2.3 for "), "\(unknown.output)")
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
