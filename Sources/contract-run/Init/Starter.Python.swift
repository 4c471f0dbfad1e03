import ContractCore

extension Starter {
  var pythonKit: File {
    File(path: "\(Self.folder)/contract_driver.py", text: DriverKit.python)
  }

  var pythonDriver: File {
    let parts = operations.isEmpty ? "" : ", Unsupported"
    let imports =
      operations.isEmpty
      ? "import json\nimport pathlib\nimport sys\nimport urllib.request" : "import pathlib\nimport sys"
    return File(
      path: "\(Self.folder)/driver.py",
      text: """
        \"""The driver of your client: contract-run starts it, and it calls the client. contract_driver.py describes more.\"""

        \(imports)

        from contract_driver import Driver\(parts)

        # The folder with your client's modules, so that you can import them below.
        sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]\(hasSources ? #" / "src""# : "")))

        driver = Driver("\(name)")


        \(operations.isEmpty ? pythonExample : pythonOperations)


        driver.run()

        """)
  }

  private var pythonExample: String {
    """
    @driver.operation
    def example(call):
        # \(Self.mark) by a call of your client, which gets call.base_url, and return what it returns.
        url = f"{call.base_url}/items/{call.argument('id', str)}"
        with urllib.request.urlopen(url, timeout=5) as response:
            return json.load(response)
    """
  }

  /// A function for each imported operation.
  private var pythonOperations: String {
    var names: Set<String> = []
    let functions = operations.map { operation in
      let name = Self.identifier(for: operation.name, &names)
      let input = operation.input.map { "call.argument(\($0.pythonLiteral))" }.joined(separator: ", ")
      return """
        @driver.operation(\(operation.name.pythonLiteral))
        def \(name)(call):
            # \(operation.endpoint.cleanedLine): return Client(call.base_url).\(name)(\(input))
            raise Unsupported("the driver does not call the client yet")
        """
    }
    let comment = "# \(Self.mark): let each operation call your client, and return what it returns.\n"
    return comment + functions.joined(separator: "\n\n\n")
  }

  /// Returns a name for a function in Python, different from the others.
  private static func identifier(for operation: String, _ names: inout Set<String>) -> String {
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
    var (unique, count) = (name, 1)
    while !names.insert(unique).inserted {
      count += 1
      unique = "\(name)_\(count)"
    }
    return unique
  }
}
