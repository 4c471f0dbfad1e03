import Foundation
import TestSupport
import Testing

/// The commands that an import prints for YAML do what it says.
@Suite("Conversion of YAML", .slow) struct ImportConversionTests {
  private static let yaml = """
    openapi: 3.1.0
    country: NO
    answer: yes
    day: 2024-01-02
    time: 12:30:45
    empty:
    number: 1.5
    flag: true
    base: &base { a: 1 }
    more:
      <<: *base
      b: 2
    responses:
      200: { description: ok }

    """

  @Test("NO and dates stay texts", .enabled(if: Python.has("yaml"), "needs PyYAML for python3")) func texts()
    async throws
  {
    try await TestFolder.temporary { folder in
      try folder.write(Self.yaml, to: "it's my api.yaml")
      let ended = try await contractRun(["import", "openapi", "it's my api.yaml"], in: folder)
      #expect(ended.status == 1)
      let commands = ended.errors.split(separator: "\n").map {
        $0.replacing(/^contract-run: */, with: "").trimmingCharacters(in: .whitespaces)
      }
      let python = try #require(commands.first { $0.hasPrefix("python3 ") })
      // There are two programs of this name.
      let shell = try #require(CommandLineTool("sh"))
      let version = try shell.run(["-c", "yq --version"], in: folder)
      let yq =
        version.status != 0
        ? nil : commands.first { $0.hasPrefix(version.output.contains("mikefarah") ? "yq -o" : "yq . ") }
      for command in [python] + [yq].compactMap(\.self) {
        #expect(try shell.run(["-c", command], in: folder).status == 0)
        let data = try #require(folder.text("it's my api.json")).data(using: .utf8) ?? Data()
        let json = try #require(try JSONSerialization.jsonObject(with: data) as? NSDictionary)
        let expected: NSDictionary = [
          "openapi": "3.1.0", "country": "NO", "answer": "yes", "day": "2024-01-02", "time": "12:30:45",
          "empty": NSNull(), "number": 1.5, "flag": true, "base": ["a": 1], "more": ["a": 1, "b": 2],
          "responses": ["200": ["description": "ok"]],
        ]
        #expect(json == expected, "\(command)")
      }
    }
  }
}
