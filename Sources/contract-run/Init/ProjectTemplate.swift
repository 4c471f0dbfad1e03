import ContractAuthoring
import ContractCore
import ContractResources

/// What `init` writes into a folder: a configuration, a contract, a driver, and jobs for CI.
struct ProjectTemplate {
  /// The folder of the driver and the contracts.
  static let folder = "contracts"
  /// The beginning of the comment above the lines that call the example instead of the client.
  static let mark = "Replace this"

  /// The folder of the client, as an absolute path.
  var clientFolder: String
  var language: Language
  /// The target of the client's package that would have the driver's files as its own; nil if there is none.
  var widestTarget: String?
  /// Where ContractKit is, if the user or the client's package names that.
  var namedKit: KitLocation?
  /// What a driver in Swift can import.
  var client = Client.unknown
  /// Whether the folder has a folder `src`, where Python packages have their modules.
  var hasSources = false
  /// What a client in Python is called and needs.
  var python: PythonProject?
  /// What a client in Node is called and needs.
  var node: NodeProject?
  /// The Go module of the client; nil if there is none yet.
  var go: GoProject?
  /// Whether the kit of the driver's language is installed, so that the driver needs no copy of it.
  var hasKit = false
  /// A file of a language in which `init` writes no driver; nil if the driver's language is the client's or was chosen.
  var foreignFile: String?
  /// What the folder has to start from; nil if a document was imported.
  var found: FoundFiles?
  /// The services for which `init` writes a job.
  var services: [CIService] = []
  /// The services for which it does not, because their files are in the root of the repository; with its path from here.
  var missed: (services: [CIService], root: String)?

  /// The operations of an imported document, which the driver has in place of the example; none if none was imported.
  var operations: [Import.Operation] = []

  /// What a driver in Swift can import.
  enum Client {
    case unknown
    case library(ClientPackage.Library, of: ClientPackage)
    /// The package has a target for the client, but no product with it.
    case target(String)
    /// The package has only executables.
    case nothing
    /// SwiftPM was not found or did not end, or cannot read the package: nil.
    case unreadable(Program.Failure?)

    init(_ package: ClientPackage) {
      if let library = package.client {
        self = .library(library, of: package)
      } else {
        self = package.modules.first.map(Client.target) ?? .nothing
      }
    }
  }

  /// A file to write, relative to the folder of the client.
  struct File {
    var path: String
    var text: String

    func filled(with values: [String: String]) -> File { File(path: path, text: text.filled(with: values)) }
  }

  var kit: KitLocation { namedKit ?? .released }

  /// The client's name in the configuration and the driver, which is safe in every language: the one that the client's
  /// package declares, or else the folder's.
  var name: String {
    let name = String(
      (python?.name ?? node?.name ?? go?.name ?? FileSystem.last(clientFolder)).map {
        $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "-"
      })
    return name.contains { $0.isLetter || $0.isNumber } ? name : "client"
  }

  var driver: (file: File, others: [File]) {
    switch language {
    case .swift: (swiftDriver, [manifest, ignored])
    case .python: (pythonDriver, hasKit ? [] : [file("contract_driver.py", contractPythonKit)])
    case .node: (nodeDriver, hasKit ? [] : [file("contract-driver.mjs", contractNodeKit)])
    case .go: (goDriver, (hasKit ? [] : goKit) + [ignored] + (go == nil ? [goModule] : []))
    case .shell: (shellDriver, [file("contract_driver.sh", contractShellKit), file("json.sh", contractShellJSON)])
    }
  }

  var shellDriver: File { file("driver.sh", contractShellDriver).filled(with: ["name": name]) }

  /// Returns a file of the driver's folder with an embedded text.
  func file(_ name: String, _ text: UnsafePointer<CChar>) -> File {
    File(path: "\(Self.folder)/\(name)", text: String(cString: text))
  }

  /// Keeps builds out of the repository.
  private var ignored: File { File(path: "\(Self.folder)/.gitignore", text: ".build/\n") }

  /// All files. The configuration is the last one, because `init` refuses to run again if it is there.
  var files: [File] {
    (operations.isEmpty ? [contract] : []) + [driver.file] + driver.others + services.map(job) + [configuration]
  }

  private var configuration: File {
    let (build, command): ([String], [String]) =
      switch language {
      case .swift:
        (
          ["swift", "build", "--package-path", Self.folder, "--product", "contract-driver"],
          ["\(Self.folder)/.build/debug/contract-driver"]
        )
      case .python: ([], ["python3", pythonDriver.path])
      case .node: ([], ["node", nodeDriver.path])
      case .go:
        (
          ["go", "build", "-o", "\(Self.folder)/.build/driver", "./\(Self.folder)/driver"],
          ["\(Self.folder)/.build/driver"]
        )
      case .shell: ([], ["sh", shellDriver.path])
      }
    func list(_ words: [String]) -> String { "[\(words.map { "\"\($0)\"" }.joined(separator: ", "))]" }
    let buildLine = build.isEmpty ? "" : "\n      \"build\": \(list(build)),"
    // A driver in Swift has both transports. If the configuration names none, what exists only on loopback is played
    // there, such as a redirect to another host.
    let transportLine = language == .swift ? "" : ",\n      \"transport\": \"loopback\""
    return File(
      path: Configuration.fileName,
      text: """
        {
          "clients": [
            {
              "name": "\(name)",
              "specs": ["\(Self.folder)/specs"],\(buildLine)
              "driver": \(list(command))\(transportLine)
            }
          ],
          "reports": { "junit": "contract-results.xml" }
        }

        """)
  }

  /// A contract without requests and expectations, which `contract-run learn` completes.
  var contract: File { file("specs/example.contract.json", contractExampleContract) }
}
