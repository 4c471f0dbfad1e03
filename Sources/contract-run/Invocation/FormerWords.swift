/// Words of the command line that earlier versions had, with those that replaced them. They are errors that say so.
enum FormerWords {
  private static let commands = ["watch": "run --watch", "prove": "run --prove", "smoke": "check --drivers"]

  /// Returns what replaced a command; nil if there was none with this name.
  ///
  /// - Parameter words: The words after it.
  static func command(_ name: String, _ words: ArraySlice<String> = []) -> String? {
    let driver = name == "smoke" ? words.drop { $0 != "--" } : words[words.endIndex...]
    return driver.isEmpty ? commands[name] : "check \(ShellWords.text(Array(driver)))"
  }

  /// Returns what replaced an option; nil if the command never had it, or has it under this name.
  static func option(_ name: String, of command: Command) -> String? { options["\(command.name) \(name)"] }

  private static let deletes = "--delete, which deletes, or --delete --dry-run, which only lists"

  private static let options = [
    "run --junit": "--report junit=PATH", "verify --junit": "--report junit=PATH",
    "merge --junit": "--report junit=PATH",
    "check --base-url": "--against URL", "verify --max": "--max-requests N", "record --max": "--max-requests N",
    "verify --timeout": "--max-time SECONDS", "import --tag": "--only TAG", "import --operation": "--only NAME",
    "import --path": "--only /PATH",
    "compare --save": "contract-run run --repeat 2 --report json=FILE, and name FILE in place of NEW",
    "compare --baseline": "FILE in place of OLD: a JSON report of contract-run run --repeat 2 --report json=FILE",
    "learn --known": "--accept REASON", "compare --approvals": "--accepted FILE",
    "import --prune": deletes, "import --write": deletes,
  ]
}
