import ContractAuthoring
import ContractCore
import ContractReporting
import Foundation

extension ProjectTemplate {
  /// What the user does after `init`, to get a verdict about the client: the texts of steps, some on multiple lines.
  var next: [String] {
    func command(_ words: String...) -> String { ShellWords.text(TypedProgram.own + words) }
    let driver = driver.file
    let line = Self.line(of: Self.mark, in: driver.text) ?? 1
    var steps: [String] = []
    if let obstacle {
      steps.append(
        """
        \(obstacle.problem), so the driver does not import your client;
        \(obstacle.remedy); then delete the files above, and run this again
        """)
    }
    if let widestTarget {
      steps.append("add this to the target \(widestTarget) in Package.swift: exclude: [\"\(Self.folder)\"]")
    }
    if services.contains(.gitlab) {
      steps.append(
        """
        add these lines to .gitlab-ci.yml:
          include:
            - local: \(job(.gitlab).path)
        """)
    }
    steps.append("add these files to .gitignore: contract-results.xml, .contract-run.last.json")
    if operations.isEmpty {
      steps.append(Self.callOfClient(driver.path, line))
      steps.append("write the input of a call, and what your server answers: \(contract.path)")
      if let (path, format) = found?.first {
        steps.append(
          """
          or make contracts from \(path) (\(format.title)), and add their operations to the driver:
          \(command("import", format.rawValue, path, Option.out.name, "\(Self.folder)/specs"))
          """)
      }
    } else {
      steps.append("call your client, operation by operation: \(driver.path):\(line)")
    }
    steps.append("check that the driver starts and follows the protocol: \(command("check", "--drivers"))")
    // `learn` prints what comes after it.
    return steps + ["add what the client sends and returns to the contract: \(command("learn", "--write"))"]
  }

  /// Why the driver does not import the client, and what to do; nil if it imports it, or is in another language.
  private var obstacle: (problem: String, remedy: String)? {
    let noProduct = "Package.swift has no library product"
    return switch client {
    case .unknown, .library: nil
    case .unreadable(.notStarted(ENOENT)?): ("swift was not found", "add its folder to PATH")
    case .unreadable(.timedOut?):
      (
        "'swift package dump-package' did not end within \(Int(ClientPackage.limit)) s and was killed",
        "run it, and see what it waits for, such as another build in this folder"
      )
    case .unreadable: ("Package.swift cannot be read", "fix what 'swift package dump-package' prints")
    case .target(let name):
      (noProduct, "add this product: .library(name: \(name.swiftLiteral), targets: [\(name.swiftLiteral)])")
    case .nothing: (noProduct, "move the client into a library target, and add a product for it")
    }
  }

  private static func line(of text: String, in driver: String) -> Int? {
    driver.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains(text) }.map { $0 + 1 }
  }

  private static func callOfClient(_ file: String, _ line: Int) -> String {
    "call your client instead of the example: \(file):\(line)"
  }

  /// Returns the step that calls the client, while a driver that `init` wrote still calls the example; otherwise nil.
  ///
  /// - Parameter folder: The folder of the client, as an absolute path.
  private static func callOfExample(in folder: String) -> String? {
    for language in Language.allCases {
      let template = ProjectTemplate(clientFolder: folder, language: language)
      let path = FileSystem.join(folder, template.driver.file.path)
      guard let text = try? String(contentsOfFile: path, encoding: .utf8),
        let line = line(of: language.facts.callOfExample, in: text)
      else { continue }
      return callOfClient(FileSystem.shown(path), self.line(of: mark, in: text) ?? line)
    }
    return nil
  }

  /// Returns what comes after a full run in which everything passed: the client in place of the example of `init`, then
  /// the variations that were not played, then what could pass by accident, and then CI, as long as nothing shows that
  /// there is one. Nil for other runs.
  static func nextStep(after prepared: PreparedRun, _ report: RunReport) -> String? {
    let (invocation, environment) = (prepared.invocation, prepared.invocation.environment)
    guard !invocation.arguments.has(.quiet), environment["CI"] ?? "" == "",
      environment[ReportedRun.watchMark] == nil, !invocation.bazel.isTest, prepared.plan.isFull, report.exitStatus == 0,
      let configuration = prepared.clients.configuration
    else { return nil }
    let folder = FileSystem.parent(FileSystem.absolute(configuration.path))
    if let step = callOfExample(in: folder) { return step }
    // A comment, so that the whole line can be pasted.
    let notPlayed = prepared.settings.variations == .declared ? prepared.plan.undeclaredFamilies : []
    if !notPlayed.isEmpty { return "\(invocation.commands.all)  # not played: \(notPlayed.joined(separator: ", "))" }
    if report.strength?.findings.isEmpty == false {
      return "\(invocation.commands.prove)  # shows which scenarios a wrong client could pass"
    }
    if CIService.isUsed(around: folder) { return nil }
    return "run this in CI, too: \(Documentation.page("ci.md"))"
  }

  /// What the user should know about the choices of `init`.
  var notes: [String] {
    var notes: [String] = []
    if case .library(let library, let package) = client {
      let others = package.libraries.filter { $0 != library }.map(\.product)
      notes.append(
        "the driver imports \(library.module)"
          + (others.isEmpty
            ? "" : "; for another library, change the driver and its manifest: \(English.listed(others))"))
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
      let marks = CIService.allCases.map(\.rawValue).joined(separator: " nor ")
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
        \(English.listed(missed.services.map(\.rawValue))); to write one: \
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
