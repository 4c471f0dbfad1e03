import ContractCore
import Foundation
import TestSupport
import Testing

@Suite("Warnings of contract-run check")
struct CheckTests {
  /// Writes one contract for each warning, and one that causes no warning.
  private static func write(to folder: URL) throws {
    func contract(_ endpoint: String, method: String = "GET", _ scenarios: [String]) -> String {
      """
      {
        "contract": 1, "endpoint": "\(endpoint)", "request": { "method": "\(method)", "path": "/\(endpoint)" },
        "scenarios": [
          \(scenarios.joined(separator: ",\n    "))
        ]
      }
      """
    }
    let kinds = [
      #"{ "name": "valid", "response": { "kind": "valid", "body": { "file": "body.json" } }, "expect": { "success": [1] } }"#,
      #"{ "name": "nonHTTP", "response": { "kind": "nonHTTP" }, "expect": { "failure": "network" } }"#,
      #"{ "name": "status", "response": { "kind": "statusError", "status": 500 }, "expect": { "failure": "status" } }"#,
      #"{ "name": "garbled", "response": { "kind": "corruptJSON", "body": { "text": "{{}" } }, "expect": { "failure": "decoding" } }"#,
      #"{ "name": "reset", "response": { "kind": "networkError", "error": "networkConnectionLost" }, "expect": { "failure": "network" } }"#,
    ]
    try folder.write(contract("good", kinds), to: "specs/good.contract.json")
    try folder.write("[1]", to: "specs/body.json")
    try folder.write("[2]", to: "specs/bodi.json")
    try folder.write(contract("few", method: "get", Array(kinds[0...2])), to: "specs/few.contract.json")
    let suspicious = [
      #"{ "name": "none", "response": { "kind": "statusError", "status": 500 }, "expect": { "failure": {} } }"#,
      #"{ "name": "json5", "response": { "kind": "corruptJSON", "body": { "text": "[1] // one" } }, "expect": { "failure": "decoding" } }"#,
      #"{ "name": "comma", "response": { "kind": "corruptJSON", "body": { "text": "[1,]" } }, "expect": { "failure": { "message": "no" } } }"#,
      #"{ "name": "lost", "response": { "kind": "networkError", "error": "networkConnectionLost" }, "expect": { "failure": { "code": -1005 } } }"#,
    ]
    try folder.write(contract("suspicious", kinds + suspicious), to: "specs/sub/suspicious.contract.json")
    try folder.write("[1]", to: "specs/sub/body.json")
  }

  /// Compares the standard error, followed by the output, with a screen.
  private func expect(_ ended: BuiltCommand.Ended, _ screen: String, _ status: Int32) {
    #expect(ended.status == status)
    expectText(ended.errors + ended.output, isFile: "Tests/ContractRunTests/Commands/Screens/\(screen).txt")
  }

  @Test("check prints each warning as its screen shows it; with --strict, the exit status is 1")
  func all() async throws {
    try await TestFolder.temporary { folder in
      try Self.write(to: folder)
      expect(try await contractRun(["check", "specs"], in: folder), "check-warnings", 0)
      expect(try await contractRun(["check", "--strict", "specs"], in: folder), "check-strict", 1)
      let good = try await contractRun(["check", "--strict", "specs/good.contract.json"], in: folder)
      #expect(good.status == 0 && good.errors == "")
      expectText(good.output, is: "1 contract, 5 scenarios: no errors\n")
      let quiet = try await contractRun(["check", "-q", "specs/few.contract.json"], in: folder)
      #expect(quiet.status == 0 && quiet.output == "")
      expectText(quiet.errors, ends: "\n2 warnings in 1 file; with --strict, the exit status is 1\n")
    }
  }

  @Test("check warns about what sockets cannot do only if a client that runs the contract uses loopback", .slow)
  func memoryOnly() async throws {
    try await TestFolder.temporary { folder in
      try Self.write(to: folder)
      for (transport, isTold) in [(#", "transport": "memory""#, false), (#", "transport": "both""#, true), ("", true)] {
        let clients = [("one", "specs/sub", transport), ("two", "specs/good.contract.json", "")].map {
          #"{ "name": "\#($0.0)", "specs": ["\#($0.1)"], "driver": ["true"]\#($0.2) }"#
        }
        try folder.write(#"{ "clients": [\#(clients.joined(separator: ", "))] }"#, to: "contract-run.json")
        for words in [["check"], ["check", "specs/sub"], ["check", "specs"]] {
          let ended = try await contractRun(words, in: folder)
          #expect(ended.status == 0)
          #expect(ended.errors.contains("[code-without-platform]") == isTold, "\(words), \(transport)")
        }
      }
    }
  }

  @Test("a file that only a contract outside PATH names causes no warning")
  func others() async throws {
    try await TestFolder.temporary { folder in
      try Self.write(to: folder)
      try folder.write(
        #"{ "specs": ["specs"], "clients": [{ "name": "one", "driver": ["true"] }] }"#, to: "contract-run.json")
      try folder.write("[3]", to: "specs/sub/three.json")
      expectText(
        try await contractRun(["check", "specs/sub"], in: folder).errors, has: "specs/sub/three.json: warning:")
      try folder.write(
        try #require(folder.text("specs/good.contract.json")).replacing("body.json", with: "sub/three.json"),
        to: "specs/good.contract.json")
      #expect(try await !contractRun(["check", "specs/sub"], in: folder).errors.contains("three.json"))
    }
  }

  @Test("run leaves out the warnings that only check prints")
  func run() async throws {
    try await TestFolder.temporary { folder in
      try Self.write(to: folder)
      let ended = try await contractRun(["--list", "specs", "--", "true"], in: folder)
      #expect(ended.status == 0)
      let codes = ended.errors.split(separator: "\n").filter { $0.contains(": warning: ") }.map {
        $0.split(separator: " ").last
      }
      #expect(codes == ["[method-case]", "[lenient-json]", "[asserts-message]"])
      expectText(ended.errors, ends: "\n3 warnings in 2 files\n")
    }
  }

  @Test("check prints a warning for each of 300 scenarios at its place, and the advice only once")
  func many() async throws {
    try await TestFolder.temporary { folder in
      try Self.write(to: folder)
      let scenarios = (1...300).map {
        #"{ "name": "s\#($0)", "input": \#($0), "response": { "kind": "valid" }, "expect": { "success": { "$any": true } } }"#
      }
      let text = try #require(folder.text("specs/good.contract.json"))
        .replacing("\"scenarios\": [", with: "\"scenarios\": [" + scenarios.joined(separator: ",\n") + ",")
      try folder.write(text, to: "specs/good.contract.json")
      let ended = try await contractRun(["check", "specs/good.contract.json"], in: folder)
      let lines = ended.errors.split(separator: "\n")
      #expect(lines.count { $0.hasSuffix("[matches-anything]") } == 300)
      #expect(lines.count { $0.contains("  note: ") } == 2)
      #expect(lines.count == 903)
      expectText(lines.last, is: "300 warnings in 1 file; with --strict, the exit status is 1")
    }
  }
}
