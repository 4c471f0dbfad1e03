import ContractAuthoring
import ContractCore
import ContractResources

extension ProjectTemplate {
  var pythonDriver: File {
    let template = String(cString: operations.isEmpty ? contractPythonExampleDriver : contractPythonDriver)
    return File(
      path: "\(Self.folder)/driver.py",
      text: template.filled(with: [
        "subfolder": hasSources ? #" / "src""# : "", "name": name, "operations": pythonOperations,
        "kit": hasKit ? "contract_run" : "contract_driver",
        "help": hasKit ? "help(Driver)" : "contract_driver.py",
      ]))
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
      "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "driver", "elif",
      "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not",
      "or",
      "pass", "pathlib", "raise", "return", "sys", "try", "while", "with", "yield",
    ]
    if name.isEmpty || name.first?.isNumber == true || reserved.contains(name) { name = "call_" + name }
    return names.unique(name) { "\(name)_\($0)" }
  }

  var shellDriver: File {
    File(path: "\(Self.folder)/driver.sh", text: String(cString: contractShellDriver).filled(with: ["name": name]))
  }
}
