import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("contract-run check --drivers", .slow)
struct SmokeTests {
  // MARK: Drivers that speak the protocol

  @Test("a Swift driver speaks the protocol")
  func swift() async throws {
    let driver = TestFolder.products.appendingPathComponent("todo-driver").path
    try await smoke([driver], screen: "smoke-swift", status: 0)
  }

  @Test(
    "what a driver reports about itself and what it prints are shown and fail no check",
    .enabled(if: Python.isThere, Python.absence),
    arguments: ["several", "members", "noise", "repeats"])
  func sound(_ what: String) async throws {
    try await smoke(Python.driver(["speaks", what]), screen: "smoke-\(what)", status: 0)
  }

  @Test("secrets in what a driver prints and writes are hidden", .enabled(if: Python.isThere, Python.absence))
  func secrets() async throws {
    let reported = try await smoke(Python.driver(["speaks", "secrets"]), status: 0)
    expectText(reported.text, has: "← Authorization: Bearer …")
    #expect(!reported.text.contains("PLANTED"), "\(reported.text)")
  }

  @Test(
    "a remark about a driver fails no check",
    .enabled(if: Python.isThere, Python.absence),
    arguments: [
      ("returns", greeting, "  ! its lines end with a carriage return and a line feed, which is allowed"),
      ("nothing", greeting, "  ! hello.operations is empty, so no contract can call this driver"),
      (
        "unmarked", bye,
        "  ! it offers ahead, but its standard error has no mark (U+001E, \"contract-run call ID\") before calls 1, 2, 3, 4, 5, 6, 7: its output may be shown with the wrong call"
      ),
      ("daemon", bye, " process that it started still has its standard output open; do not"),
      ("prints after bye", bye, "  · ← good bye"),
      ("ends with 3", second, "  ✓ it ends with exit status 3"),
    ])
  func remarks(_ what: String, _ check: String, _ line: String) async throws {
    let reported = try await smoke(Python.driver(["speaks", what]), status: 0)
    expectText(reported.checks[check]?.joined(separator: "\n"), has: line)
  }

  @Test("a driver may ask for calls written ahead and mark them", .enabled(if: Python.isThere, Python.absence))
  func marks() async throws {
    let reported = try await smoke(Python.driver(["speaks", "ahead"]), status: 0)
    #expect(reported.checks[Self.two]?.count == 4, "\(reported.text)")
    expectText(reported.last, is: "✓ the driver follows the protocol: 9 checks passed; it wrote 9 messages")
  }

  // MARK: Drivers that do not

  @Test(
    "every mistake in a line is reported at its place, and every line that is almost a message with the reason",
    .enabled(if: Python.isThere, Python.absence), arguments: lines)
  func line(_ what: String, _ expected: String, _ failed: String, _ isSilent: Bool) async throws {
    let reported = try await smoke(Python.driver(["speaks", what]), timeout: isSilent ? 5 : 600, status: 3)
    let found = try #require(reported.checks[Self.first]).filter { !$0.hasPrefix("    →") }
    expectText(found.joined(separator: "\n"), is: expected)
    expectText(reported.last, begins: "✗ the driver does not follow the protocol: \(failed) checks failed; ")
  }

  @Test(
    "all mistakes in a hello are reported at once, and the calls are still made",
    .enabled(if: Python.isThere, Python.absence))
  func hello() async throws {
    try await smoke(Python.driver(["speaks", "faults"]), screen: "smoke-faults", status: 3)
  }

