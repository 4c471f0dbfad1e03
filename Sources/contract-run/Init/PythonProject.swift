import ContractCore
import Foundation

/// The Python package of a client, as the files in its folder describe it.
struct PythonProject: Equatable {
  /// The name that its files declare; nil if they declare none.
  var name: String?
  /// What pip installs, so that the client can be imported: `-r requirements.txt`, or `.` for the package itself. Nil if
  /// the files do not say what the client needs.
  var requirements: String?

  /// The files that declare a package, with the sections that have its name.
  private static let declarations = [
    ("pyproject.toml", ["project", "tool.poetry"]), ("setup.cfg", ["metadata"]), ("setup.py", []),
  ]

  init(in folder: String) {
    func text(_ file: String) -> String? { try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8) }
    for (file, sections) in Self.declarations {
      guard let text = text(file) else { continue }
      let declared = Self.name(in: text, below: sections)
      name = name ?? declared
      // A file may also have only the settings of tools.
      if declared != nil || file == "setup.py" { requirements = "." }
    }
    if text("requirements.txt") != nil { requirements = "-r requirements.txt" }
  }

  /// Returns the value of `name` in one of some sections. TOML and the format of setup.cfg have it in the same form.
  private static func name(in text: String, below sections: [String]) -> String? {
    var section = ""
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.trimmingCharacters(in: .whitespaces)
      if let header = line.wholeMatch(of: /\[([^\[\]]+)\]\s*(?:#.*)?/) {
        section = header.1.trimmingCharacters(in: .whitespaces)
      } else if sections.contains(section),
        let entry = line.wholeMatch(of: /name\s*=\s*["']?([\w.-]+)["']?\s*(?:#.*)?/)
      {
        return String(entry.1)
      }
    }
    return nil
  }

  /// Returns whether python3 has the kit as the package `contract_run`, which the wheel of contract-run installs.
  static func hasKit(_ environment: [String: String], _ processes: Processes) -> Bool {
    let python = Program(
      command: ["python3", "-c", "import contract_run.driver"], environment: environment, limit: 20)
    return (try? python.run(processes))?.status == .exit(0)
  }
}
