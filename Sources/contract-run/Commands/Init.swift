import ContractAuthoring
import ContractCore
import Foundation

extension Command {
  static let initialize = Command(
    name: "init", summary: "write a first configuration, driver and contract into this folder",
    usage: "[OPTION…]",
    examples: """
      contract-run init                           set up this folder
      contract-run init --package ../ContractKit  use a clone of ContractKit
      contract-run init --language python         write a driver in Python
      contract-run init --from api.json           start from a document
      """,
    explanation: """
      Writes contract-run.json, a driver and a contract. In a Swift package, it finds
      the client's library, and the driver imports it. If there is .github or
      .gitlab-ci.yml, it also writes a CI job. It changes none of your files, and
      prints what to do next. With --from, it imports a document, and the driver
      has each of its operations, for you to fill in.
      """,
    statuses: """
      0        the files were written
      2        the command line is invalid, or a file is already there
      3        a file cannot be written
      """,
    page: "configuration.md#start-with-init", operands: .refused(help: "run it in the folder of the client"),
    own: [.language, .package, .from], start: Init.start)
}

extension Option {
  fileprivate static let language = Option(
    "language", .choice(Language.allCases.map(\.rawValue)),
    "the language of the driver (default: the one that the files of this folder are in; else swift)"
  ).with(\.otherwise, "for a driver in another language, read \(Documentation.page("driver-protocol.md"))")
  fileprivate static let package = Option(
    "package", .file("PATH|URL"), "where ContractKit is: a clone, or the URL of its repository")
  static let from = Option(
    "from", .file("FILE"), "also import this document: OpenAPI, HAR, WireMock or Pact, in JSON",
    page: "import.md#the-whole-way")
}

/// `contract-run init`: writes a first configuration, driver and contract into the current folder.
struct Init: StartedCommand {
  let invocation: Invocation

  func run() throws(Exit) -> Int32 {
    let language = arguments.last(.language).flatMap(Language.init)
    let kit = try kit()
    let clientFolder = FileSystem.absolute(".")
    let shown = language ?? .used(in: clientFolder)
    var starter = ProjectTemplate(clientFolder: clientFolder, language: shown ?? .swift, namedKit: kit)
    if shown == nil { starter.foreignFile = Language.foreignFile(in: clientFolder) }
    starter.hasSources = Self.exists("src")
    switch starter.language {
    case .swift, .shell: break
    case .python:
      starter.python = PythonProject(in: clientFolder)
      starter.hasKit = PythonProject.hasKit(environment, processes)
    case .node:
      starter.node = NodeProject(in: clientFolder)
      starter.hasKit = starter.node?.hasKit == true
    case .go:
      starter.go = GoProject(in: clientFolder)
      starter.hasKit = starter.go?.hasKit == true
      if let problem = starter.go?.problem { throw problem }
    }
    starter.services = CIService.used(in: clientFolder)
    let surroundings = EnclosingPackage(of: clientFolder)
    if let root = surroundings.root {
      let missed = CIService.used(in: root).filter { !starter.services.contains($0) }
      if !missed.isEmpty { starter.missed = (missed, FileSystem.relative(root, from: clientFolder)) }
    }
    let imported = try imported(into: &starter)
    if imported == nil { starter.found = FoundFiles(in: clientFolder) }
    try refuse(starter, surroundings)
    if starter.language == .swift, Self.exists("Package.swift") {
      interruption.onSignal { [processes] _ in processes.killAll() }
      let reading = Result { () throws(Program.Failure) in try ClientPackage.read(environment, processes) }
      if let signal = interruption.signal { return 128 + signal }
      switch reading {
      case .success(let package?):
        starter.client = ProjectTemplate.Client(package)
        if let widest = package.widest, !widest.excluded.contains(ProjectTemplate.folder) {
          starter.widestTarget = widest.name
        }
        starter.namedKit = kit ?? package.kit
      case .success(nil): starter.client = .unreadable(nil)
      case .failure(let failure): starter.client = .unreadable(failure)
      }
    }
    try write(starter, imported)
    return 0
  }

