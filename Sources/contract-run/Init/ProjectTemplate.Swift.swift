import ContractAuthoring
import ContractCore
import ContractResources

extension ProjectTemplate {
  /// The manifest of the driver's package. The driver has its own package, so that the client's manifest does not change.
  var manifest: File {
    var packages = [kit.dependency(of: "\(clientFolder)/\(Self.folder)")]
    var products = [".product(name: \"ContractKit\", package: \(kit.name.swiftLiteral))"]
    var platform = ".v15"
    if case .library(let library, let package) = client {
      // With its name, because without it the package would have the name of the folder, which can differ in CI.
      packages.append(".package(name: \(package.name.swiftLiteral), path: \"..\")")
      products.append(".product(name: \(library.product.swiftLiteral), package: \(package.name.swiftLiteral))")
      // ContractKit itself needs macOS 15.
      if let version = package.macOS, Double(version).map({ $0 > 15 }) ?? true { platform = version.swiftLiteral }
    }
    return file("Package.swift", contractSwiftManifest).filled(with: [
      "platform": platform, "packages": packages.joined(separator: ",\n    "),
      "products": products.joined(separator: ",\n        "),
    ])
  }

  var swiftDriver: File {
    var modules = ["ContractKit", "Foundation"]
    if case .library(let library, _) = client { modules.append(library.module) }
    let template = operations.isEmpty ? contractSwiftExampleDriver : contractSwiftDriver
    return file("Sources/contract-driver/ContractDriver.swift", template).filled(with: [
      "imports": modules.sorted().map { "import \($0)" }.joined(separator: "\n"), "operations": swiftOperations,
      "documentation": Documentation.page("swift-drivers.md"),
    ])
  }

  /// The lines for each imported operation. As long as they are comments, the driver does not have the operation.
  private var swiftOperations: String {
    operations.map { operation in
      let input = operation.input.map { "call.input(at: \($0.swiftLiteral))" }.joined(separator: ", ")
      return """
            // \(CleanText(operation.endpoint).string)
            // operations.on(\(operation.name.swiftLiteral)) { call in
            //   try await Client(session: call.session, baseURL: call.baseURL).method(\(input))
            // }
        """
    }.joined(separator: "\n\n")
  }
}

extension String {
  /// The text as a string literal of Swift. That of JSON differs: `\u001b` is not an escape of Swift. What an editor does
  /// not show, such as marks that change the direction of the text, is escaped.
  var swiftLiteral: String {
    let scalars = unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case _ where scalar < " " || scalar == "\u{7f}" || scalar.isHidden: "\\u{\(String(scalar.value, radix: 16))}"
      default: String(scalar)
      }
    }
    return "\"\(scalars.joined())\""
  }

  /// The text as a JSON string, which is also a literal of Python, JavaScript and Go, in the same way.
  var jsonLiteral: String {
    JSON.string(self).text.unicodeScalars.map { $0.isHidden ? $0.escape() : String($0) }.joined()
  }
}
