import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite(
  "docs/scale.md: the jobs for CI services, in the folder that contract-run init writes",
  .enabled(if: Python.isThere, Python.absence))
struct ScaleDocumentTests {
  @Test(
    "the shards are everything, and their merge is green until one is lost", .exhaustive, arguments: Service.allCases)
  func shards(service: Service) async throws {
    try await Self.run(service, withFailure: false) { builds, shards, whole in
      #expect(whole.exitStatus == 0 && shards.count == 5)
      #expect(shards.allSatisfy { $0.status == 0 }, "\(shards.map { $0.output + $0.errors })")
      let merge = try await builds.merge()
      #expect(merge.status == 0, "\(merge.output)\(merge.errors)")
      let report = try #require(RunResult(junit: merge.folder.appendingPathComponent("contract-results.xml")))
      let ids = report.cases.map(\.id).filter { !$0.hasSuffix("]") }
      #expect(ids.sorted() == whole.results.map(\.id).sorted())
      try builds.loseArtifact(ofShard: 3)
      let second = try await builds.merge()
      #expect(second.status == 3, "\(second.output)\(second.errors)")
      #expect(second.output.contains("shard 3/5 is missing"))
    }
  }

  @Test("a shard that fails keeps its report, and the merge fails", .exhaustive, arguments: Service.allCases)
  func failed(service: Service) async throws {
    try await Self.run(service, withFailure: true) { builds, shards, whole in
      #expect(whole.exitStatus == 1)
      #expect(shards.filter { $0.status == 1 }.count == 1 && shards.filter { $0.status == 0 }.count == 4)
      let merge = try await builds.merge()
      #expect(merge.status == 1, "\(merge.output)\(merge.errors)")
      #expect(merge.output.contains("shop/example/found"))
    }
  }

  @Test(
    "the workflow for GitHub passes actionlint",
    .enabled(if: CommandLineTool.canRun(["actionlint", "-version"]), "actionlint is not on PATH"))
  func actionlint() async throws {
    try await TestFolder.temporary { folder in
      try folder.write(try Service.github.document().text, to: ".github/workflows/contracts.yml")
      let ended = try await BuiltCommand(
        ["actionlint", ".github/workflows/contracts.yml"], program: "/usr/bin/env", in: folder
      ).end()
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
    }
  }

  /// Runs the shards of a service's example, and expects that together they are the whole run.
  private static func run(
    _ service: Service, withFailure: Bool,
    _ test: (Builds, [Builds.Ended], JSONResult) async throws -> Void
  ) async throws {
    let jobs = try service.jobs(YAML(service.document().text))
    try await InitProject.with(.swift) { project in
      let builds = Builds(project: project, jobs: jobs, withFailure: withFailure)
      let shards = try await builds.shards()
      let whole = try await builds.whole()
      #expect(try builds.idsInArtifacts().sorted() == whole.results.map(\.id).sorted())
      try await test(builds, shards, whole)
    }
  }
}

/// What a service does for an example: the jobs of the shards, and the job that merges.
private struct Jobs {
  struct Job {
    /// The lines of all steps.
    var script: String
    var environment: [String: String] = [:]
    /// The files that the service keeps, as patterns of a shell.
    var kept: [String]
    /// Whether the service keeps them even if the script fails.
    var isKeptAlways: Bool
  }

  var shards: [Job]
  var merge: Job
  /// The folder into which the service puts the files that it kept, below the checkout; nil if the script does that.
  var download: String?
}

extension ScaleDocumentTests {
  /// The services that the page has an example for.
  enum Service: String, CaseIterable {
    case github = "GitHub Actions"
    case gitlab = "GitLab"
    case buildkite = "Buildkite"

    func document() throws -> Page.Fence {
      let fences = try Page("docs/scale.md").fences
      return try #require(fences.first { $0.section == rawValue && $0.info == "yaml" })
    }

