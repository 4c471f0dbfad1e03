import ContractAuthoring
import ContractCore
import ContractResources
import Foundation

/// The npm package of a client.
struct NodeProject: Equatable {
  /// The name in package.json, without its scope; nil if there is none.
  var name: String?
  /// Whether there is a package-lock.json, which `npm ci` reads.
  var isLocked: Bool
  /// Whether the package `contract-run`, which has the kit, is installed.
  var hasKit: Bool

  init(in folder: String) {
    func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
    let manifest = try? Data(contentsOf: URL(fileURLWithPath: "\(folder)/package.json"))
    let object = manifest.flatMap { try? JSONSerialization.jsonObject(with: $0) } as? [String: Any]
    name = (object?["name"] as? String)?.split(separator: "/").last.map(String.init)
    isLocked = exists("\(folder)/package-lock.json")
    // Node also looks in the folders above, where workspaces have their packages.
    hasKit = FileSystem.upward(from: folder).contains { exists("\($0)/node_modules/contract-run/package.json") }
  }
}

extension ProjectTemplate {
  var nodeDriver: File {
    let template = operations.isEmpty ? contractNodeExampleDriver : contractNodeDriver
    let operations = operations.map { operation in
      let input = operation.input.map { "call.argument(\($0.jsonLiteral))" }.joined(separator: ", ")
      return """
            // \(CleanText(operation.endpoint).string): new Client(call.baseURL).method(\(input))
            \(operation.name.jsonLiteral): notYet,
        """
    }
    return file("driver.mjs", template).filled(with: [
      "name": name, "operations": operations.joined(separator: "\n"),
      "kit": hasKit ? "contract-run" : "./contract-driver.mjs",
      "help": hasKit ? "Its types describe more." : "contract-driver.mjs describes more.",
    ])
  }
}
