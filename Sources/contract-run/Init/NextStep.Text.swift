import ContractAuthoring
import ContractCore

extension NextStep {
  func text(_ program: [String]) -> String {
    func command(_ words: String...) -> String { ShellWords.text(program + words) }
    return switch self {
    case .repair(let client):
      """
      \(Self.obstacle(of: client).problem), so the driver does not import your client;
      \(Self.obstacle(of: client).remedy); then delete the files above, and run this again
      """
    case .exclude(let target):
      "add this to the target \(target) in Package.swift: exclude: [\"\(ProjectTemplate.folder)\"]"
    case .callClient(let file, let line, isImported: false):
      "call your client instead of the example: \(file):\(line)"
    case .callClient(let file, let line, isImported: true): "call your client, operation by operation: \(file):\(line)"
    case .describe(let contract): "write the input of a call, and what your server answers: \(contract)"
    case .importing(let path, let format):
      """
      or make contracts from \(path) (\(format.title)), and add their operations to the driver:
      \(command("import", format.rawValue, path, Option.out.name, "\(ProjectTemplate.folder)/specs"))
      """
    case .smoke: "check that the driver starts and follows the protocol: \(command("check", "--drivers"))"
    case .learn: "add what the client sends and returns to the contract: \(command("learn", "--write"))"
    case .include(let job):
      """
      add these lines to .gitlab-ci.yml:
        include:
          - local: \(job)
      """
    case .ignore: "add these files to .gitignore: contract-results.xml, .contract-run.last.json"
    }
  }

  private static func obstacle(of client: ProjectTemplate.Client) -> (problem: String, remedy: String) {
    let noProduct = "Package.swift has no library product"
    return switch client {
    case .unreadable(.noSwift): ("swift was not found", "add its folder to PATH")
    case .unreadable(.unreadable):
      ("Package.swift cannot be read", "fix what 'swift package dump-package' prints")
    case .unreadable(.timedOut):
      (
        "'swift package dump-package' did not end within \(Int(ClientPackage.limit)) s and was killed",
        "run it, and see what it waits for, such as another build in this folder"
      )
    case .target(let name):
      (noProduct, "add this product: .library(name: \(name.swiftLiteral), targets: [\(name.swiftLiteral)])")
    default: (noProduct, "move the client into a library target, and add a product for it")
    }
  }
}

extension ProjectTemplate {
  /// What the user should know about the choices of `init`.
  var notes: [String] {
    var notes: [String] = []
    if case .library(let library, let package) = client {
      let others = package.libraries.filter { $0 != library }.map(\.product)
      notes.append(
        "the driver imports \(library.module)"
          + (others.isEmpty
            ? "" : "; for another library, change the driver and its manifest: \(English.listed(others))")
      )
    }
    if let foreignFile {
      notes.append(
        """
        the driver is in Swift, but this folder has \(foreignFile); for Python, Node, Go or shell, delete these \
        files, and add --language; for another language: \(Documentation.page("driver-protocol.md"))
        """)
    }
    for document in found?.documents ?? [] where document.format == nil {
      notes.append("\(document.path) is YAML; to make contracts from it, convert it to JSON first")
    }
    if let tests = found?.tests, let runner = language.testRunner {
      notes.append("to run the contracts with your tests in \(tests): \(runner.how): \(runner.page)")
    }
    if services.isEmpty, missed == nil {
      let marks = CIService.allCases.map(\.mark).joined(separator: " nor ")
      notes.append(
        """
        no job for CI was written, because this folder has neither \(marks); jobs to copy: \
        \(Documentation.page("ci.md"))
        """)
    }
    if let missed {
      notes.append(
        """
        no job for CI was written, because CI reads jobs only in \(missed.root), which has \
        \(English.listed(missed.services.map(\.mark))); to write one: \
        \(Documentation.page("configuration.md#start-with-init"))
        """)
    }
    if namedKit == nil, language == .swift || !services.isEmpty {
      notes.append(
        "ContractKit \(version) comes from \(KitLocation.url); to use a clone, delete these files, and add --package PATH"
      )
    }
    return notes
  }
}
