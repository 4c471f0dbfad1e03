import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite(
  "The commands of README.md, and the jobs of docs/ci.md, in the folder that contract-run init writes",
  .enabled(if: Python.isThere, Python.absence), .timeLimit(.minutes(60)))
struct InitProjectTests {
  /// A job of docs/ci.md: its commands, and the files that it keeps.
  private struct Job {
    var commands: [String]
    var kept: [String]
  }

  private static func fence(_ section: String) throws -> String {
    try #require(Page("docs/ci.md").fences.first { $0.section == section }).text
  }

  /// Returns the jobs of the page by their service, read from its examples.
  private static func jobs() throws -> [String: Job] {
    let github = try YAML(fence("GitHub Actions"))["jobs"]?["contracts"]
    let steps = try #require(github?["steps"]?.elements)
    let gitlab = try #require(YAML(fence("GitLab"))["contracts"])
    let reports = try #require(gitlab["artifacts"]?["reports"])
    let buildkite = try #require(YAML(fence("Buildkite"))["steps"]?.elements.first)
    let jenkins = try fence("Jenkins")
    return [
      "GitHub Actions": Job(
        commands: steps.compactMap { $0["run"]?.text }, kept: steps.compactMap { $0["with"]?["path"]?.text }),
      "GitLab": Job(
        commands: gitlab["script"]?.texts ?? [], kept: ["junit", "codequality"].compactMap { reports[$0]?.text }),
      "Buildkite": Job(
        commands: buildkite["command"]?.texts ?? [], kept: buildkite["artifact_paths"]?.texts ?? []),
      "Jenkins": Job(
        commands: jenkins.matches(of: #/sh '(.+)'/#).map { String($0.1) },
        kept: jenkins.matches(of: #/junit '(.+)'/#).map { String($0.1) }),
    ]
  }

  @Test("each job of docs/ci.md passes, and writes what it keeps", .slow)
  func pages() async throws {
    try await InitProject.with(.swift) { project in
      for (service, job) in try Self.jobs() {
        #expect(job.commands.count == 1 && !job.kept.isEmpty, "\(service)")
        let files = ["contract-results.xml"] + job.kept
        for file in files { project.remove(file) }
        let ended = try await project.run(job.commands.joined(separator: "\n"))
        #expect(ended.status == 0, "\(service): \(ended.output)\(ended.errors)")
        for file in files { #expect(project.client.text(file)?.isEmpty == false, "\(service): \(file)") }
        let report = try #require(RunResult(junit: project.client.appendingPathComponent("contract-results.xml")))
        #expect(report.cases.count { !$0.id.hasSuffix("]") } == 5, "\(service)")
      }
    }
  }

  @Test("the commands of README.md lead from nothing to a green run", .slow)
  func readme() async throws {
    let fences = try Page("README.md").fences.filter { $0.info == "sh" }
    let (own, program) = (
      try #require(fences.last { $0.section == "Get it" }), try #require(fences.first { $0.section == "Get it" })
    )
    try await InitProject.new { project in
      let script = "git clone https://example.com/ContractKit\ncd ContractKit\n\(program.text)cd ../shop\n\(own.text)"
      let ended = try await project.run(script, in: project.folder.parent)
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      #expect(ended.output.contains("learned 5 scenarios"))
      #expect(ended.output.contains("✓ 5 scenarios passed"), "\(ended.output)")
    }
  }

  @Test("the action passes as docs/ci.md uses it, and writes its report", .slow)
  func action() async throws {
    let text = try #require(Page("docs/ci.md").fences.first { $0.text.contains(".github/actions/contract-run@") }).text
    let use = try #require(YAML(text)["steps"]?.elements.first { $0["uses"]?.text?.contains("contract-run@") == true })
    let inputs = try #require(use["with"])
    let action = try GitHubAction()
    try await InitProject.with(.swift) { project in
      let clientFolder = project.client.appendingPathComponent(try #require(inputs["working-directory"]?.text))
      let report = project.folder.parent.appendingPathComponent("report.html").path
      let ended = try await project.run(
        action.script, in: clientFolder,
        [
          "ARGUMENTS": inputs["arguments"]?.text ?? "", "REPORT": report,
          "PACKAGE": action.defaults["package-path"] ?? "",
        ])
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      #expect(project.folder.parent.text("report.html")?.contains("<html") == true)
    }
  }

  @Test(
    "the jobs that init writes pass, install what the client needs, and can name their shards", .exhaustive,
    arguments: Language.allCases, [false, true])
  func own(_ language: Language, released: Bool) async throws {
    // In Swift, a release is a version of the package, which only SwiftPM can get.
    if language == .swift, released { return }
    let files = language == .python ? ["requirements.txt": "requests\n"] : [:]
    try await InitProject.with(language, files: files, released: released) { project in
      for service in [CIService.github, .gitlab] {
        let path = service == .github ? ".github/workflows/contracts.yml" : ".gitlab/contracts.yml"
        let text = try #require(project.client.text(path))
        let job = try #require(YAML(text)[service == .github ? "jobs" : "contracts"])
        let script =
          service == .github
          ? job["contracts"]?["steps"]?.elements.compactMap { $0["run"]?.text } : job["script"]?.texts
        for file in ["contract-results.xml", "../installed"] { project.remove(file) }
        let ended = try await project.run(try #require(script).joined(separator: "\n"))
        #expect(ended.status == 0, "\(service): \(ended.output)\(ended.errors)")
        #expect(project.client.text("contract-results.xml")?.isEmpty == false, "\(service)")
        #expect(project.installed.contains("-r requirements.txt") == (language == .python), "\(service)")
      }
      // A job can name its shards, if it is known which transport is used.
      let transport = language == .swift ? " --transport memory" : ""
      for number in 1...2 {
        let ended = try await project.run(
          "contract-run --shard \(number)/2\(transport)",
          ["PATH": "\(TestFolder.products.path):\(project.environment["PATH"].flatMap(\.self) ?? "")"])
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      }
    }
  }

  @Test("a client in Python uses the lines of docs/ci.md, and the action with the clone", .slow)
  func python() async throws {
    let steps = try YAML(Self.fence("Clients in Python and other languages")).elements.compactMap { $0["run"]?.text }
    try await InitProject.with(.python, files: ["requirements.txt": "requests\n"]) { project in
      let prepared = try await project.run(steps.joined(separator: "\n"))
      #expect(prepared.status == 0, "\(prepared.output)\(prepared.errors)")
      #expect(project.installed.contains("-r requirements.txt"))
      let ended = try await project.run(
        GitHubAction().script, ["ARGUMENTS": "", "REPORT": "report.html", "PACKAGE": "../ContractKit"])
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
    }
  }
}
