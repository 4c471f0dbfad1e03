import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("The files that contract-run learn writes", .slow, .enabled(if: Python.isThere, Python.absence))
struct LearnFileTests {
  static let file = "specs/thing.contract.json"

  @Test(
    "everything that was not inserted stays byte for byte",
    arguments: [
      "{\"contract\":1,\"endpoint\":\"thing\",\"operation\":\"play\",\"scenarios\":[{\"name\":\"ok\",\"response\":{\"kind\":\"valid\",\"body\":{\"json\":1}}}]}",
      "{\r\n\t\"endpoint\" : \"thing\",\r\n\t\"operation\" : \"play\",\r\n\r\n\t\"contract\" : 1.0 ,\r\n\t\"scenarios\" : [\r\n\t\t{\r\n"
        + "\t\t\t\"response\" : { \"kind\" : \"valid\", \"body\" : {\"json\" : 1} },\r\n\t\t\t\"name\" : \"\\u006fk\"\r\n\t\t}\r\n\t]\r\n}",
      "\n\n{ \"contract\": 1,\n     \"endpoint\": \"thing\", \"operation\": \"play\",\n\"scenarios\": [ {\"name\": \"ok\",\n  \"response\": {\"kind\": \"valid\",\n\"body\": {\"json\": 1}\n}  } ] }   \n\n",
    ])
  func formatting(_ text: String) async throws {
    try await TestFolder.temporary { folder in
      try folder.write(text, to: Self.file)
      let ended = try await LearnSample.learn(["--write"], in: folder)
      #expect(ended.status == 0, "\(ended.output)")
      let written = try #require(folder.text(Self.file))
      let json = try #require(JSON.parse(written))
      #expect(json["request"] == ["method": "GET", "path": "/thing"])
      #expect(json["scenarios"]?.array?[0]["expect"] == ["success": 1])
      // What is left without the insertions is the original text.
      var rest = written[...]
      for character in text {
        guard let place = rest.firstIndex(of: character) else {
          Issue.record("\(character.debugDescription) is missing: \(written)")
          return
        }
        rest = rest[written.index(after: place)...]
      }
      #expect(written.contains("\r\n") == text.contains("\r\n"))
      #expect(!text.contains("\r\n") || !written.replacing("\r\n", with: "").contains("\n"))
      #expect(written.hasSuffix("\n") == text.hasSuffix("\n"))
    }
  }

  @Test(
    "what a killed run left beside the contracts, and beside a report, is removed by the next one that writes there")
  func leftovers() async throws {
    try await TestFolder.temporary { folder in
      try folder.write(LearnSample.contract([LearnSample.valid]), to: Self.file)
      for place in ["specs", "reports"] { try folder.write("{", to: "\(place)/.contract-run-1zy9.tmp") }
      #expect(try await LearnSample.learn(["--write"], in: folder).status == 0)
      #expect(folder.text("specs/.contract-run-1zy9.tmp") == nil)
      let ended = try await contractRun(
        ["run", "specs", "--report", "json=reports/a.json"] + LearnSample.driver("memory"), in: folder)
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      #expect(folder.text("reports/.contract-run-1zy9.tmp") == nil)
    }
  }

  /// Two contracts, of which the first cannot be written for some reason.
  private func withTwo(_ body: (URL) async throws -> Void) async throws {
    try await TestFolder.temporary { folder in
      let text = LearnSample.contract([LearnSample.valid])
      try folder.write(text, to: "specs/a.contract.json")
      try folder.write(text, to: "specs/b.contract.json")
      try await body(folder)
    }
  }

  @Test("a read-only file is reported, and the others are written")
  func readOnly() async throws {
    try await withTwo { folder in
      let path = folder.appendingPathComponent("specs/a.contract.json").path
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
      let before = folder.text("specs/a.contract.json")
      let ended = try await LearnSample.learn(["--write"], in: folder)
      #expect(ended.status == 1)
      #expect(folder.text("specs/a.contract.json") == before)
      expectText(
        ended.output.components(separatedBy: "\n\n").suffix(2).joined(separator: "\n\n"),
        is: """
          ✗ specs/a.contract.json was not changed: it is read-only; make it writable

          learned 1 scenario, 1 not
            wrote  specs/b.contract.json

          """)
    }
  }

