import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

/// A client of Tests/Fixtures/Streams, and what it fails.
struct StreamClient: Sendable, CustomTestStringConvertible {
  /// The name of its operation and of its contract.
  var name: String
  /// The name of the file of Tests/Fixtures/Streams/specs that its contract extends.
  var base: String
  /// The names of the variations that it fails; none if it makes no mistake.
  var variations: [String]
  /// The codes of the reasons.
  var codes = ["mismatch"]

  init(_ name: String, _ base: String, _ variations: Variation...) {
    (self.name, self.base, self.variations) = (name, base, variations.map(\.name))
  }

  private init(_ name: String, _ base: String, failing variations: String..., with codes: [String] = ["mismatch"]) {
    (self.name, self.base, self.variations, self.codes) = (name, base, variations, codes)
  }

  var testDescription: String { name }

  private static func same(_ equivalence: Variation.Equivalence) -> Variation { .equivalent(equivalence) }

  /// Clients of streams and of bodies that may be empty, which all drivers have.
  static let all = [
    StreamClient("events", "events"),
    StreamClient("decodes-pieces", "events", same(.oneBytePieces)),
    StreamClient("parses-pieces", "events", same(.oneBytePieces), same(.eventsWithCRLFInPieces)),
    StreamClient("lf-only", "events", same(.eventsWithCRLF), same(.eventsWithCRLFInPieces), same(.eventsWithCR)),
    StreamClient("crlf-too", "events", same(.eventsWithCR)),
    StreamClient("needs-space", "events", same(.noSpaces)),
    StreamClient("keeps-mark", "events", same(.byteOrderMark)),
    StreamClient("reads-comments", "events", same(.comments)),
    StreamClient("last-data-line", "events", same(.dataLines)),
    StreamClient("strict-fields", "events", same(.idAndRetry)),
    StreamClient("swallows-loss", "events", .stream(.resetAfterFirst), .stream(.resetInTheMiddle)),
    // It fails a scenario.
    StreamClient("swallows-error", "events"),
    StreamClient("events-lenient", "lenient"),
    StreamClient("keeps-rest", "lenient", .stream(.endsInEvent)),
    StreamClient("lines", "lines"),
    StreamClient("lines-lf-only", "lines", same(.linesWithCRLF), same(.linesWithCRLFInPieces)),
    StreamClient("lines-need-last", "lines", same(.noLastLineEnd)),
    StreamClient("lines-not-empty", "lines", same(.emptyLines)),
    StreamClient("lines-pieces", "lines", same(.oneBytePieces)),
    StreamClient("wants-content", "empty", .empty(.noContent), .empty(.ok)),
    StreamClient("maybe-empty", "empty"),
  ]

  /// Clients of plain bodies on a socket, which all drivers have.
  static let onLoopback = [
    StreamClient("item", "item"),
    StreamClient("needs-length", "item", same(.chunked), same(.chunkExtensions), same(.untilClose), same(.version10)),
    StreamClient("early", "early"),
  ]

  /// Clients with a limit for an answer that never ends or is too large, and for a wait, which all drivers have.
  static let limited = [
    StreamClient("limit-events-right", "limit-events"), StreamClient("limit-body-right", "limit-body"),
    endless("limit-events-bytes", "limit-events", .stream(.commentsAfterFirst)),
    endless("limit-body-bytes", "limit-body", .connection(.slowBody)),
    StreamClient("waits-right", "waits"), endless("waits-day", "waits", .wait(429, .day)),
    StreamClient(
      "waits-ignored", "waits", failing: "status 429, Retry-After as seconds", "status 503, Retry-After as seconds",
      "status 503, Retry-After as a date", with: ["tooSoon"]),
    StreamClient(
      "waits-milliseconds", "waits", failing: "status 429, Retry-After as seconds",
      "status 503, Retry-After as seconds", with: ["tooSoon"]),
    StreamClient("waits-past", "waits", .wait(503, .past)),
    StreamClient("waits-strict", "waits", .wait(503, .negative), .wait(503, .junk)),
    StreamClient("large-right", "large"),
    StreamClient("large-unlimited", "large", failing: "body without end", "gzip of 1 GiB", with: ["endless"]),
    StreamClient("large-events-right", "large-events"),
    StreamClient("large-events-unlimited", "large-events", failing: "event without end", with: ["endless"]),
  ]

  private static let asksOn = ["unexpectedRequest", "mismatch"]

