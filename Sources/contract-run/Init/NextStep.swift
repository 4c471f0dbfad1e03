import ContractAuthoring
import ContractCore
import ContractReporting
import Foundation

/// What the user does after `init`, to get a verdict about the client.
enum NextStep {
  /// Change the package, so that the driver can import the client, and run `init` again.
  case repair(ProjectTemplate.Client)
  /// Exclude the driver from a target of the client's package.
  case exclude(target: String)
  /// Call the client at a line of the driver: instead of the example, or for each imported operation.
  case callClient(file: String, line: Int, isImported: Bool)
  case describe(contract: String)
  /// Make contracts from a document that is in the folder.
  case importing(path: String, ImportFormat)
  case smoke
  /// Complete the contract. `learn` prints what comes after it.
  case learn
  /// Make GitLab read the job.
  case include(job: String)
  /// Exclude files that runs write from the repository.
  case ignore
}

extension ProjectTemplate {
  var next: [NextStep] {
    let driver = driver.file
    var steps: [NextStep] = []
    switch client {
    case .unknown, .library: break
    case .target, .nothing, .unreadable: steps.append(.repair(client))
    }
    if let widestTarget { steps.append(.exclude(target: widestTarget)) }
    if services.contains(.gitlab) { steps.append(.include(job: job(.gitlab).path)) }
    steps.append(.ignore)
    let isImported = !operations.isEmpty
    steps.append(
      .callClient(file: driver.path, line: Self.line(of: Self.mark, in: driver.text) ?? 1, isImported: isImported))
    if !isImported { steps.append(.describe(contract: contract.path)) }
    if let (path, format) = found?.first { steps.append(.importing(path: path, format)) }
    return steps + [.smoke, .learn]
  }

  private static func line(of text: String, in driver: String) -> Int? {
    driver.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains(text) }.map { $0 + 1 }
  }

  /// Returns the step that calls the client, while a driver that `init` wrote still calls the example; otherwise nil.
  ///
  /// - Parameter folder: The folder of the client, as an absolute path.
  static func callOfExample(in folder: String) -> NextStep? {
    for language in Language.allCases {
      let template = ProjectTemplate(clientFolder: folder, language: language)
      let path = FileSystem.join(folder, template.driver.file.path)
      guard let text = try? String(contentsOfFile: path, encoding: .utf8),
        let line = line(of: language.callOfExample, in: text)
      else { continue }
      return .callClient(
        file: FileSystem.shown(path), line: self.line(of: mark, in: text) ?? line, isImported: false)
    }
    return nil
  }
}

extension NextStep {
  /// Returns what comes after a full run in which everything passed: the client in place of the example of `init`, then
  /// the variations that were not played, then what could pass by accident, and then CI, as long as nothing shows that
  /// there is one. Nil for other runs.
  static func afterRun(_ prepared: PreparedRun, _ report: RunReport) -> String? {
    let (invocation, environment) = (prepared.invocation, prepared.invocation.environment)
    guard !invocation.arguments.has(.quiet), environment["CI"] ?? "" == "",
      environment[ReportedRun.watchMark] == nil, !invocation.bazel.isTest, prepared.plan.isFull, report.exitStatus == 0,
      let configuration = prepared.clients.configuration
    else { return nil }
    let folder = FileSystem.parent(FileSystem.absolute(configuration.path))
    if let step = ProjectTemplate.callOfExample(in: folder) { return step.text(TypedProgram.own) }
    // A comment, so that the whole line can be pasted.
    let notPlayed = prepared.settings.variations == .declared ? prepared.plan.undeclaredFamilies : []
    if !notPlayed.isEmpty {
      return "\(invocation.commands.all)  # not played: \(notPlayed.joined(separator: ", "))"
    }
    if report.strength?.findings.isEmpty == false {
      return "\(invocation.commands.prove)  # shows which scenarios a wrong client could pass"
    }
    if CIService.isUsed(around: folder) { return nil }
    return "run this in CI, too: \(Documentation.page("ci.md"))"
  }
}
