import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("contract-run serve")
struct ServeTests {
  private typealias Fixture = ServeFixture

  private static let scenarios = [
    Fixture.scenario("some", #""headers": { "X-Total": "1", "Link": ["<a>", "<b>"] }, "body": { "json": [1] }"#),
    Fixture.scenario("expired", kind: "statusError", #""status": 401"#),
    Fixture.scenario("garbled", kind: "corruptJSON", #""body": { "text": "{{}" }"#),
    Fixture.scenario("banner", kind: "nonHTTP", #""body": { "text": "SSH-2.0-OpenSSH_9.2\r\n" }"#),
    Fixture.scenario("lost", kind: "networkError", #""error": "networkConnectionLost""#),
    Fixture.scenario("closed", kind: "networkError", #""error": "badServerResponse""#),
    Fixture.scenario("silence", kind: "networkError", #""error": "timedOut""#),
    Fixture.scenario("down", kind: "networkError", #""error": "cannotConnectToHost""#),
    Fixture.scenario("größer", #""status": 202"#),
  ]

  private static func write(to folder: URL) throws {
    let shape = #""headers": { "Accept": "application/json" }"#
    try folder.write(
      Fixture.contract("list", shape: shape, scenarios: scenarios.joined(separator: ",")),
      to: "specs/things/list.contract.json")
    try folder.write(
      Fixture.contract(
        "add", "POST", shape: #""body": { "json": { "title": { "$type": "string" } } }"#,
        scenarios: Fixture.scenario("added", #""status": 201, "body": { "json": { "id": 1 } }"#)),
      to: "specs/things/add.contract.json")
  }

  private static let choose = "Content-Type: application/json"

  @Test(
    "connections that send nothing and use up the descriptors keep no request waiting, and blame no contract", .slow)
  func exhausted() async throws {
    try await TestFolder.temporary { folder in
      try Self.write(to: folder)
      try await ServeProcess.run(in: folder, descriptors: 64) { server in
        let idle = try (0..<100).map { _ in try server.connect() }
        defer { for descriptor in idle { close(descriptor) } }
        for _ in 0..<3 {
          let answer = try await server.request("GET", "/v1/things", ["Accept: application/json"])
          #expect(answer.status == 200)
        }
        #expect(server.command.errors == "")
        #expect(server.command.output.split(separator: "\n").count == 7)
      }
    }
  }

  @Test("serve prints its URL, answers, and prints its judgment of each request")
  func serves() async throws {
    try await TestFolder.temporary { folder in
      try Self.write(to: folder)
      try await ServeProcess.run(in: folder) { server in
        expectText(
          server.command.output,
          is: """
            contract-run 0.1.0 serves 2 contracts, 10 scenarios
              control page  \(server.origin)/__contract
              API           \(server.origin)/v1 for http://api.invalid/v1
            Press Ctrl-C to stop.

            """)
        let good = try await server.request("GET", "/v1/things", ["Accept: application/json"])
        #expect(good.status == 200)
        #expect(good.body == "[1]")
        #expect(good.header("X-Total") == "1")
        #expect(good.text.contains("\r\nLink: <a>\r\nLink: <b>\r\n"))
        #expect(good.header("Content-Type") == "application/json")
        let bad = try await server.request("POST", "/v1/things", body: #"{"title":7}"#)
        #expect(bad.status == 201)
        expectText(bad.body, is: #"{ "id": 1 }"#)
        let lines = server.command.output.split(separator: "\n").suffix(2).map { $0.drop { $0 != " " }.dropFirst() }
        expectTexts(
          lines,
          are: [
            "✓ GET /v1/things → 200 (some)",
            #"✗ POST /v1/things → 201 (added): body at /title: expected a string, got 7"#,
          ])
      }
    }
  }

  @Test("with --quiet, serve prints its URL and only the requests that do not match")
  func quiet() async throws {
    try await TestFolder.temporary { folder in
      try Self.write(to: folder)
      try await ServeProcess.run(["specs", "--quiet"], in: folder) { server in
        _ = try await server.request("GET", "/v1/things", ["Accept: application/json"])
        _ = try await server.request("GET", "/nothing")
        // The lines about requests begin with the time.
        let lines = server.command.output.split(separator: "\n").filter { $0.starts(with: #/\d\d:\d\d:\d\d /#) }
        #expect(lines.count == 1)
        expectText(lines.first, has: "✗ GET /nothing → 404")
      }
    }
  }

  @Test("without a PATH, serve uses the configuration's contracts; a PATH replaces them")
  func configured() async throws {
    try await TestFolder.temporary { folder in
      try Self.write(to: folder)
      try folder.write(Sample.configuration(), to: "contract-run.json")
      try await ServeProcess.run([], in: folder) { server in
        expectText(server.command.output, begins: "contract-run 0.1.0 serves 2 contracts, 10 scenarios\n")
      }
      try await ServeProcess.run(["specs/things/add.contract.json"], in: folder) { server in
        expectText(server.command.output, begins: "contract-run 0.1.0 serves 1 contract, 1 scenario\n")
        let other = try await server.request("GET", "/v1/things")
        #expect(other.status == 405)
      }
    }
  }

  @Test("a scenario can be selected by a header or by a choice, and reset to the default")
  func scenarios() async throws {
    try await TestFolder.temporary { folder in
      try Self.write(to: folder)
      try await ServeProcess.run(in: folder) { server in
        func status(_ headers: [String] = []) async throws -> Int? {
          try await server.request("GET", "/v1/things", headers).status
        }
        #expect(try await status(["X-Contract-Scenario: expired"]) == 401)
        #expect(try await status(["X-Contract-Scenario: gr%C3%B6%C3%9Fer"]) == 202)
        #expect(try await status(["X-Contract-Scenario: down"]) == 501)
        #expect(try await status() == 200)
        let chosen = try await server.request(
          "POST", "/__contract/choose", [Self.choose], body: #"{"contract":"things/list","scenario":"expired"}"#)
        #expect(chosen.status == 204)
        #expect(try await status() == 401)
        #expect(try await status(["X-Contract-Scenario: some"]) == 200)
        #expect(try await server.request("POST", "/__contract/reset", [Self.choose], body: "{}").status == 204)
        #expect(try await status() == 200)
      }
    }
  }

  @Test("corrupt bodies, bytes that are not HTTP, resets and closes really happen on the socket")
  func faults() async throws {
    try await TestFolder.temporary { folder in
      try Self.write(to: folder)
      try await ServeProcess.run(in: folder) { server in
        func answer(_ scenario: String) async throws -> ServeProcess.Answer {
          try await server.request("GET", "/v1/things", ["X-Contract-Scenario: \(scenario)"])
        }
        #expect(try await answer("garbled").body == "{{}")
        #expect(try await answer("banner").text == "SSH-2.0-OpenSSH_9.2\r\n")
        let lost = try await answer("lost")
        #expect(lost.text == "")
        #expect(lost.error == ECONNRESET)
        let closed = try await answer("closed")
        #expect(closed.text == "")
        #expect(closed.error == 0)
      }
    }
  }

  @Test("a delay before an answer or between its chunks does not delay other connections")
  func delays() async throws {
    try await TestFolder.temporary { folder in
      let chunks = #""body": { "chunks": [{ "text": "a" }, { "text": "b", "delay": 0.2 }] }"#
      try folder.write(
        Fixture.contract(
          "slow",
          scenarios: [
            Fixture.scenario("quick"), Fixture.scenario("late", #""delay": 3000"#), Fixture.scenario("stream", chunks),
          ].joined(separator: ",")), to: "specs/slow.contract.json")
      try await ServeProcess.run(in: folder) { server in
        let held = try server.connect()
        defer { close(held) }
        let request = "GET /v1/things HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Contract-Scenario: late\r\n\r\n"
        Descriptor.write(Array(request.utf8), to: held)
        let isLogged = await condition { server.command.output.contains("→ 200 (late)") }
        #expect(isLogged)
        #expect(try await server.request("GET", "/v1/things").status == 200)
        let began = ContinuousClock.now
        let stream = try await server.request("GET", "/v1/things", ["X-Contract-Scenario: stream"])
        #expect(ContinuousClock.now - began >= .milliseconds(200))
        #expect(stream.body == "1\r\na\r\n1\r\nb\r\n0\r\n\r\n")
        var bytes = [UInt8](repeating: 0, count: 16)
        #expect(recv(held, &bytes, bytes.count, Int32(MSG_DONTWAIT)) == -1)
      }
    }
  }

  @Test("{{baseURL}} is the server's URL as the client wrote it")
  func addresses() async throws {
    try await TestFolder.temporary { folder in
      try folder.write(
        Fixture.contract(
          "next",
          scenarios: Fixture.scenario("page", #""body": { "json": { "next": "{{baseURL}}/things?page=2" } }"#)),
        to: "specs/next.contract.json")
      try await ServeProcess.run(in: folder) { server in
        let own = try await server.request("GET", "/v1/things")
        expectText(own.body, is: #"{ "next": "\#(server.origin)/v1/things?page=2" }"#)
        let other = try await server.request("GET", "/v1/things", host: "my.machine:99")
        expectText(other.body, is: #"{ "next": "http://my.machine:99/v1/things?page=2" }"#)
        // A Host header that is not a host is not repeated.
        let strange = try await server.request("GET", "/v1/things", host: #"x"onload="#)
        #expect(strange.status == 400 || strange.body == own.body)
      }
    }
  }

  @Test("changed files are read again; if there are errors, the old contract answers, and the errors are shown", .slow)
  func changes() async throws {
    try await TestFolder.temporary { folder in
      try Self.write(to: folder)
      try await ServeProcess.run(in: folder) { server in
        let file = "specs/things/add.contract.json"
        let good = try #require(folder.text(file))
        try folder.write(good.replacingOccurrences(of: "201", with: "202"), to: file)
        #expect(try await server.request("POST", "/v1/things").status == 202)
        try folder.write(good.replacingOccurrences(of: "201", with: "404"), to: file)
        #expect(try await server.request("POST", "/v1/things").status == 202)
        let state = try await server.request("GET", "/__contract/state")
        let problems = JSON.parse(state.body)?["problems"]?.array?.compactMap(\.string) ?? []
        #expect(problems.count == 1)
        expectText(problems.first, begins: "specs/things/add.contract.json:5:44")
        expectText(server.command.errors, has: "specs/things/add.contract.json:5:44")
        // A request or the main thread notices the change, so its line may follow that of the request.
        @Sendable func line() -> Substring? {
          server.command.output.split(separator: "\n").last { $0.contains(" files changed: ") }
        }
        await condition { line() != nil }
        expectText(line()?.drop { $0 != " " }, is: " files changed: contracts with errors keep their previous answers")
        try folder.write(good.replacingOccurrences(of: "201", with: "203"), to: file)
        #expect(try await server.request("POST", "/v1/things").status == 203)
        try FileManager.default.removeItem(at: folder.appendingPathComponent(file))
        #expect(try await server.request("POST", "/v1/things").status == 405)
        // The terminal shows the change without a request.
        try folder.write(good, to: file)
        // Once at the start, and once after each of three changes.
        let isSeen = await condition { server.command.output.matches(of: #/\b2 \w+, 10 \w+\n/#).count == 4 }
        #expect(isSeen, "\(server.command.output)")
      }
    }
  }

  @Test("secrets are never shown")
  func secrets() async throws {
    try await TestFolder.temporary { folder in
      try Self.write(to: folder)
      try await ServeProcess.run(in: folder) { server in
        let secrets = ["Authorization: Bearer s3cret1", "Cookie: id=s3cret2"]
        _ = try await server.request("GET", "/v1/things", secrets)
        _ = try await server.send("GET /v1/things HTTP/1.1\r\n\(secrets.joined(separator: "\r\n"))\r\nbroken\r\n\r\n")
        let state = try await server.request("GET", "/__contract/state")
        expectText(state.body, has: "Authorization: Bearer …(7 characters)")
        expectText(state.body, has: "Cookie: id=…(7 characters)")
        expectText(state.body, has: "an HTTP request: ")
        #expect(!state.body.contains("s3cret"))
        #expect(!server.command.output.contains("s3cret"))
      }
    }
  }

  @Test("a page on another port may read the API, but never the control page")
  func crossOrigin() async throws {
    try await TestFolder.temporary { folder in
      try Self.write(to: folder)
      try await ServeProcess.run(in: folder) { server in
        let origin = "Origin: http://localhost:5173"
        let preflight = try await server.request(
          "OPTIONS", "/v1/things", [origin, "Access-Control-Request-Method: DELETE"])
        #expect(preflight.status == 204)
        #expect(preflight.header("Access-Control-Allow-Methods") == "DELETE")
        for (method, status) in [("GET", 200), ("DELETE", 405)] {
          let answer = try await server.request(method, "/v1/things", [origin])
          #expect(answer.status == status)
          #expect(answer.header("Access-Control-Allow-Origin") == "http://localhost:5173")
        }
        for path in ["/__contract", "/__contract/state", "/__contract/choose"] {
          for method in ["OPTIONS", "GET", "POST"] {
            let asked = [origin, "Access-Control-Request-Method: POST", Self.choose]
            let answer = try await server.request(method, path, asked, body: "{}")
            #expect(answer.status == 403)
            #expect(answer.header("Access-Control-Allow-Origin") == nil)
          }
        }
        // A foreign host name that resolves to this machine can read mock data, but nothing of the control page.
        #expect(try await server.request("GET", "/v1/things", host: "evil.example:\(server.port)").status == 200)
        #expect(try await server.request("GET", "/__contract/state", host: "evil.example:\(server.port)").status == 403)
      }
    }
  }

  @Test(
    "a signal ends serve at once and in order, even if connections are open or clients wait for answers",
    arguments: [SIGINT, SIGTERM, SIGHUP])
  func ends(_ signal: Int32) async throws {
    try await TestFolder.temporary { folder in
      try Self.write(to: folder)
      try await ServeProcess.run(in: folder) { server in
        let descriptors = try (0..<20).map { _ in try server.connect() }
        defer { for descriptor in descriptors { close(descriptor) } }
        let request = "GET /v1/things HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Contract-Scenario: silence\r\n\r\n"
        for descriptor in descriptors.prefix(10) { Descriptor.write(Array(request.utf8), to: descriptor) }
        let areServed = await condition {
          server.command.output.components(separatedBy: "(silence)").count == 11
        }
        #expect(areServed)
        server.command.send(signal)
        let ended = await server.command.end()
        #expect(ended.status == 0)
        #expect(ended.signal == nil)
      }
    }
  }

  @Test("a port in use is reported with advice, and the port is free again right after serve ends")
  func taken() async throws {
    try await TestFolder.temporary { folder in
      try Self.write(to: folder)
      let port = try ServeProcess.lastingPort()
      try await ServeProcess.run(["--port", "\(port)", "specs"], in: folder) { server in
        #expect(server.port == port)
        let second = try await contractRun(["serve", "--port", "\(server.port)", "specs"], in: folder, waits: true)
        #expect(second.status == 3)
        #expect(second.output == "")
        expectText(
          second.errors,
          is: """
            contract-run: error: the port is in use: another program listens on 127.0.0.1:\(server.port)
            contract-run: stop that program, or use another port; --port 0 chooses a free one

            """)
        _ = try await server.request("GET", "/v1/things")
      }
      try await ServeProcess.run(["--port", "\(port)", "specs"], in: folder) { #expect($0.port == port) }
    }
  }

  @Test("serve reports a host that is not on this machine, and listens on one that is")
  func hosts() async throws {
    try await TestFolder.temporary { folder in
      try Self.write(to: folder)
      let nowhere = try await contractRun(["serve", "--host", "192.0.2.1", "specs"], in: folder, waits: true)
      #expect(nowhere.status == 3)
      expectText(nowhere.errors, is: "contract-run: error: 192.0.2.1 is not an address of this machine\n")
      try await ServeProcess.run(["--host", "127.0.0.2", "specs"], in: folder) { server in
        expectText(server.command.output, has: "http://127.0.0.2:\(server.port)/__contract")
        #expect(server.command.errors == "")
      }
    }
  }

  @Test("--open runs the system's opener with only the page's URL, and a failure to open is a notice")
  func opens() async throws {
    try await TestFolder.temporary { folder in
      try Self.write(to: folder)
      // Both names are written, one for each system. The script also prints its open descriptors besides the streams
      // and itself.
      try folder.write(
        """
        mkdir bin
        for name in open xdg-open; do
          cat > bin/$name <<'END'
        #!/bin/sh
        echo "$1" > "\(folder.path)/opened.txt"
        ls /proc/$$/fd > "\(folder.path)/descriptors.txt" 2>/dev/null || echo 0 > "\(folder.path)/descriptors.txt"
        exit ${OPENED:-0}
        END
          chmod +x bin/$name
        done
        """, to: "make.sh")
      // Another process writes it. A process that this one starts in the meantime would inherit the open file, and then
      // the file could not be executed.
      let made = try await BuiltCommand(["make.sh"], program: "/bin/sh", in: folder).end()
      #expect(made.status == 0)
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      var environment: [String: String?] = ["PATH": "\(folder.appendingPathComponent("bin").path):\(path)"]
      try await ServeProcess.run(["specs", "--open"], in: folder, environment: environment) { server in
        let isOpened = await condition { folder.text("descriptors.txt")?.isEmpty == false }
        #expect(isOpened)
        #expect(folder.text("opened.txt") == "\(server.origin)/__contract\n")
        let descriptors = folder.text("descriptors.txt")?.split(separator: "\n").compactMap { Int($0) } ?? []
        #expect(descriptors.allSatisfy { $0 <= 2 || $0 >= 10 }, "\(descriptors)")
        #expect(server.command.errors == "")
      }
      environment["OPENED"] = "4"
      try await ServeProcess.run(["specs", "--open"], in: folder, environment: environment) { server in
        let isSaid = await condition { !server.command.errors.isEmpty }
        #expect(isSaid)
        expectText(
          server.command.errors,
          is: "contract-run: note: cannot open a browser: its program ended with status 4\n")
        let answer = try await server.request("GET", "/v1/things")
        #expect(answer.status == 200)
      }
    }
  }

  @Test("contracts with errors are reported and not served, and serve reports if there is nothing to serve")
  func errors() async throws {
    try await TestFolder.temporary { folder in
      try folder.write("{", to: "specs/a.contract.json")
      let broken = try await contractRun(["serve", "--port", "0", "specs"], in: folder, waits: true)
      #expect(broken.status == 2)
      expectText(broken.errors, begins: "specs/a.contract.json:1:2: error: ")
      let nothing = try await contractRun(["serve"], in: folder, waits: true)
      #expect(nothing.status == 2)
      expectText(nothing.errors, begins: "contract-run: error: nothing to serve\n")
    }
  }
}
