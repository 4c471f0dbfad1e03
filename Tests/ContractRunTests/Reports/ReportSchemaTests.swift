import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite(
  "The files of the one format", .slow, .enabled(if: Python.has("jsonschema"), "python3 on PATH has no jsonschema"))
struct ReportSchemaTests {
  /// Returns what Python's jsonschema finds in files.
  private func mistakes(_ files: [String], in folder: URL) throws -> String {
    let program = """
      import json, jsonschema, sys
      schema = json.load(open(sys.argv[1], encoding="utf-8"))
      jsonschema.Draft202012Validator.check_schema(schema)
      validator = jsonschema.Draft202012Validator(schema)
      for path in sys.argv[2:]:
          for error in validator.iter_errors(json.load(open(path, encoding="utf-8"))):
              print(path, error.json_path, error.message[:300])
      """
    let schema = TestFolder.package.appendingPathComponent("docs/report.schema.json").path
    let paths = files.map { folder.appendingPathComponent($0).path }
    let (status, output) = try #require(CommandLineTool("python3")).run(["-c", program, schema] + paths)
    return status == 0 ? output : "status \(status): \(output)"
  }

  @Test("jsonschema accepts what run, prove and merge write, and the file of --last-failed")
  func accepted() async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder)
      try folder.write(Sample.configuration(transport: .memory), to: "contract-run.json")
      for (words, file) in [
        (["run", "--variations", "all"], "run.json"), (["run", "--repeat", "2"], "rounds.json"),
        (["run", "--shard", "1/2"], "shard.json"), (["run", "--prove"], "prove.json"),
        (["merge", "run.json"], "merge.json"),
        (["merge", "shard.json"], "part.json"),
      ] {
        let ended = try await contractRun(words + ["--report", "json=\(file)"], in: folder)
        #expect(ended.status != 2, "\(words): \(ended.errors)")
      }
      let files = [
        "run.json", "rounds.json", "shard.json", "prove.json", "merge.json", "part.json", ".contract-run.last.json",
      ]
      #expect(try mistakes(files, in: folder) == "")
      let commands = files.map { folder.text($0).flatMap { JSON.parse($0) }?["plan"]?["command"]?.string }
      #expect(commands == ["run", "run", "run", "prove", "run", "run", nil])
    }
  }

  @Test("jsonschema accepts what verify writes", .enabled(if: Python.isThere, Python.absence))
  func verified() async throws {
    try await RealTodos.with("null due") { folder, server in
      _ = try await server.verify(["--report", "json=verify.json"], in: folder)
      #expect(try mistakes(["verify.json"], in: folder) == "")
      let merged = try await contractRun(["merge", "verify.json"], in: folder)
      #expect(merged.status == 2)
      expectText(
        merged.errors,
        has: """
          verify.json cannot be merged: it is a report of verify
          contract-run: merge reports of run; write other reports of verify when it runs: --report FORMAT=PATH

          """)
    }
  }
}
