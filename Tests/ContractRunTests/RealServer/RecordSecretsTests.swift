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
      /// Records all requests. Something else is in place of the folder of the contracts at the end, if the test wants it.
      func record(_ out: String, isBlocked: Bool) async throws -> BuiltCommand.Ended {
        let session = try await RecordSession(
          server.url, ["--twice"], out: out, environment: ["TMPDIR": folder.path], in: folder)
        for words in requests { try session.curl(words.dropLast() + [session.url + (words.last ?? "")]) }
        if isBlocked { try folder.write("", to: out) }
        return await session.end()
      }
      let ended = try await record("specs", isBlocked: false)
      #expect(ended.status == 0 || ended.status == 1, "\(ended.output)\(ended.errors)")
      // The next session gets the same answers.
      let curl = try #require(CommandLineTool("curl"))
      while server.requests.count % answers.count != 0 {
        let count = server.requests.count
        _ = try curl.run(["--silent", server.url])
        #expect(await condition { server.requests.count > count })
      }
      let lost = try await record("others", isBlocked: true)
      #expect(lost.status == 3, "\(lost.output)\(lost.errors)")
      let path = String(try #require(lost.errors.firstMatch(of: #/is kept in (.*/session.har),/#), "\(lost.errors)").1)
      var texts = [
        ("output", ended.output + lost.output), ("errors", ended.errors + lost.errors),
        ("the kept archive", String(decoding: try #require(FileSystem.bytes(path)), as: UTF8.self)),
      ]
      // It becomes the same contracts.
      let imported = try await contractRun(["import", "har", path, "--out", "imported"], in: folder)
      #expect(imported.status == 0 || imported.status == 1, "\(imported.output)\(imported.errors)")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("specs").path)
      #expect(names.count > 8)
      for name in names {
        texts.append((name, try #require(folder.text("specs/\(name)"))))
        expectText(folder.text("imported/\(name)") ?? "", is: folder.text("specs/\(name)") ?? "")
      }
      for (name, text) in texts {
        for value in secret.all { #expect(!text.contains(value), "\(value) is in \(name)") }
        // Not even in another encoding.
        for value in secret.all where value.count >= 20 {
          #expect(!text.contains(Data(value.utf8).base64EncodedString().dropLast(4)), "\(value) is in \(name)")
        }
      }
    }
  }
}
