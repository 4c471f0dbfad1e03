import ContractAuthoring
import ContractCore
import ContractResources
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
    let python = Program(command: ["python3", "-c", "import contract_run.driver"], environment: environment, limit: 20)
    return (try? python.run(processes))?.status == .exit(0)
  }
}

extension ProjectTemplate {
  var pythonDriver: File {
    let template = operations.isEmpty ? contractPythonExampleDriver : contractPythonDriver
    return file("driver.py", template).filled(with: [
      "subfolder": hasSources ? #" / "src""# : "", "name": name, "operations": pythonOperations,
      "kit": hasKit ? "contract_run" : "contract_driver", "help": hasKit ? "help(Driver)" : "contract_driver.py",
    ])
  }

  private var pythonOperations: String {
    var names = NumberedNames()
    return operations.map { operation in
      let name = Self.identifier(for: operation.name, &names)
      let input = operation.input.map { "call.argument(\($0.jsonLiteral))" }.joined(separator: ", ")
      return """
        @driver.operation(\(operation.name.jsonLiteral))
        def \(name)(call):
            # \(CleanText(operation.endpoint).string): return Client(call.base_url).\(name)(\(input))
            raise Unsupported("the driver does not call the client yet")
        """
    }.joined(separator: "\n\n\n")
  }

  /// Returns a name for a function in Python, different from the others.
  private static func identifier(for operation: String, _ names: inout NumberedNames) -> String {
    var name = ""
    for scalar in operation.unicodeScalars {
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
      if scalar.properties.isUppercase, let last = name.last, last != "_", last.isLowercase || last.isNumber {
        name += "_"
      }
      if isPlain { name += String(scalar).lowercased() } else if !name.isEmpty, name.last != "_" { name += "_" }
    }
    while name.last == "_" { name.removeLast() }
    let reserved = [
      "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "driver", "elif", "else",
      "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or",
      "pass", "pathlib", "raise", "return", "sys", "try", "while", "with", "yield",
    ]
    if name.isEmpty || name.first?.isNumber == true || reserved.contains(name) { name = "call_" + name }
    return names.unique(name) { "\(name)_\($0)" }
  }
}
