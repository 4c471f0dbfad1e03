import Foundation
import Testing

@testable import ContractAuthoring
@testable import ContractCore

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

  @Test(
    "a text that is missing or cut off is not found, and a short one not within a word",
    arguments: [
      ("gpt-4", "/v1/chat"), ("de", "/order"), ("a/b?d#e", "/x/a/b?d"), ("a long text here", "/x?s=a%20long%20t"),
      ("日本語", "/x?s=%3F%3F%3F"), ("Düne", "D?ne"), ("12", "/x/123"), ("a1", "/x/a12"),
    ])
  func unsent(_ input: String, _ request: String) { #expect(!SentText([request]).has(input)) }

  @Test("bytes that the input has in base64 are found as they are")
  func bytes() {
    #expect(SentText([], data: [[0, 0x89, 0x50, 0x4E, 0x47, 1]]).has("iVBORw=="))
    #expect(SentText([], data: [[0x89, 0x50, 0x4E, 0x47]]).has("data:image/png;base64,iVBORw=="))
    #expect(!SentText([], data: [[0x89, 0x50, 0x4E]]).has("iVBORw=="))
  }
}