  @Test("a file that changed meanwhile is not overwritten")
  func changed() async throws {
    try await TestFolder.temporary { folder in
      // The client changes its contract while it is called.
      let scenario = LearnSample.scenario("s", #"{ "edit": "specs/thing.contract.json" }"#)
      try folder.write(LearnSample.contract([scenario]), to: Self.file)
      let ended = try await LearnSample.learn(["--write"], in: folder)
      #expect(ended.status == 1)
      #expect(
        ended.output.contains(
          "specs/thing.contract.json was not changed: somebody changed it after it was read; run the command again"),
        "\(ended.output)")
      #expect(folder.text(Self.file) == LearnSample.contract([scenario]) + "\n")
    }
  }

  @Test("a link stays a link, and its target is written")
  func link() async throws {
    try await TestFolder.temporary { folder in
      try folder.write(LearnSample.contract([LearnSample.valid]), to: "specs/real/thing.txt")
      let link = folder.appendingPathComponent(Self.file).path
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real/thing.txt")
      let ended = try await LearnSample.learn(["--write"], in: folder)
      #expect(ended.status == 0, "\(ended.output)")
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "real/thing.txt")
      #expect(folder.text("specs/real/thing.txt")?.contains(#""expect""#) == true)
    }
  }

  @Test("what does not pass when it is played is undone, and the rest stays")
  func undone() async throws {
    try await TestFolder.temporary { folder in
      // The third call of this client returns something else.
      let scenario = LearnSample.scenario("moody", #"{ "do": "moody" }"#)
      try folder.write(LearnSample.contract([LearnSample.valid, scenario]), to: Self.file)
      let ended = try await LearnSample.learn(["--write"], in: folder)
      #expect(ended.status == 1)
      #expect(
        ended.output.contains("the scenario did not pass with what was written, which was undone"), "\(ended.output)")
      #expect(ended.output.hasSuffix("learned 1 scenario, 1 not\n  wrote  specs/thing.contract.json\n"))
      let json = try #require(folder.text(Self.file).flatMap { JSON.parse($0) })
      #expect(json["request"] != nil)
      #expect(json["scenarios"]?.array?.map { $0["expect"] != nil } == [true, false])
    }
  }

  @Test("if everything is undone, the file is as it was")
  func allUndone() async throws {
    try await TestFolder.temporary { folder in
      let text = LearnSample.contract([LearnSample.scenario("moody", #"{ "do": "moody" }"#)])
      try folder.write(text, to: Self.file)
      #expect(try await LearnSample.learn(["--write"], in: folder).status == 1)
      #expect(folder.text(Self.file) == text)
    }
  }

  @Test("an interrupt leaves each file whole")
  func interrupted() async throws {
    try await TestFolder.temporary { folder in
      let text = LearnSample.contract([LearnSample.scenario("s", #"{ "do": "hang", "edit": "started" }"#)])
      try folder.write("", to: "started")
      try folder.write(text, to: Self.file)
      let arguments = ["learn", "--write", "--timeout", "3600", "specs"] + LearnSample.driver("memory")
      let command = try BuiltCommand(arguments, in: folder)
      #expect(await condition { folder.text("started") != "" })
      kill(command.pid, SIGINT)
      let ended = await command.end()
      #expect(ended.status == 130, "\(ended.output)\(ended.errors)")
      #expect(folder.text(Self.file) == text)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/specs") == ["thing.contract.json"])
    }
  }

  // MARK: Shared files

  static let shared = """
    {
      "failures": [
        { "name": "down", "response": { "kind": "statusError", "status": 500 } }
      ]
    }

    """

  private func writeShared(to folder: URL, input: String = "null") throws {
    let reference = ##"{ "$ref": "shared.json#/failures" }"##
    for name in ["a", "b"] {
      let input = name == "b" ? input : "null"
      try folder.write(
        LearnSample.contract([LearnSample.valid, reference], members: "\"input\": \(input),\n  "),
        to: "specs/\(name).contract.json")
    }
    try folder.write(Self.shared, to: "specs/shared.json")
  }

  @Test("a shared file is changed only with --write-shared, once for all contracts")
  func shared() async throws {
    try await TestFolder.temporary { folder in
      try writeShared(to: folder)
      let ended = try await LearnSample.learn(["--write"], in: folder)
      #expect(ended.status == 1)
      #expect(
        ended.output.contains("the value belongs in specs/shared.json, which other contracts may use"),
        "\(ended.output)")
      #expect(ended.output.contains("learned 2 scenarios, 2 not\n"), "\(ended.output)")
      #expect(folder.text("specs/shared.json") == Self.shared)

      let second = try await LearnSample.learn(["--write", "--write-shared"], in: folder)
      #expect(second.status == 0, "\(second.output)")
      #expect(
        LearnSample.withoutNext(second.output).hasSuffix("learned 2 scenarios\n  wrote  specs/shared.json\n"),
        "\(second.output)")
      expectText(
        folder.text("specs/shared.json"),
        is: """
          {
            "failures": [
              { "name": "down", "response": { "kind": "statusError", "status": 500 },
                "expect": { "failure": { "category": "status", "type": "APIError", "case": "status", "payload": 500 } } }
            ]
          }

          """)
    }
  }

  @Test("contracts that need different values in a shared file are refused")
  func conflict() async throws {
    try await TestFolder.temporary { folder in
      try writeShared(to: folder, input: #"{ "do": "hide" }"#)
      let ended = try await LearnSample.learn(["--write", "--write-shared"], in: folder)
      #expect(ended.status == 1)
      #expect(
        ended.output.contains("contracts that use the same part of specs/shared.json need different values there"),
        "\(ended.output)")
      #expect(folder.text("specs/shared.json") == Self.shared)
    }
  }

  @Test("what is refused for one contract is not written into a shared file for another")
  func refusedElsewhere() async throws {
    try await TestFolder.temporary { folder in
      try writeShared(to: folder, input: #"{ "do": "swallow" }"#)
      let ended = try await LearnSample.learn(["--write", "--write-shared"], in: folder)
      #expect(ended.status == 1)
      #expect(folder.text("specs/shared.json") == Self.shared)
    }
  }

  @Test("a contract that extends a file gets its request itself")
  func extends() async throws {
    try await TestFolder.temporary { folder in
      try folder.write(#"{ "baseURL": "http://api.invalid/v2", "operation": "play" }"#, to: "specs/base.json")
      try folder.write(
        #"{ "contract": 1, "endpoint": "thing", "extends": "base.json", "scenarios": [\#(LearnSample.valid)] }"#,
        to: Self.file)
      let ended = try await LearnSample.learn(["--write"], in: folder)
      #expect(ended.status == 0, "\(ended.output)")
      #expect(folder.text("specs/base.json")?.contains("request") == false)
      let json = try #require(folder.text(Self.file).flatMap { JSON.parse($0) })
      #expect(json["request"] == ["method": "GET", "path": "/thing"])
    }
  }

  // MARK: Multiple clients

  func configuration(_ second: [String], accepts: Bool = false) -> String {
    let drivers = [LearnSample.driver("memory"), second].map { words in
      words.dropFirst().map { "\"\($0)\"" }.joined(separator: ", ")
    }
    let accepted = accepts ? #""accepted": "accepted.json", "# : ""
    return """
      { "specs": ["specs"], \(accepted)"clients": [
        { "name": "one", "driver": [\(drivers[0])], "transport": "memory" },
        { "name": "two", "driver": [\(drivers[1])], "transport": "memory" }
      ] }
      """
  }

  @Test("what multiple clients do is written only if they agree")
  func clients() async throws {
    try await TestFolder.temporary { folder in
      let text = LearnSample.contract([
        LearnSample.valid, LearnSample.scenario("name", #"{ "do": "name" }"#),
      ])
      try folder.write(text, to: Self.file)
      try folder.write(configuration(LearnSample.driver("memory", name: "other")), to: "contract-run.json")
      let ended = try await contractRun(["learn", "--write"], in: folder)
      #expect(ended.status == 1)
      #expect(
        ended.output.contains(
          """
            the clients do not agree
              one       {"success":"scripted"}
              two       {"success":"other"}
          """), "\(ended.output)")
      #expect(ended.output.contains("learned 1 scenario, 1 not"))
      let one = try await contractRun(["learn", "--client", "one"], in: folder)
      #expect(one.output.contains(#"+      "expect": { "success": "scripted" } }"#), "\(one.output)")
    }
  }

  @Test("clients on different transports each describe their own")
  func transports() async throws {
    try await TestFolder.temporary { folder in
      let text = LearnSample.contract([
        LearnSample.valid,
        #"{ "name": "lost", "response": { "kind": "networkError", "error": "networkConnectionLost" } }"#,
        #"{ "name": "down", "response": { "kind": "networkError", "error": "cannotConnectToHost" } }"#,
      ])
      try folder.write(text, to: Self.file)
      let two = configuration(LearnSample.driver("loopback"))
      let last = try #require(two.range(of: "\"memory\"", options: .backwards))
      try folder.write(two.replacingCharacters(in: last, with: "\"loopback\""), to: "contract-run.json")
      let ended = try await contractRun(["learn", "--write"], in: folder)
      #expect(ended.status == 0, "\(ended.output)")
      #expect(try await contractRun([], in: folder).status == 0)
    }
  }
}