    fileprivate func jobs(_ document: YAML) throws -> Jobs {
      switch self {
      case .github: try Self.github(document)
      case .gitlab: try Self.gitlab(document)
      case .buildkite: try Self.buildkite(document)
      }
    }

    private static func github(_ document: YAML) throws -> Jobs {
      let shard = try #require(document["jobs"]?["shard"])
      let merge = try #require(document["jobs"]?["contracts"])
      #expect(merge["needs"] == .text("shard") && merge["if"] == .text("always()"))
      #expect(shard["strategy"]?["fail-fast"] == .text("false"))
      func job(_ job: YAML) throws -> Jobs.Job {
        let steps = try #require(job["steps"]?.elements)
        let upload = try #require(steps.first { $0["uses"]?.text?.hasPrefix("actions/upload-artifact@") == true })
        return Jobs.Job(
          script: steps.compactMap { $0["run"]?.text }.joined(separator: "\n"),
          environment: ["GITHUB_ACTIONS": "true"],
          kept: [try #require(upload["with"]?["path"]?.text)], isKeptAlways: upload["if"] == .text("always()"))
      }
      let shards = try #require(shard["strategy"]?["matrix"]?["shard"]?.texts).map { number in
        var each = try job(shard)
        each.script.replace("${{ matrix.shard }}", with: number)
        each.kept = each.kept.map { $0.replacing("${{ matrix.shard }}", with: number) }
        return each
      }
      let steps = try #require(merge["steps"]?.elements)
      let download = try #require(
        steps.first { $0["uses"]?.text?.hasPrefix("actions/download-artifact@") == true }?["with"])
      #expect(download["pattern"] == .text("shard-*") && download["merge-multiple"] == .text("true"))
      return Jobs(shards: shards, merge: try job(merge), download: try #require(download["path"]?.text))
    }

    private static func gitlab(_ document: YAML) throws -> Jobs {
      let shard = try #require(document["shard"])
      let merge = try #require(document["contracts"])
      #expect(merge["needs"] == .list([.text("shard")]) && merge["when"] == .text("always"))
      func job(_ job: YAML) throws -> Jobs.Job {
        Jobs.Job(
          script: try #require(job["script"]?.texts).joined(separator: "\n"),
          kept: job["artifacts"]?["paths"]?.texts ?? [],
          isKeptAlways: job["artifacts"]?["when"] == .text("always"))
      }
      let count = try #require(shard["parallel"]?.text.flatMap { Int($0) })
      let shards = try (1...count).map { number in
        var each = try job(shard)
        each.environment = ["CI_NODE_INDEX": "\(number)", "CI_NODE_TOTAL": "\(count)"]
        return each
      }
      return Jobs(shards: shards, merge: try job(merge), download: ".")
    }

    private static func buildkite(_ document: YAML) throws -> Jobs {
      let steps = try #require(document["steps"]?.elements)
      try #require(steps.count == 2)
      #expect(steps[1]["depends_on"] == steps[0]["key"] && steps[1]["allow_dependency_failure"] == .text("true"))
      func job(_ step: YAML) throws -> Jobs.Job {
        let commands = try #require(step["command"] ?? step["commands"]).texts
        // Buildkite replaces variables when it reads the file, and `$$` is a `$` that is left to the shell.
        let script = commands.joined(separator: "\n")
        #expect(script.replacing("$$", with: "").contains("$") == false)
        return Jobs.Job(
          script: script.replacing("$$", with: "$"), kept: step["artifact_paths"]?.texts ?? [],
          isKeptAlways: true)
      }
      let count = try #require(steps[0]["parallelism"]?.text.flatMap { Int($0) })
      let shards = try (0..<count).map { number in
        var each = try job(steps[0])
        each.environment = ["BUILDKITE_PARALLEL_JOB": "\(number)", "BUILDKITE_PARALLEL_JOB_COUNT": "\(count)"]
        return each
      }
      return Jobs(shards: shards, merge: try job(steps[1]), download: nil)
    }
  }
}

/// Jobs that run on this machine, each in its own checkout of what `init` wrote, with files of a folder as the service's
/// artifacts.
private struct Builds {
  struct Ended {
    var status: Int32?
    var output: String
    var errors: String
    /// The job's checkout.
    var folder: URL
  }