  /// Clients of lists in pages, of bodies that are not JSON and of other base URLs, which all drivers have.
  static let answers = [
    StreamClient("pages-right", "pages"),
    StreamClient("pages-until-empty", "pages", failing: "empty page 1", with: ["endedEarly"]),
    // What fails it in the end is the runner's answer to a request that must not come.
    StreamClient("pages-need-null", "pages", failing: "cursor is empty", with: asksOn),
    StreamClient("pages-need-member", "pages", failing: "cursor is empty", "cursor is null", with: asksOn),
    StreamClient("pages-two", "pages", failing: "one page more", with: ["endedEarly"]),
    StreamClient("rows-right", "rows"),
    StreamClient(
      "rows-of-anything", "rows", failing: "HTML", "cut in half", "empty body"),
    StreamClient("name-right", "name"), StreamClient("name-latin", "name", same(.escapes)),
    StreamClient("below-right", "below"), StreamClient("below-sibling", "below", same(.basePath)),
    StreamClient("below-root", "below", same(.basePath)), StreamClient("below-twice", "below", same(.baseSlash)),
    StreamClient("errors-right", "errors"), StreamClient("errors-in-200", "errors", .status(200, .error)),
    errorsSwallowed,
    StreamClient("upload-right", "upload"),
    StreamClient("upload-raw", "upload", failing: "hostile /filename: quotes"),
    StreamClient("written-right", "written"),
    StreamClient(
      "written-raw", "written", failing: "hostile /title: quotes", "hostile /title: backslash",
      "hostile /title: line break"),
    StreamClient("typed-right", "typed"), StreamClient("token-right", "token"), StreamClient("token-logged", "token"),
    StreamClient("typed-lenient", "typed", .stream(.endsInEvent), .stream(.noEndMark)),
  ]

  /// It does not know a 404 from other errors by their bodies, and takes all others for an answer without an item.
  private static let errorsSwallowed = copy(of: StreamClient("errors-swallowed", "errors")) { client in
    client.variations = [200, 400, 401, 403, 409, 422, 429, 500, 502, 503].map { Variation.status($0, .error).name }
  }

  static let everywhere = all + onLoopback + limited + answers

  /// Clients that have no limit once an answer has begun.
  private static let unlimited = [
    endless("limit-events-head", "limit-events", .stream(.silenceAfterFirst), .stream(.commentsAfterFirst)),
    endless("limit-body-head", "limit-body", .connection(.silenceWithinBody), .connection(.slowBody)),
  ]

  private static func endless(_ name: String, _ base: String, _ variations: Variation...) -> StreamClient {
    var client = StreamClient(name, base)
    (client.variations, client.codes) = (variations.map(\.name), ["timedOut"])
    return client
  }

  /// Clients that only the drivers in Python and Node have.
  static let others =
    unlimited + [
      StreamClient("asks-gzip", "item", same(.gzip)), StreamClient("asks-gzip-right", "item"),
      StreamClient("asks-deflate", "item", same(.deflate)), StreamClient("asks-deflate-right", "item"),
      StreamClient("first-link", "item", same(.listHeaders)),
      StreamClient("own-chunks", "item", same(.chunkExtensions)), StreamClient("own-chunks-right", "item"),
      StreamClient("version-1.1", "item", same(.version10)),
      StreamClient("between-cr-and-lf", "two-lines", same(.eventsWithCRLFInPieces)),
      StreamClient("lines-between-cr-and-lf", "lines", same(.linesWithCRLFInPieces), same(.emptyLines)),
      StreamClient("splits-text", "two-lines", same(.eventsWithSeparators)),
      StreamClient("lines-split-text", "lines", same(.linesWithSeparators)),
    ]
}

/// The clients of Tests/Fixtures/Streams in one language.
struct StreamFixture: Sendable {
  /// The command of the driver.
  var driver: [String]

  private static let folder = TestFolder.package.appendingPathComponent("Tests/Fixtures/Streams")
  static let python = StreamFixture(driver: ["python3", folder.appendingPathComponent("driver.py").path])
  static let node = StreamFixture(driver: ["node", folder.appendingPathComponent("driver.mjs").path])
  static let swift = StreamFixture(driver: [TestFolder.products.appendingPathComponent("streams-driver").path])

  /// Runs the contracts of some clients.
  func report(_ clients: [StreamClient], on transport: String = "loopback") async throws -> VariationReport {
    try await VariationReport.of(clients.map { ($0.name, $0.base) }, in: Self.folder, on: transport, with: driver)
  }

  /// Expects that a client fails its variations and no others; that one swallows an event that reports an error, and one
  /// prints a token, in each call.
  func expect(_ client: StreamClient, in report: VariationReport) {
    let results = report.variations.filter { $0.contract == client.name }.flatMap(\.results)
    #expect(Set(results.map(\.variation)) == Set(client.variations))
    #expect(results.allSatisfy { $0.status == "failed" && $0.reasons.map(\.code) == client.codes })
    for result in report.results where result.id.contains("/\(client.name)/") {
      let isSwallowed = client.name == "swallows-error" && result.id.hasSuffix("/an error event")
      let isPrinted = client.name == "token-logged"
      #expect(result.status == (isSwallowed || isPrinted ? "failed" : "passed"), "\(result.id)")
      if isPrinted { #expect(result.reasons.map(\.code) == ["printed"]) }
    }
  }
}

@Suite(
  "Clients of streams in Python, each with one mistake", .slow, .enabled(if: Python.isThere, Python.absence))
struct StreamFaultsTests {
  private static let clients = StreamClient.everywhere + StreamClient.others
  private static let report = Task { try await StreamFixture.python.report(clients) }

