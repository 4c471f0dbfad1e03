import Foundation
import TestSupport
import Testing

@Suite("docs/coming-from.md", .enabled(if: Python.isThere, Python.absence))
struct ComingFromDocumentTests {
  private let page: Page

  init() throws { page = try Page("docs/coming-from.md") }

  private func fence(_ info: String) throws -> Page.Fence {
    try #require(page.fences.first { $0.info.hasPrefix(info) }, "\(info)")
  }

  /// Runs a command that the page shows, in a folder with the page's driver.
  private func run(_ command: String, in folder: URL) async throws -> BuiltCommand.Ended {
    #expect(page.text.contains("\n\(command)\n"), "the page does not show the command")
    try folder.write(try fence("python driver.py").text, to: "driver.py")
    try folder.copyPythonKit()
    let python = try #require(Python.path)
    let words = command.split(separator: " ").dropFirst().map { $0 == "python3" ? python : String($0) }
    return try await contractRun(words, in: folder)
  }

  @Test("the contract passes with the driver") func contract() async throws {
    let contract = try fence("json contract ")
    try await TestFolder.temporary { folder in
      try folder.write(contract.text, to: String(try #require(contract.info.split(separator: " ").last)))
      let ended = try await run("contract-run specs -- python3 driver.py", in: folder)
      #expect(ended.status == 0, "\(ended.errors)")
      #expect(ended.output.contains("3 scenarios passed"), "\(ended.output)")
    }
  }

  @Test(
    "import and learn make the contract's first scenario from a stub",
    arguments: [
      ("wiremock", "mappings/profile.json", nil), ("pact", "pact.json", "The pact of app and accounts."),
    ] as [(String, String, String?)])
  func imports(format: String, file: String, description: String?) async throws {
    var expected = try object(try fence("json contract ").text)
    var scenario = try #require((expected["scenarios"] as? [[String: Any]])?.first)
    expected["description"] = description
    try await TestFolder.temporary { folder in
      func contract() throws -> [String: Any] {
        try object(try #require(folder.text("specs/getProfile.contract.json")))
      }
      try folder.write(try fence("json \(format)").text, to: file)
      let imported = try await run(
        "contract-run import \(format) \(file) --base-url https://api.example.com", in: folder)
      #expect(imported.status == 0, "\(imported.errors)")
      let expectation = scenario.removeValue(forKey: "expect")
      expected["scenarios"] = [scenario]
      #expect(NSDictionary(dictionary: try contract()) == NSDictionary(dictionary: expected))
      let learned = try await run("contract-run learn --write specs -- python3 driver.py", in: folder)
      #expect(learned.status == 0, "\(learned.errors)")
      scenario["expect"] = expectation
      expected["scenarios"] = [scenario]
      #expect(NSDictionary(dictionary: try contract()) == NSDictionary(dictionary: expected))
    }
  }

  @Test("each of the ten tools has a stub for the contract's request, with its answer") func stubs() throws {
    let commands = ["sh", "swift driver"]
    let stubs = page.fences.filter { $0.section == "The same stub in each tool" && !commands.contains($0.info) }
    #expect(stubs.count == 10)
    for stub in stubs {
      #expect(stub.text.contains("/profile") && stub.text.contains("Ada"), "line \(stub.line)")
    }
  }

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }
}
