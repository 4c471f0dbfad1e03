import Foundation
import TestSupport
import Testing

/// The commands that an import prints for YAML do what it says.
@Suite("Conversion of YAML") struct ImportConversionTests {
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
      let version = try shell("yq --version 2>&1", in: folder)
      let yq =
        version.status != 0
        ? nil : commands.first { $0.hasPrefix(version.text.contains("mikefarah") ? "yq -o" : "yq . ") }
      for command in [python] + [yq].compactMap(\.self) {
        #expect(try shell(command, in: folder).status == 0)
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

  private func shell(_ command: String, in folder: URL) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, FileHandle.nullDevice)
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