  @Test("a client fails the variations of its mistake, and no others", arguments: clients)
  func planted(_ client: StreamClient) async throws {
    StreamFixture.python.expect(client, in: try await Self.report.value)
  }

  @Test("a coding that the client does not accept is left out, and a known issue of it is neither stale nor unmatched")
  func leftOut() async throws {
    try await TestFolder.temporary { folder in
      let specs = TestFolder.package.appendingPathComponent("Tests/Fixtures/Streams/specs")
      try FileManager.default.copyItem(
        at: specs.appendingPathComponent("item.json"), to: folder.appendingPathComponent("item.json"))
      let files = [
        "item.contract.json": #"{ "contract": 1, "extends": "item.json", "endpoint": "item", "operation": "item" }"#,
        "known.json":
          #"[{ "contract": "item", "scenario": "found [gzip]", "failure": { "code": "mismatch" }, "because": "x" }]"#,
        "contract-run.json":
          #"""
        { "accepted": "known.json", "clients": [{ "name": "c", "specs": ["."],
                        "driver": ["python3", "\#(StreamFixture.python.driver[1])"] }] }
        """#,
      ]
      for (name, text) in files {
        try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
      }
      let ended = try await contractRun(["--verbose", "--timeout", "600"], in: folder)
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      #expect(ended.output.contains("4 variations: the client's Accept-Encoding does not name the coding"))
      #expect(ended.output.contains("13 variations passed"))
    }
  }

  @Test("the client of docs/streams.md fails five variations of its contract, as the page shows")
  func page() async throws {
    let page = try String(
      contentsOf: TestFolder.package.appendingPathComponent("docs/streams.md"), encoding: .utf8)
    func block(_ fence: String) throws -> String {
      let beginning = try #require(page.range(of: "```\(fence)\n"))
      let rest = page[beginning.upperBound...]
      return String(rest[..<(try #require(rest.range(of: "```")).lowerBound)])
    }
    try await TestFolder.temporary { folder in
      let specs = folder.appendingPathComponent("specs")
      try FileManager.default.createDirectory(at: specs, withIntermediateDirectories: true)
      try block("json specs/chat.contract.json").write(
        to: specs.appendingPathComponent("chat.contract.json"), atomically: true, encoding: .utf8)
      let driver = """
        import json, urllib.request
        from contract_run.driver import Driver

        \(try block("python"))
        driver = Driver("chat")
        driver.operation("chat", lambda call: chat(call.base_url))
        driver.run()
        """
      try driver.write(to: folder.appendingPathComponent("driver.py"), atomically: true, encoding: .utf8)
      let ended = try await contractRun(
        ["specs", "--timeout", "600", "--", "python3", "driver.py"], in: folder,
        environment: ["PYTHONPATH": TestFolder.package.appendingPathComponent("Kits/python").path])
      #expect(ended.status == 1)
      #expect(ended.output.contains(try block("text")), "\(ended.output)\(ended.errors)")
      #expect(ended.output.contains("16 variations: 11 passed, 5 failed"))
    }
  }
}

@Suite(
  "Clients of streams in Node, each with one mistake", .slow,
  .enabled(
    if: CommandLineTool.canRun(["node", "-e", "process.exit(typeof fetch == 'function' ? 0 : 1)"]),
    "node 18 or later is not on PATH"))
struct NodeStreamFaultsTests {
  private static let clients = StreamClient.everywhere + StreamClient.others
  private static let report = Task { try await StreamFixture.node.report(clients) }

  @Test("a client fails the variations of its mistake, and no others", arguments: clients)
  func planted(_ client: StreamClient) async throws {
    StreamFixture.node.expect(client, in: try await Self.report.value)
  }
}

@Suite("Clients of streams in Swift, each with one mistake", .slow)
struct SwiftStreamFaultsTests {
  private static let clients = StreamClient.everywhere
  private static let report = Task { try await StreamFixture.swift.report(clients) }
  private static let ofMemory = StreamClient.all + StreamClient.answers
  private static let inMemory = Task { try await StreamFixture.swift.report(ofMemory, on: "memory") }
  /// The names of what only sockets can show.
  private static let onSockets = Set(
    Variation.Family.allCases.flatMap(Variation.all).filter { !$0.isPossible(on: .memory) }.map(\.name))

  @Test("a client fails the variations of its mistake, and no others", arguments: clients)
  func planted(_ client: StreamClient) async throws {
    StreamFixture.swift.expect(client, in: try await Self.report.value)
  }

  @Test("in memory, it fails the same, except for what only sockets can show", arguments: ofMemory)
  func inMemory(_ client: StreamClient) async throws {
    var client = client
    client.variations.removeAll(where: Self.onSockets.contains)
    StreamFixture.swift.expect(client, in: try await Self.inMemory.value)
  }
}
