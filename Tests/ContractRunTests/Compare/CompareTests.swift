import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("contract-run compare", .slow, .enabled(if: Python.isThere, Python.absence))
struct CompareTests {
  /// A release, and the lines of what it does differently.
  struct Planted: Sendable, CustomTestStringConvertible {
    var release: String
    var causes: [String]
    var testDescription: String { release }

    init(_ release: String, _ causes: String...) { (self.release, self.causes) = (release, causes.map { "✗ \($0)" }) }
  }

  static let planted = [
    Planted("base"), Planted("user-agent", "header User-Agent: orders/1 → orders/2 (3 scenarios)"),
    Planted("other-key", "header X-Api-Key: …(24 characters) → another secret (3 scenarios)"),
    Planted(
      "key-elsewhere", "header X-Api-Key: …(24 characters) → absent (3 scenarios)",
      "header Authorization: absent → Bearer …(24 characters) (3 scenarios)"),
    Planted("cookie-dropped", "cookie lang: …(2 characters) → absent (3 scenarios)"),
    Planted(
      "retry", #"failure payload/status: 503 → 500 (1 scenario; now failing)"#,
      "1 request → 2, with POST /orders (1 scenario; now failing)"),
    Planted(
      "error-type", "verdict: passed → failed (mismatch) (1 scenario; now failing)",
      "failure type: OrderError → HTTPFailure (1 scenario; now failing)"),
    Planted("amount-as-text", #"POST /orders body /amount: 10 → "10", and another value (2 scenarios)"#),
    Planted("item-inserted", #"POST /orders body /items/*: absent → {"sku":"gift"} (2 scenarios)"#),
    Planted(
      "customer-gone",
      #"POST /orders body /customer: {"name":"Ann","note":null} → absent, and another value (2 scenarios)"#),
    Planted("note-gone", "POST /orders body /customer/note: null → absent (2 scenarios)"),
    Planted(
      "form", "POST /orders body: JSON → form (2 scenarios; now failing)",
      "header Content-Type: application/json → application/x-www-form-urlencoded (2 scenarios; now failing; only POST /orders)"
    ),
    Planted("path", "POST /orders path: /orders → /v2/orders (2 scenarios; now failing)"),
    Planted("result", #"create result /id: 7 → "7" (1 scenario; now failing)"#),
    Planted(
      "query-spelling",
      "GET /orders query: limit=10&q=red+shoes → limit=10&q=red%20shoes, the same value written in another way (1 scenario)"
    ),
    Planted("query", "GET /orders query limit: 10 → 20 (1 scenario; now failing)"),
    Planted(
      "order", #"search result: [{"id":7}] → {"id":"ann"} (1 scenario; now failing)"#,
      "order of requests: GET /me, GET /orders → GET /orders, GET /me (1 scenario; now failing)"),
    Planted(
      "request-more", "outcome: success → failure status (1 scenario; now failing)",
      "2 requests → 3, with GET /flags (1 scenario; now failing)"),
  ]

  @Test("each change of a release is one line for each cause", arguments: planted)
  func causes(_ planted: Planted) async throws {
    try await TestFolder.temporary { folder in
      let ended = try await ReleaseSide.compare("base", planted.release, in: folder)
      #expect(ended.causes == planted.causes)
      #expect(ended.status == (planted.causes.isEmpty ? 0 : 1), "\(ended.output)\(ended.errors)")
      if planted.causes.isEmpty { #expect(ended.output.contains("✓ 3 scenarios: both releases did the same")) }
    }
  }

  @Test("the reports of two releases differ as the releases do, but for secrets", arguments: planted)
  func reports(_ planted: Planted) async throws {
    try await TestFolder.temporary { folder in
      for (release, file) in [("base", "old.json"), (planted.release, "new.json")] {
        let driver = try ShellWords.words(of: ReleaseSide.driver(release))
        let ended = try await contractRun(
          ["run", ReleaseSide.specs, "--transport", "loopback", "--repeat", "2", "--report", "json=\(file)", "--"]
            + driver, in: folder)
        #expect(ended.status == 0 || planted.causes.contains { $0.contains("now failing") }, "\(ended.output)")
      }
      let ended = try await contractRun(["compare", "old.json", "new.json"], in: folder)
      #expect(ended.causes == planted.causes.filter { !$0.contains("another secret") }, "\(ended.output)")
    }
  }

  @Test("no output and no file has the secret of a release, or the one of the other")
  func secrets() async throws {
    try await TestFolder.temporary { folder in
      let reports = ["json=a.json", "markdown=a.md", "html=a.html"].flatMap { ["--report", $0] }
      for release in ["other-key", "key-elsewhere"] {
        let ended = try await ReleaseSide.compare(
          "base", release,
          reports + ["--verbose", "--accepted", "ok.json", "--accept", "a key"],
          in: folder)
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
        let texts = ["a.json", "a.md", "a.html", "ok.json"].map { folder.text($0) ?? "" }
        for text in texts + [ended.output, ended.errors] {
          #expect(!text.contains("kkkk") && !text.contains("mmmm"), "\(text.prefix(2000))")
        }
        #expect(texts.allSatisfy { !$0.isEmpty })
        try FileManager.default.removeItem(at: folder.appendingPathComponent("ok.json"))
      }
    }
  }

  @Test(
    "a client that sends the time in seconds, or a UUID, does not differ from itself", arguments: ["clock", "uuid"])
  func varies(_ release: String) async throws {
    try await TestFolder.temporary { folder in
      let ended = try await ReleaseSide.compare(release, release, in: folder)
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      let driver = try ShellWords.words(of: ReleaseSide.driver(release))
      for file in ["old.json", "new.json"] {
        _ = try await contractRun(
          ["run", ReleaseSide.specs, "--transport", "loopback", "--repeat", "2", "--report", "json=\(file)", "--"]
            + driver, in: folder)
      }
      let reports = try await contractRun(["compare", "old.json", "new.json"], in: folder)
      #expect(reports.status == 0, "\(reports.output)\(reports.errors)")
      if release == "uuid" {
        #expect(reports.output.contains("varies by itself: header X-Request-Id (3 scenarios)"), "\(reports.output)")
        #expect(
          ended.output.contains(
            "not compared, because it varies by itself: header X-Request-Id (3 scenarios), POST /orders body /id (2 scenarios)"
          ), "\(ended.output)")
      }
    }
  }

  @Test("nor in 20 comparisons beside busy processes", .busy, arguments: ["clock", "uuid"])
  func variesOften(_ release: String) async throws {
    try await TestFolder.temporary { folder in
      let busy = try (0..<8).map { _ in
        try BuiltCommand(["-c", "while :; do :; done"], program: "/bin/sh", in: folder)
      }
      defer { for process in busy { process.send(SIGKILL) } }
      for _ in 0..<20 {
        let ended = try await ReleaseSide.compare(release, release, ["--timeout", "60"], in: folder)
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      }
    }
  }

  @Test("a scenario that only one release plays is a difference, and one that errored gives 3")
  func onlyOne() async throws {
    try await TestFolder.temporary { folder in
      let side = [ReleaseSide.specs, "--transport", "loopback"]
      let saved = try await contractRun(
        ["run", "--report", "json=all.json", "--filter", "create"] + side + ["--"]
          + ShellWords.words(of: ReleaseSide.driver("base")), in: folder)
      #expect(saved.status == 0, "\(saved.output)\(saved.errors)")
      let fewer = try await contractRun(
        ["compare", "all.json", "--new", ReleaseSide.driver("base")] + side, in: folder)
      #expect(fewer.causes == ["✗ played: no such scenario → passed (1 scenario)"])
      #expect(fewer.status == 1)
      let broken = try await contractRun(["compare", "all.json", "--new", "false"] + side, in: folder)
      #expect(broken.status == 3)
      #expect(broken.output.contains("! false errored in create/created and 2 more: "), "\(broken.output)")
    }
  }
}
