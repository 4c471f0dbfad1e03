import Foundation
import Testing

@testable import ContractAuthoring
@testable import ContractCore
@testable import TestSupport

@Suite("Texts of the input in requests")
struct SentTextTests {
  private static let spellings: [(input: String, request: String)] = [
    ("a & b <c>", "<a>a &amp; b &lt;c&gt;</a>"), ("Düne é", "<a>D&#252;ne &#xE9;</a>"),
    ("Zürich, a/b", "Z%C3%BCrich%2C%20a/b"), ("a b;ü", "a=1; v=a%20b%3B%C3%BC"), ("Zürich", "/x?s=Z%FCrich"),
    ("Grüße an alle", "=?utf-8?b?R3LDvMOfZSBhbiBhbGxl?="), ("Grüße an alle", "=?utf-8?q?Gr=C3=BC=C3=9Fe_an_alle?="),
    ("Düne ü.png", "attachment; filename*=UTF-8''D%C3%BCne%20%C3%BC.png"),
    ("Düne", #"{"name": "{\"n\": \"D\\u00fcne\"}"}"#),
    ("ann", "Basic YW5uOnBhOsOf"), ("pa:ß", "Basic YW5uOnBhOsOf"),
    ("Grüße 12", "/x?s=eyJhIjogIkdyXHUwMGZjXHUwMGRmZSAxMiJ9"),
    ("2026-01-02T03:04:05Z", "1767323045"), ("2026-01-02", "Fri, 02 Jan 2026 00:00:00 GMT"), ("true", "/x?on=1"),
    ("0042", "/x/42"), ("1.50", "/x?p=1.5"), ("1.5", "/x?p=1.50"), ("12.50", "/x?p=1250"), ("5", "/v5/x"),
    ("0171 123-4567", "+491711234567"), ("red, green, bl", "/x?t=red&t=green&t=bl"),
    ("IN_PROGRESS", "/x?s=in-progress"), ("IN_PROGRESS", "/x?s=inProgress"), ("inProgress", "/x?s=IN_PROGRESS"),
    ("DE", "/x?country=de"), ("Café", "/x?c=Caf%C3%A9"), ("Adèle", "n=Ad%C3%A8le"), ("en_US", "en-US"),
    ("  ab ", "/x?s=ab"), ("São Paulo", "/sao-paulo"),
    ("東京", "/%E6%9D%B1%E4%BA%AC"),
    ("{{baseURL}}/files/a.txt", "/files/a.txt"), ("?", "/"),
  ]

  @Test("a text is found in every spelling", arguments: spellings)
  func sent(_ input: String, _ request: String) { #expect(SentText([request]).has(input)) }

  @Test("a text of ASCII is folded as Foundation does it")
  func folded() {
    let all = String(decoding: Array(0..<0x80), as: UTF8.self)
    for text in [all, String(all.reversed()), "", "I i\r\nÉ", "^e`e'e"] {
      let expected = text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
      #expect(Array(SentText.folded(text).utf8) == Array(expected.utf8))
    }
  }

  @Test("digits and letters of one word are found alone", arguments: ["ab", "12", "cd", "ab12cd", "1.5"])
  func parts(_ input: String) { #expect(SentText(["/x?a=ab12cd&b=1.5"]).has(input)) }

  @Test(
    "a text that is missing or cut off is not found, and a short one not within a word",
    arguments: [
      ("gpt-4", "/v1/chat"), ("de", "/order"), ("a/b?d#e", "/x/a/b?d"), ("a long text here", "/x?s=a%20long%20t"),
      ("日本語", "/x?s=%3F%3F%3F"), ("Düne", "D?ne"), ("12", "/x/123"), ("a1", "/x/a12"),
    ])
  func unsent(_ input: String, _ request: String) { #expect(!SentText([request]).has(input)) }

  /// Requests to `/v1` with the texts of the input, and whether each of them is sent.
  private static let requests: [(input: String, path: String, form: String?, isSent: Bool)] = [
    ("war & peace", "/x?q=war%20&%20peace", nil, false), ("war & peace", "/x?q=war+&+peace&page=2", nil, false),
    ("R&D", "/x?q=R&D", nil, false), ("a&b=c", "/x?q=a&b=c", nil, false),
    ("Grün & blau", "/x?q=Gr%C3%BCn%20&%20blau", nil, false),
    ("war & peace", "/x", "q=war & peace&page=2", false),
    ("+49171", "/x?p=+49171", nil, false), ("1+1", "/x?q=1+1", nil, false), ("ab+/cd==", "/x?q=ab+/cd==", nil, false),
    ("2026-01-02T03:04:05+01:00", "/x?since=2026-01-02T03:04:05+01:00", nil, false),
    ("+49171", "/x", "p=+49171", false),
    ("C#", "/x?q=C", nil, false), ("C# and D", "/x?page=2&q=C", nil, false), ("C#", "/langs/C", nil, false),
    ("war & peace", "/x?q=war%20%26%20peace", nil, true), ("war & peace", "/x?q=war+%26+peace", nil, true),
    ("war & peace", "/x", "q=war+%26+peace", true), ("war & peace", "/war%20&%20peace", nil, true),
    ("war & peace", "/x?q=war&q=peace", nil, true), ("war & peace", "/war-and-peace?q=war&page=2", nil, true),
    ("war & peace", "/x?q=war,peace", nil, true), ("R&D", "/x?q=r&l=d", nil, true),
    ("red&blue", "/x?t=red&t=blue", nil, true), ("status=open&sort=new", "/x?status=open&sort=new", nil, true),
    ("/x?status=open&sort=new", "/x?status=open&sort=new", nil, true),
    ("+49171", "/x?p=%2B49171", nil, true), ("+49171", "/x?p=49171", nil, true),
    ("+49 171", "/x?p=%2B49171", nil, true),
    ("2026-01-02T03:04:05+01:00", "/x?since=2026-01-02T02:04:05Z", nil, true), ("a+b", "/a+b", nil, true),
    ("C#", "/x?q=C%23&c=C", nil, true), ("C#", "/langs/c", nil, true), ("C#", "/x", "q=C#", true),
    ("Café", "/x?c=Caf%C3%A9", nil, true), ("a=b", "/x?q=a=b", nil, true), ("a,b", "/x?q=a&q=b", nil, true),
  ]

  @Test("a text of which a server reads only a part, because it is not escaped, is in no request", arguments: requests)
  func unescaped(input: String, path: String, form: String?, isSent: Bool) throws {
    let headers = form.map { _ in [("Content-Type", "application/x-www-form-urlencoded")] } ?? []
    let request = try LearningFixture.sample(path, headers: headers, body: form).request
    let contract = try Contract.read(
      #"""
      { "contract": 1, "endpoint": "e", "baseURL": "http://localhost:8080/v1",
        "input": \#(JSON.object([("q", .string(input))]).text),
        "scenarios": [{ "name": "a", "response": { "kind": "valid" } }] }
      """#)
    let inputs = ScenarioProposal.inputs(of: contract.scenarios[0], in: contract, sent: [request])
    #expect(try #require(inputs).unsent == (isSent ? [] : ["/q"]))
  }

  @Test("bytes that the input has in base64 are found as they are")
  func bytes() {
    #expect(SentText([], data: [[0, 0x89, 0x50, 0x4E, 0x47, 1]]).has("iVBORw=="))
    #expect(SentText([], data: [[0x89, 0x50, 0x4E, 0x47]]).has("data:image/png;base64,iVBORw=="))
    #expect(!SentText([], data: [[0x89, 0x50, 0x4E]]).has("iVBORw=="))
  }
}
