import Foundation
import Testing

@testable import ContractProtocol

@Suite("Times in headers")
struct HTTPDateTests {
  @Test(
    "a placeholder is the time of the response, with seconds more or less, rounded up",
    arguments: [
      ("{{httpDate}}", "Sun, 06 Nov 1994 08:49:37 GMT"), ("{{httpDate +2}}", "Sun, 06 Nov 1994 08:49:39 GMT"),
      ("a {{httpDate -38}}; {{httpDate}}", "a Sun, 06 Nov 1994 08:48:59 GMT; Sun, 06 Nov 1994 08:49:37 GMT"),
      ("{{httpDate +86400}}", "Mon, 07 Nov 1994 08:49:37 GMT"), ("{{baseURL}}/{{httpDat}}", "{{baseURL}}/{{httpDat}}"),
    ])
  func filled(_ value: String, _ expected: String) {
    let headers = Headers([.init("Retry-After", value), .init("X", "1")])
    #expect(headers.dated(Date(timeIntervalSince1970: 784_111_776.2)).lines.map(\.value) == [expected, "1"])
  }

  @Test(
    "what is not a number of seconds is not a time", arguments: [" 2", " +", " +1.5", "+2", " +86401", " tomorrow"])
  func wrong(_ text: String) {
    #expect(HTTPDate.placeholders(in: "{{httpDate\(text)}}").map(\.offset) == [nil])
    #expect(HTTPDate.hasMistake(in: "a {{httpDate\(text)}}"))
  }

  @Test("what was meant as a placeholder is a mistake, and other braces are text")
  func meant() {
    for text in [
      "{{ httpDate +2 }}", "{{httpDate +2", "{{httpdate +2}}", "{{httpDate +2}", "{{httpDate}} {{HTTPDate}}",
    ] {
      #expect(HTTPDate.hasMistake(in: text), "\(text)")
    }
    for text in ["{{httpDate}}", "{{httpDate -1}}, {{httpDate +86400}}", "{{baseURL}}", "httpDate", "{httpDate}"] {
      #expect(!HTTPDate.hasMistake(in: text), "\(text)")
    }
  }
}