  /// Reads the document that the command line names, and gives its operations to the driver. Nil if there is none.
  private func imported(into starter: inout ProjectTemplate) throws(Exit) -> Import? {
    guard let file = arguments.last(.from) else { return nil }
    if starter.language == .shell {
      throw .usage("'--from' cannot be combined with a driver in shell", "choose another language")
    }
    do throws(ImportFailure) {
      let format = try ImportFormat.ofFile(file)
      let imported = try Import(
        ImportSettings(format: format, files: [file], folder: "\(ProjectTemplate.folder)/specs"))
      if let failure = imported.failures.first { throw failure }
      starter.operations = imported.operations
      return imported
    } catch {
      throw .usage("\(error.location): \(error.message)", error.help.first)
    }
  }

  private func kit() throws(Exit) -> KitLocation? {
    guard let text = arguments.last(.package) else { return nil }
    let kit = KitLocation(text)
    if case .folder(let path) = kit, text.isEmpty || !Self.exists("\(path)/Package.swift") {
      throw .usage(
        "'--package' cannot be '\(text)', which is neither a Swift package nor a URL",
        "write the path of a clone of ContractKit, or the URL of a repository")
    }
    return kit
  }

  /// Refuses to write if a file is already there, or would become a part of a package above.
  private func refuse(_ starter: ProjectTemplate, _ surroundings: EnclosingPackage) throws(Exit) {
    if Self.exists(Configuration.fileName) {
      throw .usage(
        "this folder already has a \(Configuration.fileName)",
        "to run its clients: \(ShellWords.text(TypedProgram.own)); to add a client, change the file")
    }
    if starter.language == .swift, let package = surroundings.package, !Self.exists("Package.swift") {
      let path = FileSystem.relative(package, from: starter.clientFolder)
      throw .usage(
        "this folder is inside the package \(path), whose build would compile the files",
        "run init there, or choose another language, such as --language python")
    }
    var obstacles: [String] = []
    for file in starter.files {
      if let obstacle = Self.obstacle(to: file.path), !obstacles.contains(obstacle) { obstacles.append(obstacle) }
    }
    if obstacles.isEmpty { return }
    throw .usage(
      "already there: \(obstacles.joined(separator: ", "))",
      "nothing was written; rename what is there, and run this again")
  }

  /// Returns what is already at a path, or at that of a folder above it that is not a folder. Nil if there is nothing.
  private static func obstacle(to path: String) -> String? {
    let steps = path.split(separator: "/")
    let above = (1..<steps.count).map { steps[..<$0].joined(separator: "/") }
    return above.first { exists($0) && !exists($0 + "/.") } ?? (exists(path) ? path : nil)
  }

  /// Returns whether there is anything at a path, also a link that leads nowhere.
  private static func exists(_ path: String) -> Bool {
    var info = stat()
    return lstat(path, &info) == 0
  }

  /// Writes the files, and prints them with what to do next.
  private func write(_ starter: ProjectTemplate, _ imported: Import?) throws(Exit) {
    do throws(ReportFile.Failure) {
      try imported?.write()
    } catch {
      throw Exit(3, "\(error.path) cannot be written: failed to \(error.step): \(error.why)")
    }
    for line in (imported?.changeLines(all: false) ?? []) + (imported?.noteLines(all: false) ?? []) {
      StandardOutput.print(CleanText(lines: line))
    }
    if let imported { StandardOutput.print("\(imported.summary)") }
    var written: [String] = []
    for file in starter.files {
      do throws(ReportFile.Failure) {
        try ReportFile.write(Array(file.text.utf8), to: file.path)
        StandardOutput.print("wrote \(file.path)")
        written.append(file.path)
      } catch {
        throw Exit(
          3, "\(file.path) cannot be written: failed to \(error.step): \(error.why)",
          written.isEmpty
            ? "nothing was written; fix this, and run this again"
            : "fix this, delete \(English.listed(written)), and run this again")
      }
    }
    for note in starter.notes { StandardOutput.print("note: \(note)") }
    StandardOutput.print("\nnext:")
    for (index, step) in starter.next.enumerated() {
      let text = CleanText(lines: step).lines.joined(separator: "\n     ")
      StandardOutput.print("  \(index + 1). \(text)")
    }
  }
}