  let project: InitProject
  let jobs: Jobs
  let withFailure: Bool
  private var folder: URL { project.folder.parent }
  private var artifacts: URL { folder.appendingPathComponent("artifacts") }

  init(project: InitProject, jobs: Jobs, withFailure: Bool) {
    (self.project, self.jobs, self.withFailure) = (project, jobs, withFailure)
  }

  /// Makes a new folder with the contracts.
  func checkout(_ name: String) throws -> URL {
    let checkout = folder.appendingPathComponent("checkouts/\(name)")
    try? FileManager.default.removeItem(at: checkout)
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("checkouts"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: project.client, to: checkout)
    if withFailure {
      let contract = "contracts/specs/example.contract.json"
      let text = try #require(checkout.text(contract))
      let broken = text.replacing(#/"success": \{[^}]*\}/#, with: #""success": { "id": "a2" }"#)
      try #require(broken != text)
      try checkout.write(broken, to: contract)
    }
    return checkout
  }

  private func run(_ script: String, in checkout: URL, _ environment: [String: String] = [:]) async throws -> Ended {
    let ended = try await project.run(script, in: checkout, environment)
    return Ended(status: ended.status, output: ended.output, errors: ended.errors, folder: checkout)
  }

  /// Runs everything on one machine.
  func whole() async throws -> JSONResult {
    let checkout = try checkout("whole")
    let command = "swift run --package-path contracts contract-run --transport memory --report json=whole.json"
    _ = try await run(command, in: checkout)
    return try JSONResult(checkout.appendingPathComponent("whole.json"))
  }

  /// Runs all shards, and keeps their files.
  func shards() async throws -> [Ended] {
    var all: [Ended] = []
    for (index, job) in jobs.shards.enumerated() {
      let ended = try await run(job.script, in: try checkout("shard-\(index + 1)"), job.environment)
      all.append(ended)
      guard ended.status == 0 || job.isKeptAlways else { continue }
      let kept = artifacts.appendingPathComponent("\(index + 1)").path
      let script = job.kept.map {
        #"for file in \#($0); do mkdir -p "$0/$(dirname "$file")"; cp "$file" "$0/$file"; done"#
      }
      _ = try await copy(script.joined(separator: "\n"), kept, in: ended.folder)
    }
    return all
  }

  /// Runs a script of a shell with one argument, `$0`, and returns whether it succeeds.
  private func copy(_ script: String, _ argument: String, in checkout: URL) async throws -> Bool {
    let ended = try await BuiltCommand(
      ["-ec", script, argument], program: "/bin/sh", in: checkout, files: folder
    ).end()
    return ended.status == 0
  }

  func loseArtifact(ofShard number: Int) throws {
    try FileManager.default.removeItem(at: artifacts.appendingPathComponent("\(number)"))
  }

  /// The ids of the scenarios in all reports that the service kept.
  func idsInArtifacts() throws -> [String] {
    let files = try FileManager.default.subpathsOfDirectory(atPath: artifacts.path).filter { $0.hasSuffix(".json") }
    return try files.flatMap { try JSONResult(artifacts.appendingPathComponent($0)).results.map(\.id) }
  }

  /// Runs the merge with the files that are kept.
  func merge() async throws -> Ended {
    let checkout = try checkout("merge")
    if let download = jobs.download {
      let script = #"mkdir -p "\#(download)"; cp -R "$0"/*/. "\#(download)""#
      #expect(try await copy(script, artifacts.path, in: checkout))
    }
    return try await run(jobs.merge.script, in: checkout, jobs.merge.environment)
  }
}
