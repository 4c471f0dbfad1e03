import Foundation
import TestSupport
import Testing

/// A terminal in which a test runs a program, sees what it shows, and types. Python creates it.
enum Terminal {
  enum Step {
    /// Waits until a text appears that matches a regular expression of Python, after the text of the step before. Do
    /// not wait for an exact time: a machine that stalls skips it.
    case see(String)
    case type(String)
    case create(String)
    case signal(Int32)
  }

  static let isThere = Python.isThere
  static let absence: Comment = "the test needs python3 on PATH to create a terminal"

  private static let script = #"""
    import os, pty, re, sys
    split = sys.argv.index("--")
    steps, command = sys.argv[1:split], sys.argv[split + 1:]
    process, terminal = pty.fork()
    if process == 0:
        os.execvp(command[0], command)
    seen = b""
    def read():
        try:
            new = os.read(terminal, 65536)
        except OSError:
            new = b""
        sys.stdout.buffer.write(new)
        sys.stdout.flush()
        return new
    for kind, text in zip(steps[::2], steps[1::2]):
        if kind == "see":
            pattern = re.compile(text.encode(), re.DOTALL)
            while not (match := pattern.search(seen)):
                new = read()
                if not new:
                    sys.exit(97)
                seen += new
            seen = seen[match.end():]
        elif kind == "type":
            os.write(terminal, text.encode())
        elif kind == "create":
            open(text, "w").close()
        else:
            os.kill(process, int(text))
    while read():
        pass
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
    """#

  /// Returns a pattern for a text that appears twice, with a different time at its end each time.
  static func goesOn(_ text: String) -> String {
    let begin = NSRegularExpression.escapedPattern(for: text)
    return "\(begin)([0-9a-z ]+ s).*\(begin)(?!\\1)[0-9a-z ]+ s"
  }

  /// Runs a program to its end. The exit status is 97 if it ended before a text that a step waits for.
  static func run(
    _ words: [String], _ steps: [Step],
    program: String = TestFolder.products.appendingPathComponent("contract-run").path, in folder: URL,
    environment: [String: String?] = [:]
  ) async throws -> BuiltCommand.Ended {
    let python = try #require(Python.path)
    let stepWords = steps.flatMap { step in
      switch step {
      case .see(let text): ["see", text]
      case .type(let text): ["type", text]
      case .create(let path): ["create", path]
      case .signal(let number): ["signal", "\(number)"]
      }
    }
    let environment = ["TERM": "xterm", "NO_COLOR": "1"].merging(environment) { $1 }
    return try await Gate.processes.pass {
      try await BuiltCommand(
        ["-c", script] + stepWords + ["--", program] + words, program: python, in: folder, environment: environment
      ).end()
    }
  }
}
