import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Texts with more values than the reader allows", .exhaustive)
struct LargeInputTests {
  /// Returns a list of a given number of values.
  private static func list(_ count: Int) -> [UInt8] {
    Array("[\(String(repeating: "0,", count: count - 1))0]".utf8)
  }

  /// A list that is slightly longer than the limit allows.
  private static let large = list(JSON.tokenLimit + 10)

  @Test("both readers stop at the same value")
  func readers() {
    // `[0,0,0]` is five values: one for each element, and two for the list.
    for (text, limit, place) in [
      ("[0,0,0]", 5, nil), ("[0,0,0]", 4, 5), ("[0,0,0]", 3, 3), (#"{"a":{"b":[]}}"#, 8, nil),
      (#"{"a":{"b":[]}}"#, 6, 10),
      (#"{"a":{"b":[]}}"#, 7, nil), ("[[],[]]", 4, 4), ("[[],[]]", 5, nil), ("1", 1, nil),
    ] {
      let source = Source(path: "", text: text)
      var diagnostics: [Diagnostic] = []
      _ = JSON.parseCarefully(source, limit: limit, diagnostics: &diagnostics)
      #expect(diagnostics.first?.range.start == place, "\(text) \(limit)")
      #expect(diagnostics.allSatisfy { $0.isTooLarge })
      switch JSON.Document.read(source, limit: limit) {
      case .tooLarge(let index): #expect(index == place, "\(text) \(limit)")
      case .document: #expect(place == nil, "\(text) \(limit)")
      case .notPlain: Issue.record("\(text) was not read")
      }
    }
  }

  @Test("a text beyond the limit is not read, and a diagnostic points at the first value beyond the limit")
  func diagnostic() {
    var diagnostics: [Diagnostic] = []
    #expect(JSON.parse(Source(path: "f.json", bytes: Self.large), diagnostics: &diagnostics) == nil)
    expectTexts(diagnostics.map(\.message), are: ["the text has more than 1,000,000 values and names"])
    #expect(diagnostics.first?.range.position.column == 1_999_998)
    #expect(JSON.parse(Self.list(JSON.tokenLimit - 2))?.count == JSON.tokenLimit - 2)
  }

  @Test("a text with very many mistakes gives a thousand diagnostics")
  func mistakes() {
    let text = "[" + String(repeating: "01,", count: 2_000) + "1]"
    var diagnostics: [Diagnostic] = []
    _ = JSON.parse(Source(path: "", text: text), diagnostics: &diagnostics)
    #expect(diagnostics.count == 1_000)
  }

  @Test("a driver's line beyond a limit is a protocol fault if it begins like a message, and output if it does not")
  func messages() throws {
    let deep = DeepInput.nested(511, "[", "]", "1")
    for (begin, value, says) in [
      (
        #"{"result":{"id":1,"outcome":{"success":"#, Self.large,
        "result cannot be read: the text has more than 1,000,000 values and names"
      ),
      (
        #" { "result" : {"id":1,"outcome":{"success":"#, Array(deep.utf8),
        "result cannot be read: nested deeper than 512 levels"
      ),
      (
        #"{"request":{"id":1,"n":1,"x":{"y":"#, Array(deep.utf8),
        "request cannot be read: nested deeper than 512 levels"
      ),
      (#"{"results":{"id":1,"outcome":{"success":"#, Array(deep.utf8), nil),
      (#"{"log":{"id":1,"outcome":{"success":"#, Self.large, nil),
    ] as [(String, [UInt8], String?)] {
      switch DriverMessage.Line(Array(begin.utf8) + value + Array("}}}".utf8)) {
      case .malformed(let faults, _):
        expectTexts(faults.map(\.description), are: [try #require(says)])
      case .output: #expect(says == nil, "\(begin)")
      case .message: Issue.record("read as a message: \(begin)")
      }
    }
  }

  @Test("a body beyond the limit is a mismatch that names the limit, whatever the pattern")
  func bodies() throws {
    let tooMany = JSON.tokenLimit + 1
    let parts = "--b\r\n\r\n\r\n"
    for (described, body, what) in [
      (#"{"json": [0]}"#, Self.large, "values and names"),
      (#"{"json": {"$any": true}}"#, Self.large, "values and names"),
      (#"{"jsonLines": [0]}"#, Array(repeatElement(UInt8(ascii: "\n"), count: tooMany)), "lines"),
      (#"{"form": {"a": "1"}}"#, Array(repeatElement(UInt8(ascii: "&"), count: tooMany)), "fields"),
      (#"{"multipart": []}"#, Array(String(repeating: parts, count: tooMany).utf8) + Array("--b--".utf8), "parts"),
      (
        #"{"multipart": []}"#,
        Array("--b\r\n".utf8) + Array(String(repeating: "a:\r\n", count: tooMany).utf8) + Array("\r\n\r\n--b--".utf8),
        "parts"
      ),
    ] {
      let judge = try JudgeFixture.judge(
        "\"body\": \(described)", headers: [("Content-Type", "multipart/mixed; boundary=b")], body: body)
      #expect(judge.reasons.map(\.code) == ["mismatch"])
      let text = judge.reasons.map(\.text).joined()
      expectText(text, has: "too large to compare")
      expectText(text, has: "more than 1,000,000 \(what)")
    }
  }

  @Test("a query beyond the limit is a mismatch that names the limit")
  func query() throws {
    let reported = try JudgeFixture.summaries(
      #""query": {"a": 1}"#, path: "/?" + String(repeating: "&", count: JSON.tokenLimit))
    #expect(reported.count == 1)
    expectText(reported.first, has: "too large to compare")
  }

  @Test("a contract beyond the limit, or a file that it names, is an error at that place")
  func contracts() throws {
    let list = String(decoding: Self.large, as: UTF8.self)
    let folder = try ContractFolder([
      "a.contract.json": BaseContract.edited(#"{"title": "test"}"#, list),
      "b.contract.json": BaseContract.edited(#"{"title": "test"}"#, ##"{"$ref": "list.json#/0"}"##), "list.json": list,
    ])
    let reported = folder.load().diagnostics.map { "\(FileSystem.last($0.range.source.path)): \($0.message)" }
    expectTexts(
      reported,
      are: [
        "a.contract.json: the text has more than 1,000,000 values and names",
        "b.contract.json: \"list.json\" is not valid JSON",
        "list.json: the text has more than 1,000,000 values and names",
      ])
  }

  @Test("only the beginning and the first difference of a long text are examined")
  func excerpts() {
    let text = String(repeating: "ä\n", count: 1_000_000)
    #expect(TextDiff(text, text + "x") == nil)
    let (a, b) = Excerpt.pair(text + "a", text + "b")
    #expect(a.hasSuffix("a (2000001 characters)") && b.hasSuffix("b (2000001 characters)"))
    expectText(Excerpt.bytes(Array(text.utf8)), begins: #"3000000 bytes, beginning with "ä\n"#)
  }

  @Test("extra completions are counted, and of other reasons ten of each code are kept")
  func repeats() throws {
    var reasons: [Reason] = []
    for _ in 0..<99_999 { reasons.add(.completedTwice()) }
    for number in 0..<50 { reasons.add(.escaped(.proxied(host: "\(number)", peer: number))) }
    for _ in 0..<50 { reasons.add(.late(CapturedRequest(method: "GET", url: "/"))) }
    expectTexts(
      reasons.filter { $0.code == "completedTwice" }.map(\.summary), are: ["the client completed 100,000 times"])
    #expect(reasons.filter { $0.code == "escaped" }.count == 10)
    #expect(reasons.filter { $0.code == "late" }.count == 10)
    expectText(reasons.last?.summary, is: "late request, after the result: GET /, and 40 more")
  }

  @Test("a script also counts extra completions")
  func completions() throws {
    let script = try ScriptFixture([#"{"response": {"kind": "valid"}}"#]).script()
    _ = script.reply(to: .get("/a"))
    for _ in 0..<1_000 { script.finish(.success(1)) }
    for _ in 0..<1_000 { script.blame(.completedTwice()) }
    expectTexts(script.verdict().reasons.map(\.summary), are: ["the client completed 2,000 times"])
  }
}
