import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite(
  "What becomes of a recording that is stopped, or cannot be written", .slow,
  .enabled(if: Python.isThere, Python.absence), .enabled(if: CommandLineTool("curl") != nil))
struct RecordWritingTests {
  /// Answers to two endpoints. The contract of the second one has more than 2 MB.
  private static func answers(_ text: String) -> JSON {
    .array(
      ["", String(repeating: "x", count: 3_000_000)].map { rest in
        ["headers": [["Content-Type", "text/plain"]], "body": .string(text + rest)]
      })
  }

  @Test("if it stops between two contracts, the next one writes none of them twice")
  func stopped() async throws {
    try await RealTodos.with("answers", answers: Self.answers("one")) { folder, server in
      let first = try await RecordSession(server.url, limit: "-f 4096", in: folder)
      try first.send([[first.url + "/a"], [first.url + "/b"]])
      #expect(await first.end().status == 3)
      #expect(Set(first.contracts.keys) == [".contract-import.json", "getV1A.contract.json"])
      let second = try await RecordSession(server.url, in: folder)
      try second.send([[second.url + "/a"], [second.url + "/b"]])
      #expect(await second.end().status == 0)
      #expect(
        Set(second.contracts.keys) == [".contract-import.json", "getV1A.contract.json", "getV1B.contract.json"])
    }
  }

  @Test("what a killed process left in the folder is removed")
  func leftovers() async throws {
    try await RealTodos.with { folder, server in
      let name = ".contract-run-0123456789abc.tmp"
      try folder.write("{", to: "specs/\(name)")
      let session = try await RecordSession(server.url, in: folder)
      try session.send([[session.url + "/a"]])
      #expect(await session.end().status == 0)
      #expect(folder.text("specs/\(name)") == nil)
    }
  }

  // MARK: At the start

  /// What makes a folder unusable, by a shell that runs in the folder around it.
  private static let obstacles: [(name: String, script: String, says: String)] = [
    ("a file in place of the folder", "touch specs", "specs: cannot be written: failed to create the folder "),
    ("a file above it", "touch specs", "specs/below: cannot be written: failed to create the folder "),
    ("a broken history", "mkdir specs; echo '{' > specs/.contract-import.json", "specs/.contract-import.json:"),
    (
      "a newer history", "mkdir specs; echo '{\"version\": 2}' > specs/.contract-import.json",
      "specs/.contract-import.json: a newer contract-run wrote this: its version is 2"
    ),
    (
      "another history", "mkdir specs; echo '{\"version\": 1}' > specs/.contract-import.json",
      "specs/.contract-import.json: this is not the history of an import"
    ),
    (
      "a folder in place of the history", "mkdir -p specs/.contract-import.json",
      "specs/.contract-import.json: this is a folder"
    ),
    (
      "a history elsewhere", "mkdir specs; touch h; ln -s ../h specs/.contract-import.json",
      "specs/.contract-import.json:1:1: the file is empty"
    ),
    (
      "a history that leads elsewhere", "mkdir specs; ln -s ../h specs/.contract-import.json",
      "specs: cannot be written: failed to write: a link leads out of the folder specs"
    ),
    ("a link that leads nowhere", "ln -s /nowhere/specs specs", "specs: cannot be written: failed to"),
  ]

  @Test("what cannot be written is noticed before anything is recorded", arguments: obstacles.indices)
  func start(_ index: Int) async throws {
    let (name, script, says) = Self.obstacles[index]
    try await TestFolder.temporary { folder in
      _ = try #require(CommandLineTool("sh")).run(["-c", script], in: folder)
      let before = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
      try await TestFolder.temporary { files in
        let ended = try await contractRun(
          [
            "record", "--upstream", "http://127.0.0.1:9", "--port", "0", "--out",
            name == "a file above it" ? "specs/below" : "specs",
          ], in: folder, output: files)
        #expect(ended.status == 3, "\(name)")
        #expect(
          ended.output == "" && ended.errors.hasPrefix("contract-run: error: \(says)"), "\(name): \(ended.errors)")
      }
      #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() == before)
    }
  }

  @Test("a limit of the size of files is noticed before anything is recorded")
  func limit() async throws {
    try await TestFolder.temporary { folder in
      let product = TestFolder.products.appendingPathComponent("contract-run").path
      let record = "exec \(product) record --upstream http://127.0.0.1:9 --port 0 --out"
      let limited = try BuiltCommand(["-c", "ulimit -f 100; \(record) a/b/specs"], program: "/bin/sh", in: folder)
      let ended = await limited.end()
      #expect(ended.status == 3)
      #expect(
        ended.errors.hasPrefix("contract-run: error: a/b/specs: cannot be written: failed to write: File too large\n"))
      #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("a").path))
    }
  }

  @Test("a full disk is noticed before anything is recorded", smallDisk)
  func fullBefore() async throws {
    try await Self.withSmallDisk { run in
      let ended = try await run("dd if=/dev/zero of=disk/fill bs=1k 2>/dev/null; exec \(Self.record) disk/specs", nil)
      #expect(ended.status == 3)
      #expect(
        ended.errors.contains("error: disk/specs: cannot be written: failed to write: No space left on device\n"),
        "\(ended.errors)")
    }
  }

  private static let record =
    "\(TestFolder.products.appendingPathComponent("contract-run").path) record --upstream $UPSTREAM --port 0 --out"

  private static let namespace = ["unshare", "--mount", "--map-root-user", "sh", "-c"]
  private static let mount = "mount -t tmpfs -o size=2m tmpfs"
  private static let smallDisk = ConditionTrait.enabled(
    if: CommandLineTool.canRun(namespace + ["\(mount) /tmp"]), "this system does not let a test mount a disk")

  /// Calls a test with a function that runs a script beside a disk of 2 MB at `disk`, with the URL of a real server.
  private static func withSmallDisk(
    _ body: (_ run: (String, String?) async throws -> BuiltCommand.Ended) async throws -> Void
  ) async throws {
    try await TestFolder.temporary { folder in
      let disk = folder.appendingPathComponent("disk")
      try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
      let unshare = try #require(CommandLineTool("unshare")).path
      try await body { script, upstream in
        try await BuiltCommand(
          Array(namespace.dropFirst()) + ["\(mount) disk && \(script)"], program: unshare, in: folder,
          environment: ["UPSTREAM": upstream ?? "http://127.0.0.1:9"]
        ).end()
      }
    }
  }

  // MARK: At the end

  /// What makes the folder unusable while a session is recorded.
  private static let troubles = [
    "rm -rf specs; touch specs", "mkdir -p specs; echo '{' > specs/.contract-import.json",
    "mkdir -p specs; echo '{\"version\": 2}' > specs/.contract-import.json",
    "mkdir -p specs/.contract-import.json", "ln -s /nowhere/specs specs",
    "mkdir elsewhere; mkdir specs; ln -s ../elsewhere/h specs/.contract-import.json",
  ]

  @Test("if it cannot be written at the end, it is kept, and the printed command imports it", arguments: troubles)
  func kept(_ trouble: String) async throws {
    try await RealTodos.with { folder, server in
      let temporary = folder.appendingPathComponent("temporary").path
      try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
      let session = try await RecordSession(server.url, environment: ["TMPDIR": temporary], in: folder)
      let login = ["--header", "Authorization: Bearer \(RealTodos.token)"]
      try session.send([login + [session.url + "/todos/1"], [session.url + "/todos"]])
      _ = try #require(CommandLineTool("sh")).run(["-c", trouble], in: folder)
      let ended = await session.end()
      #expect(ended.status == 3)
      let command = try #require(
        ended.errors.firstMatch(
          of:
            #/contract-run: what was recorded is kept in (.*/contract-run-\w{6}/session.har), .*\n.*: (contract-run import .*)\n/#
        ),
        "\(ended.errors)")
      let path = String(command.1)
      #expect(path.hasPrefix(temporary))
      let archive = String(decoding: FileSystem.bytes(path) ?? [], as: UTF8.self)
      #expect(archive.contains("/v1/todos/1") && !archive.contains(RealTodos.token))
      var info = stat()
      #expect(stat(FileSystem.parent(path), &info) == 0 && info.st_mode & 0o077 == 0)
      _ = try #require(CommandLineTool("sh")).run(["-c", "rm -rf specs"], in: folder)
      let words = String(command.2).split(separator: " ").dropFirst().map(String.init)
      let imported = try await contractRun(words, in: folder)
      #expect(imported.status == 0, "\(imported.output)\(imported.errors)")
      #expect(Set(session.contracts.keys).isSuperset(of: ["getV1Todos.contract.json", "getV1Todos1.contract.json"]))
      // The next recording recognizes the contracts.
      let next = try await RecordSession(server.url, in: folder)
      try next.send([login + [next.url + "/todos/1"], [next.url + "/todos"]])
      #expect(await next.end().status == 0)
      #expect(next.contracts.count == 3, "\(next.contracts.keys)")
    }
  }

  @Test("if the disk is full at the end, it is kept on another one", smallDisk)
  func fullAfter() async throws {
    try await RealTodos.with("answers", answers: Self.answers("one")) { _, server in
      try await Self.withSmallDisk { run in
        // The base URL is in the output, and the requests are sent beside it.
        let script = """
          (\(Self.record) disk/specs --key k --max-requests 2 > out 2> err; echo $? > status) &
          until grep -q Press out 2>/dev/null; do sleep 0.05; done
          url=$(sed -n 's/.*use \\([^ ]*\\) in place.*/\\1/p' out)
          curl -s -o /dev/null $url/a; curl -s -o /dev/null $url/b
          wait; cat out err; exit $(cat status)
          """
        let ended = try await run(script, server.url)
        #expect(ended.status == 3, "\(ended.output)\(ended.errors)")
        #expect(
          ended.output.contains("cannot be written: failed to write: No space left on device\n"), "\(ended.output)")
        let path = try #require(ended.output.firstMatch(of: #/is kept in (.*/session.har),/#), "\(ended.output)").1
        defer { try? FileManager.default.removeItem(atPath: FileSystem.parent(String(path))) }
        #expect(JSON.parse(FileSystem.bytes(String(path)) ?? [])?["log"]?["entries"]?.count == 2)
      }
    }
  }

  @Test("if no file can be written anywhere, that is said with the reasons")
  func nowhere() {
    #expect(throws: KeptRecording.Failure.self) {
      try KeptRecording.write([0x7B], in: ["/dev/null", "/nowhere"])
    }
    do {
      _ = try KeptRecording.write([0x7B], in: ["/dev/null", "/nowhere"])
    } catch {
      #expect(error.reasons == ["/dev/null: Not a directory", "/nowhere: No such file or directory"])
    }
  }
}
