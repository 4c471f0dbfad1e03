import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("Names and output with characters that nobody sees")
struct HiddenCharactersTests {
  /// A name for a file whose characters break a line, color a terminal, and show the rest backwards.
  private static let file = "a\nb\u{1B}[31mred\u{202E}gpj"
  /// The name of a scenario with such characters, as JSON. Control characters are errors there.
  private static let scenario = #"see \u202egnp\u2066\u200b\u2028end"#

  private static func contract(_ scenario: String, method: String = "GET") -> String {
    """
    {
      "contract": 1, "endpoint": "\(scenario)", "operation": "get", "baseURL": "http://api.invalid/v1",
      "request": { "method": "\(method)", "path": "/thing" },
      "scenarios": [
        { "name": "\(scenario)", "response": { "kind": "valid", "body": { "json": 1 } }, "expect": { "success": 1 } },
        { "name": "other", "response": { "kind": "valid", "body": { "json": 1 } }, "expect": { "success": 1 } }
      ]
    }
    """
  }

  /// Returns the characters of a text that it must not have.
  private static func hidden(in text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { "\u{1B}\u{202E}\u{2066}\u{200B}\u{2028}".unicodeScalars.contains($0) }
  }

  @Test("--list prints each id on one line, and --filter accepts that line")
  func list() async throws {
    try await TestFolder.temporary { folder in
      try folder.write(Self.contract(Self.scenario), to: "specs/\(Self.file).contract.json")
      let all = try await contractRun(["--list", "specs", "--", "true"], in: folder)
      #expect(all.status == 0 && all.errors == "")
      expectText(
        all.output,
        is: #"""
          true/a bred\u202egpj/see \u202egnp\u2066\u200b\u2028end
          true/a bred\u202egpj/other

          """#)
      let first = try #require(all.output.split(separator: "\n").first.map(String.init))
      let one = try await contractRun(["--list", "--filter", first, "specs", "--", "true"], in: folder)
      #expect(one.output == first + "\n")
    }
  }

  @Test("check shows the name of a file and the line of a mistake without these characters")
  func check() async throws {
    try await TestFolder.temporary { folder in
      try folder.write(Self.contract("\u{202E}x", method: "G\u{2066}ET"), to: "specs/\(Self.file).contract.json")
      let ended = try await contractRun(["check", "specs"], in: folder)
      #expect(ended.status == 2)
      expectText(
        ended.errors,
        is: #"""
          specs/a\u000Ab\u001B[31mred\u202Egpj.contract.json:3:26: error: "G\u2066ET" is not an HTTP method
                "request": { "method": "G�ET", "path": "/thing" },
                                       ^~~~~~
            note: allowed: letters, digits and !#$%&'*+-.^_`|~ (RFC 9110, section 5.6.2)
          1 error in 1 file

          """#)
    }
  }

  @Test("a message about the command line shows the characters of an argument")
  func argument() async throws {
    try await TestFolder.temporary { folder in
      let ended = try await contractRun(["\u{202E}\u{1B}[2Jx\ny", "--", "true"], in: folder)
      #expect(Self.hidden(in: ended.errors) == [])
      let mistake = try await contractRun(["--filte\u{200B}r\nx"], in: folder)
      #expect(mistake.status == 2)
      expectText(
        mistake.errors,
        is: #"""
          contract-run: error: unknown option '--filte\u200br x'
          contract-run: did you mean '--filter'?
          contract-run: run 'contract-run --help' for usage

          """#)
    }
  }

  @Test("the console and JUnit XML show what a client prints without these characters")
  func output() async throws {
    try await TestFolder.temporary { folder in
      try folder.write(Self.contract(Self.scenario), to: "specs/\(Self.file).contract.json")
      let driver = ["sh", "-c", #"printf '\342\200\256backwards\342\200\250\033[2J\342\200\213\n' >&2; exit 1"#]
      let ended = try await contractRun(
        ["--verbose", "--report", "junit=rich.xml", "specs", "--"] + driver, in: folder)
      #expect(ended.status == 3)
      for text in [
        ended.output, ended.errors, try #require(folder.text("rich.xml")),
      ] {
        #expect(Self.hidden(in: text) == [])
      }
      #expect(ended.output.contains(#"\u202ebackwards\u2028"#))
    }
  }

  @Test("serve shows the names of scenarios without these characters")
  func serve() async throws {
    try await TestFolder.temporary { folder in
      try folder.write(Self.contract(Self.scenario), to: "specs/\(Self.file).contract.json")
      try await ServeProcess.run(in: folder) { server in
        let answer = try await server.request("GET", "/v1/thing")
        #expect(answer.status == 200)
        let isPrinted = await condition { server.command.output.split(separator: "\n").count == 5 }
        #expect(isPrinted, "\(server.command.output)")
        #expect(Self.hidden(in: server.command.output) == [])
        #expect(server.command.output.contains(#"\u202egnp\u2066\u200b\u2028end"#))
      }
    }
  }
}
