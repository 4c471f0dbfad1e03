import ContractAuthoring
import ContractCore
import ContractResources
import Foundation

/// The folder of a client in a Go module.
struct GoProject {
  /// The oldest version 1.N of Go that compiles the kit.
  static let oldest = 19
  static let kit = "github.com/contractkit/ContractKit/Kits/go/contractdriver"

  /// The path by which other packages import one in this folder.
  var importPath: String
  var hasKit: Bool
  /// Why the module cannot have the driver and the kit, with what to do; nil if it can.
  private(set) var problem: Exit?

  /// Reads the nearest go.mod in a folder or above. Nil if there is none that names its module.
  init?(in folder: String) {
    for above in FileSystem.upward(from: folder) {
      guard let text = try? String(contentsOfFile: "\(above)/go.mod", encoding: .utf8) else { continue }
      guard let module = text.firstMatch(of: /(?m)^\s*module\s+["`]?([^\s"`]+)/)?.1 else { return nil }
      let inside = FileSystem.relative(folder, from: above)
      importPath = inside.isEmpty ? String(module) : "\(module)/\(inside)"
      hasKit = text.contains(Self.kit.replacing("/contractdriver", with: " v"))
      // Without such a line, Go takes 1.16.
      let minor = text.firstMatch(of: /(?m)^\s*go\s+1\.([0-9]+)/).flatMap { Int($0.1) } ?? 16
      let elements = importPath.split(separator: "/")
      let isPath = elements.allSatisfy { $0.wholeMatch(of: /[A-Za-z0-9_~-]([A-Za-z0-9._~+-]*[A-Za-z0-9_~+-])?/) != nil }
      if minor < Self.oldest {
        problem = .usage(
          "the module's language is go 1.\(minor), and the kit needs 1.\(Self.oldest)",
          "in the folder of go.mod: go mod edit -go=1.\(Self.oldest)")
      } else if !isPath {
        problem = .usage(
          "Go allows no package with the path '\(importPath)'", "rename this folder, or run init in another one")
      }
      return
    }
    return nil
  }

  /// The folder's name in the module, without the major version at the end of a module's path.
  var name: String? { importPath.split(separator: "/").last { $0.wholeMatch(of: /v[0-9]+/) == nil }.map(String.init) }
}

extension ProjectTemplate {
  /// The package of the kit, which is a part of the client's module; and the module, if there is none.
  var goKit: [File] {
    let texts = [
      ("call", contractGoKitCall), ("driver", contractGoKitDriver), ("failure", contractGoKitFailure),
      ("result", contractGoKitResult), ("stdio_bsd", contractGoKitStdioBsd), ("stdio_linux", contractGoKitStdioLinux),
      ("stdio_other", contractGoKitStdioOther), ("stdio_unix", contractGoKitStdioUnix), ("test", contractGoKitTest),
      ("transport", contractGoKitTransport),
    ]
    return texts.map { file("contractdriver/\($0).go", $1) }
  }

  var goModule: File { File(path: "go.mod", text: "module \(goPath)\n\ngo 1.\(GoProject.oldest)\n") }

  /// The import path of the client's folder. A module without a home is below example.com, because a path without a dot
  /// may be one of Go's own packages.
  private var goPath: String {
    go?.importPath ?? "example.com/\(name.wholeMatch(of: /[A-Za-z0-9_-]+/) == nil ? "client" : name)"
  }

  var goDriver: File {
    let template = operations.isEmpty ? contractGoExampleDriver : contractGoDriver
    let operations = operations.map { operation in
      let input = operation.input.map { "call.Argument(\($0.jsonLiteral), &…)" }
      let hint = (input + ["call the client at call.BaseURL"]).joined(separator: ", ")
      return """
        \t\t\(operation.name.jsonLiteral): func(call *contractdriver.Call) (any, error) {
        \t\t\t// \(CleanText(operation.endpoint).string): \(hint)
        \t\t\tcall.Unsupported("the driver does not call the client yet")
        \t\t\treturn nil, nil
        \t\t},
        """
    }
    return file("driver/main.go", template).filled(with: [
      "name": name, "operations": operations.joined(separator: "\n"),
      "kit": hasKit ? GoProject.kit : "\(goPath)/\(Self.folder)/contractdriver",
      "help": "'go doc \(hasKit ? GoProject.kit : "./\(Self.folder)/contractdriver")' describes more.",
    ])
  }
}
