import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("Secrets in a session with the real server", .slow, .enabled(if: Python.isThere, Python.absence))
struct RecordSecretsTests {
  /// The secrets of one session, each with a text of its own that nothing else has.
  private final class Planted {
    private(set) var all: [String] = []

    /// Returns a secret with a form.
    func callAsFunction(_ form: (String) -> String = { $0 }) -> String {
      // Letters and digits, so that it looks like one, and different in each.
      let random = "q\(all.count)Zk7Rt9Xw2Lm4Pv6Hs8Jd"
      all.append(form(random))
      return all[all.count - 1]
    }
  }

  /// The known forms of tokens.
  private static let forms: [@Sendable (String) -> String] = [
    { "ghp_\($0)abcdefghijklmno" }, { "github_pat_11ABCDEFG0\($0)_abcdefghijklmnopqrstuvwxyz" }, { "glpat-\($0)" },
    { "sk_live_\($0)" }, { "sk-proj-\($0)ABCDEFGHIJKLMNOPQRST" }, { "xoxb-123456789012-\($0)" },
    { "AKIA\(String($0.uppercased().filter(\.isLetter).prefix(8)))ABCDEFGH" }, { "AIza\($0)ABCDEFGHIJKL" },
    { "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI\($0)In0.\($0)signature" }, { "SG.\($0).\($0)abcdefghijklmnop" },
    { "npm_\($0)ABCDEFGHIJKL" }, { "hf_\($0)ABCDEFGHIJ" },
  ]

  @Test("no secret is in a file, in the output or in a report", .enabled(if: CommandLineTool("curl") != nil))
  func planted() async throws {
    let secret = Planted()
    let named = ["token", "access_token", "refreshToken", "apiKey", "client_secret", "password", "sessionId", "otp"]
    func object(_ names: [String]) -> JSON { .object(names.map { ($0, .string(secret())) }) }
    func text(_ json: JSON) -> String { json.text }
    let json = ("Content-Type", "application/json")
    func answer(_ body: String, _ headers: [(String, String)] = []) -> JSON {
      [
        "headers": .array((headers.isEmpty ? [json] : headers).map { [.string($0.0), .string($0.1)] }),
        "body": .string(body),
      ]
    }
    var answers: [JSON] = []
    // JSON: named members, nested ones, JSON in a text, and tokens under names that say nothing.
    answers.append(answer(text(object(named))))
    answers.append(
      answer(text(["user": ["credentials": object(["secret", "pin_token"]), "list": [object(["auth_token"])]]])))
    answers.append(answer(text(["data": .string(text(object(["access_token", "id_token"])))])))
    answers.append(answer(text(.array(Self.forms.map { ["value": .string(secret($0))] }))))
    // Headers and cookies.
    answers.append(
      answer(
        "{}",
        [
          json, ("Set-Cookie", "sid=\(secret()); Path=/; HttpOnly"), ("Set-Cookie", "session_token=\(secret())"),
          ("X-Api-Key", secret()), ("X-Auth-Token", secret()), ("Authorization", "Bearer \(secret())"),
        ]))
    // Events of a stream, a form, and a text.
    answers.append(
      answer(
        "data: \(text(object(["token"])))\n\ndata: \(text(["value": .string(secret(Self.forms[0]))]))\n\n",
        [("Content-Type", "text/event-stream")]))
    answers.append(
      answer("access_token=\(secret())&scope=all", [("Content-Type", "application/x-www-form-urlencoded")]))
    answers.append(answer("your key is \(secret(Self.forms[3]))", [("Content-Type", "text/plain")]))
    let basic = secret { Data("ada:\($0)".utf8).base64EncodedString() }
    let requests: [[String]] =
      [
        ["--header", "Authorization: Bearer \(secret())", "/one"],
        ["--header", "Authorization: Basic \(basic)", "/two"],
        ["--header", "X-Api-Key: \(secret())", "--header", "Cookie: sid=\(secret()); auth=\(secret())", "/three"],
        ["/four?access_token=\(secret())&api_key=\(secret())&page=2"],
        ["/tokens/\(secret())/use"],
        ["--data", "username=ada&password=\(secret())&otp=\(secret())", "/six"],
        [
          "--json", text(["login": object(["password", "clientSecret"]), "raw": .string(text(object(["token"])))]),
          "/seven",
        ],
        ["--form", "token=\(secret())", "--form", "note=hello", "/eight"],
      ] + Self.forms.prefix(6).map { form in ["--header", "X-Trace: \(secret(form))", "/nine"] }
      + Self.forms.suffix(6).map { form in ["--json", text(["note": .string("use \(secret(form)) now")]), "/ten"] }
    #expect(secret.all.count >= 60, "\(secret.all.count)")
    try await RealTodos.with("answers", answers: .array(answers)) { folder, server in
      let record = try BuiltCommand(
        [
          "record", "--upstream", server.url, "--port", "0", "--out", "specs", "--verbose", "--twice",
          "--max", "\(requests.count)",
        ], in: folder)
      #expect(await condition { record.output.contains("Press Ctrl-C") || !record.isRunning })
      let url = String(try #require(record.output.firstMatch(of: #/use (\S+) in place of/#)).1)
      let curl = try #require(CommandLineTool("curl"))
      for words in requests { _ = try curl.run(["--silent"] + words.dropLast() + [url + (words.last ?? "")]) }
      let ended = await record.end()
      #expect(ended.status == 0 || ended.status == 1, "\(ended.output)\(ended.errors)")
      let files = try #require(
        FileManager.default.enumerator(at: folder.appendingPathComponent("specs"), includingPropertiesForKeys: nil))
      var texts = [("output", ended.output), ("errors", ended.errors)]
      for case let file as URL in files {
        texts.append((file.lastPathComponent, (try? String(contentsOf: file, encoding: .utf8)) ?? ""))
      }
      #expect(texts.count > 8)
      for (name, text) in texts {
        for value in secret.all { #expect(!text.contains(value), "\(value) is in \(name)") }
      }
    }
  }
}