  @Test(
    "a driver's mistake is reported in the check in which it happens",
    .enabled(if: Python.isThere, Python.absence),
    arguments: [
      (
        "version", greeting,
        #"""
          ✓ ← {"hello": {"protocol": 3, "driver": "speaks", "operations": "any", "transports": ["loopback"]}}
          ✗ it uses version 3 of the protocol, but contract-run 0.1.0 uses version 1
        """#, false
      ),
      (
        "early", greeting,
        #"""
          ✓ ← {"completedTwice": {"id": 1}}
          ✗ it writes a message before its hello
          ✗ completedTwice for the unknown call 1
          ✓ ← {"hello": {"protocol": 1, "driver": "speaks", "operations": ["get"], "transports": ["loopback"]}}
          ✓ protocol 1, driver "speaks", transport loopback; 1 call in flight
          ✓ 1 operation: get
          ✓ the network guard works: connections to other hosts are seen and refused
        """#, false
      ),
      (
        "mark", greeting,
        #"""
          ! ← \ufeff{"hello": {"protocol": 1, "driver": "speaks", "operations": ["get"], "transports": ["loopback"]}}
              it begins with a byte order mark, so it is not a message; write UTF-8 without one
          ✗ no hello within 10 s
        """#, true
      ),
      (
        "utf-16", greeting,
        #"""
          ! ← {␀"␀h␀e␀l␀l␀o␀"␀:␀ ␀{␀"␀p␀r␀o␀t␀o␀c␀o␀l␀"␀:␀ ␀1␀,␀ ␀"␀d␀r␀i␀v␀e␀r␀"␀:␀ ␀"␀s␀p␀e␀a␀k␀s␀"␀,␀ ␀"␀o␀p␀e␀r␀a␀t␀i␀o␀n␀s␀"␀:␀ ␀[␀"␀g␀e␀t␀"␀]␀,␀ ␀"␀t␀r␀a␀n␀s␀p␀o␀r␀t␀s␀"␀:␀ ␀[␀"␀l␀o␀o␀p␀b␀a␀c␀k␀"␀]␀}␀}␀
              it appears to be UTF-16; write messages in UTF-8
          ✗ no hello within 10 s
          · ← ␀
        """#, true
      ),
      (
        "no line end", greeting,
        #"""
          ✗ no hello within 10 s
          ! ← {"hello": {"protocol": 1, "driver": "speaks", "operations": ["get"], "transports": ["loopback"]}}
              it does not end with a line feed, so it never arrives; end each message with one
        """#, true
      ),
      (
        "buffered", greeting,
        #"""
          ✗ no hello within 10 s
          ✓ ← {"hello": {"protocol": 1, "driver": "speaks", "operations": ["get"], "transports": ["loopback"]}}
          ✓ protocol 1, driver "speaks", transport loopback; 1 call in flight
          ✓ 1 operation: get
          ✗ the missing message came after the end of the driver's input; flush the output after each line
        """#, true
      ),
      (
        "short", long,
        #"""
          ✗ no result for call 5 within 10 s
          · 1 check skipped because the driver does not answer
        """#, true
      ),
      (
        "backwards", two,
        #"""
          ✓ ← {"result": {"id": 7, "outcome": {"unsupported": true}}}
          ✓ ← {"result": {"id": 6, "outcome": {"unsupported": true}}}
          ✗ it answers in the order 7, 6; a call that is written ahead must wait for its turn
        """#, false
      ),
      (
        "same id", two,
        #"""
          ✓ ← {"result": {"id": 2, "outcome": {"unsupported": true}}}
          ✗ a second result for call 2
          ✓ ← {"result": {"id": 7, "outcome": {"unsupported": true}}}
          ✗ no result for call 6 within 10 s
          · 1 check skipped because the driver does not answer
        """#, true
      ),
      (
        "dies", first,
        #"""
          ✗ no result for call 1: it ends with exit status 9
          · 5 checks skipped because the driver does not answer
        """#, false
      ),
      ("dies", printed, #"    Traceback: it was too much"#, false),
      (
        "kills itself", first,
        #"""
          ✗ no result for call 1: it is ended by SIGKILL
          · 5 checks skipped because the driver does not answer
        """#, false
      ),
      (
        "half", first,
        #"""
          ! ← {"result": {"id":\#u{20}
              the line is not terminated
          ✗ no result for call 1: it ends with exit status 0
          · 5 checks skipped because the driver does not answer
        """#, false
      ),
      (
        "closes", first,
        #"""
          ✗ no result for call 1: it closed its standard output but did not exit
          · 5 checks skipped because the driver does not answer
        """#, false
      ),
      (
        "closes input", unknownMember,
        #"""
          ✗ no result for call 2: it closed its standard input but did not exit
          · 4 checks skipped because the driver does not answer
        """#, false
      ),
      (
        "answers after bye", bye,
        #"""
          ✓ ← {"result": {"id": 1, "outcome": {"unsupported": true}}}
          ✗ a second result for call 1
          ✓ it ends with exit status 0
        """#, false
      ),
      ("exits", bye, #"  ✗ it ends with exit status 7 after bye, expected 0"#, false),
      ("stays", bye, #"  ✗ it does not end within 3 s of bye: the runner kills it"#, false),
      (
        "outlives", second,
        #"""
          ✓ ← {"hello": {"protocol": 1, "driver": "speaks", "operations": ["get"], "transports": ["loopback"]}}
          ✗ it does not end within 3 s of the end of its input: it would stay alive if the runner were killed
        """#, false
      ),
    ])
  func fault(_ what: String, _ check: String, _ expected: String, _ isSilent: Bool) async throws {
    let reported = try await smoke(Python.driver(["speaks", what]), timeout: isSilent ? 10 : 600, status: 3)
    let found = try #require(reported.checks[check], "\(reported.text)").filter { !$0.hasPrefix("    →") }
    expectText(found.joined(separator: "\n"), is: expected)
  }

  @Test(
    "the driver in docs/driver-protocol.md passes; with a typo it causes the output that the page shows",
    .enabled(if: Python.isThere, Python.absence))
  func document() async throws {
    let fences = try Page("docs/driver-protocol.md").fences
    let program = try #require(fences.first { $0.section == "A whole driver" && $0.info == "python" }).text
    let python = try #require(Python.path)
    let good = try await smoke([python, "-S", "-c", program], status: 0)
    expectText(good.last, is: "✓ the driver follows the protocol: 8 checks passed; it wrote 7 messages")
    let misspelled = program.replacingOccurrences(of: #""outcome": outcome"#, with: #""outcom": outcome"#)
    let reported = try await smoke([python, "-S", "-c", misspelled], status: 3)
    let shown = try #require(fences.first { $0.section == "Trying a driver alone" && $0.info == "text" })
    expectText(reported.text, has: shown.text)
  }

  @Test(
    "the first driver in docs/driver-protocol.md follows the protocol, and passes a contract",
    .enabled(if: Python.isThere, Python.absence))
  func firstDriver() async throws {
    let program = try #require(Page("docs/driver-protocol.md").fences.first { $0.section == "A first driver" }).text
    let driver = [try #require(Python.path), "-S", "-c", program]
    let smoked = try await smoke(driver, status: 0)
    expectText(smoked.last, begins: "✓ the driver follows the protocol")
    try await TestFolder.temporary { folder in
      try folder.write(
        #"""
        {
          "contract": 1, "endpoint": "item", "operation": "item", "baseURL": "https://api.example.com/v1",
          "input": { "id": "a1" }, "request": { "method": "GET", "path": "/items/a1" },
          "scenarios": [
            { "name": "found", "response": { "kind": "valid", "body": { "json": { "id": "a1" } } },
              "expect": { "success": { "id": "a1" } } },
            { "name": "gone", "response": { "kind": "statusError", "status": 404 },
              "expect": { "failure": { "category": "status", "payload": 404 } } },
            { "name": "cut", "response": { "kind": "corruptJSON", "body": { "text": "{" } },
              "expect": { "failure": { "category": "other", "type": "JSONDecodeError" } } }
          ]
        }
        """#, to: "item.contract.json")
      let ended = try await contractRun(["item.contract.json", "--"] + driver, in: folder)
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      expectText(ended.output, has: "3 passed")
    }
  }

  @Test(
    "a driver that dies before its hello fails, and what it printed is shown",
    .enabled(if: Python.isThere, Python.absence))
  func early() async throws {
    let reported = try await smoke(Python.driver(["starts", "exits", "5"]), status: 3)
    expectText(
      reported.text,
      is: """

        hello
            → {"hello":{"protocol":1,"runner":"contract-run 0.1.0"}}
          ✗ no hello: it ends with exit status 5
        output on standard error
            cannot find my configuration
        ✗ the driver does not follow the protocol: 1 of 1 check failed; it wrote 0 messages
          fix the first ✗ or !, and run the same command again
          the protocol: https://github.com/contractkit/ContractKit/blob/main/docs/driver-protocol.md

        """)
  }

  // MARK: Attacks

  @Test(
    "a flood of output is counted and not shown, and the call inside it is still judged",
    .enabled(if: Python.isThere, Python.absence),
    arguments: [("flood", "5000000", " lines of output"), ("one line", "20000000", " line of output")])
  func flood(_ what: String, _ bytes: String, _ counted: String) async throws {
    let reported = try await smoke(Python.driver(["speaks", what, bytes]), timeout: 600, status: 0)
    let found = reported.checks[Self.first] ?? []
    expectText(found.last, is: #"  ✓ ← {"result": {"id": 1, "outcome": {"unsupported": true}}}"#)
    #expect(found.count < 15)
    #expect(reported.text.utf8.count < 20_000)
    expectText(reported.last, ends: counted)
  }

  @Test(
    "the first of very many mistakes are shown, and the others counted",
    .enabled(if: Python.isThere, Python.absence))
  func many() async throws {
    let results = try await smoke(Python.driver(["speaks", "results without end"]), status: 3)
    let found = results.checks.values.flatMap(\.self)
    // Each of five checks prints at most 40 lines, 40 failures, and the counts of what is left out.
    #expect(found.count < 5 * 90 + 20, "\(results.text)")
    expectText(results.last, ends: " it wrote 5,002 messages")
    let members = try await smoke(Python.driver(["speaks", "members without end"]), status: 3)
    expectText(members.checks[Self.first]?.joined(separator: "\n"), has: "      … and 80 more")
  }

  @Test(
    "a line that is longer than the longest allowed message is reported",
    .enabled(if: Python.isThere, Python.absence))
  func tooLong() async throws {
    let reported = try await smoke(Python.driver(["speaks", "long message"]), timeout: 600, status: 3)
    expectText(
      reported.checks[Self.first]?.joined(separator: "\n"),
      has: "  ✗ it writes a line of more than 64 MiB, which is a protocol")
  }

  @Test(
    "a line that never ends uses little memory and runs into the timeout",
    .enabled(if: Python.isThere, Python.absence))
  func endless() async throws {
    let reported = try await smoke(Python.driver(["speaks", "endless"]), timeout: 1, status: 3)
    expectText(reported.checks[Self.first]?.joined(separator: "\n"), has: "  ✗ no result for call 1 within 1 s")
  }

  // MARK: The command

  @Test("check runs a driver of the configuration, and reports a missing program or a failed build")
  func configured() async throws {
    try await TestFolder.temporary { folder in
      let absent = try await contractRun(["check", "--", "./absent"], in: folder)
      #expect(absent.status == 3)
      expectText(
        absent.output,
        is: """
          ./absent

          hello
            ✗ cannot be started: ./absent: No such file or directory
          ✗ the driver does not follow the protocol: 1 of 1 check failed; it wrote 0 messages
            fix the first ✗ or !, and run the same command again
            the protocol: https://github.com/contractkit/ContractKit/blob/main/docs/driver-protocol.md

          """)
      let driver = Sample.driver
      try Sample.write(to: folder)
      try folder.write(
        #"""
        { "specs": ["specs"], "clients": [{ "name": "one", "driver": ["\#(driver)"] },
                      { "name": "two", "driver": ["\#(driver)"], "build": ["false"] }] }
        """#, to: "contract-run.json")
      let both = try await contractRun(["check", "--drivers"], in: folder)
      #expect(both.status == 3)
      expectText(
        both.output,
        ends: """
          ✓ one: \(driver) follows the protocol: 12 checks passed

          two: \(driver)

          build
            ✗ its build step 'false' ended with exit status 1
          ✗ the driver does not follow the protocol: 1 of 1 check failed; it wrote 0 messages
            fix the first ✗ or !, and run the same command again
            the protocol: https://github.com/contractkit/ContractKit/blob/main/docs/driver-protocol.md

          """)
      let one = try await contractRun(["check", "--drivers", "--client", "one"], in: folder)
      #expect(one.status == 0, "\(one.output)\(one.errors)")
      expectText(one.output, ends: ": no errors\n✓ one: \(driver) follows the protocol: 12 checks passed\n")
      // Nothing starts for a contract that is broken.
      try folder.write("{", to: "specs/broken.contract.json")
      let broken = try await contractRun(["check", "--", driver], in: folder)
      #expect(broken.status == 2)
      expectText(broken.output, is: "")
    }
  }

  @Test("--color prints colors")
  func color() async throws {
    try await TestFolder.temporary { folder in
      let ended = try await contractRun(["check", "--color", "always", "--client", "x", "--", "./absent"], in: folder)
      expectText(ended.output, has: "\u{1B}[1mhello\u{1B}[0m\n  \u{1B}[31m✗\u{1B}[0m cannot be started")
    }
  }

  @Test(
    "a driver has the same environment as in a run, without the user's own proxy",
    .enabled(if: Python.isThere, Python.absence))
  func environment() async throws {
    let reported = try await smoke(
      Python.driver(["speaks", "environment"]),
      environment: ["all_proxy": "http://a.invalid", "no_proxy": "b.invalid"], status: 3)
    // After these come the hosts of calls.
    let printed = reported.checks[Self.printed].map { $0.map { $0.replacing(#/(,\.invalid),.*/#) { $0.output.1 } } }
    expectTexts(
      printed,
      are: [
        "    SWIFT_BACKTRACE True", "    all_proxy False", "    no_proxy 127.0.0.1,.invalid",
      ])
    expectText(reported.checks[Self.first]?.joined(separator: "\n"), has: " tries to reach api.example.com,")
  }
}
