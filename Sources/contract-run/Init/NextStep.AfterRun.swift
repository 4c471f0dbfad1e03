import ContractCore
import ContractReporting

extension NextStep {
  /// Returns what comes after a full run in which everything passed: the client in place of the example of `init`, then
  /// what could pass by accident, and then CI, as long as nothing shows that there is one. Nil for other runs.
  static func afterRun(_ prepared: PreparedRun, _ report: RunReport) -> String? {
    let (invocation, environment) = (prepared.invocation, prepared.invocation.environment)
    guard !invocation.arguments.has(.quiet), environment["CI"] ?? "" == "",
      environment[ReportedRun.watchMark] == nil, !invocation.bazel.isTest, prepared.plan.isFull, report.exitStatus == 0,
      let configuration = prepared.clients.configuration
    else { return nil }
    let folder = FileSystem.parent(FileSystem.absolute(configuration.path))
    if let step = ProjectTemplate.callOfExample(in: folder) { return step.text(TypedProgram.own) }
    if CIService.isUsed(around: folder) { return nil }
    if report.strength?.findings.isEmpty == false {
      return "see which scenarios a wrong client could pass: \(invocation.commands.prove)"
    }
    return "run this in CI, too: \(Documentation.page("ci.md"))"
  }
}
