import Foundation
import Testing

@testable import ContractCore
@testable import ContractLoopback
@testable import ContractProtocol

@Suite("Date in answers on loopback")
struct DateHeaderTests {
  /// Returns what a response is on the wire.
  private func answer(_ response: String) throws -> String {
    let fixture = try LoopbackFixture(response)
    let client = try fixture.connect()
    client.send(LoopbackFixture.get)
    return withExtendedLifetime(fixture) { String(decoding: client.readBytes().bytes, as: UTF8.self) }
  }

  @Test(
    "is the time of the answer, as servers send it (RFC 9110, section 6.6.1)",
    arguments: [
      #"{"kind": "valid"}"#, #"{"kind": "statusError", "status": 503}"#,
      #"{"kind": "valid", "body": {"chunks": [{"text": "a"}]}}"#,
      #"{"kind": "networkError", "error": "badServerResponse", "body": {"text": "hello"}, "after": 2}"#,
    ])
  func sent(_ response: String) throws {
    let before = Date().timeIntervalSince1970.rounded(.down)
    let answer = try answer(response)
    let after = Date().timeIntervalSince1970.rounded(.down)
    let line = try #require(answer.firstMatch(of: #/\r\nDate: ([^\r]*)\r\n/#), "\(answer)")
    let times = stride(from: before, through: after, by: 1).map { HTTPDate.text(Date(timeIntervalSince1970: $0)) }
    #expect(times.contains(String(line.1)), "\(answer)")
  }

  @Test("is that of the contract, if the contract has one; bytes that are not HTTP have none")
  func described() throws {
    let described = try answer(#"{"kind": "valid", "headers": {"date": "Sun, 06 Nov 1994 08:49:37 GMT"}}"#)
    #expect(described.contains("\r\ndate: Sun, 06 Nov 1994 08:49:37 GMT\r\n") && !described.contains("Date:"))
    #expect(try !answer(#"{"kind": "nonHTTP"}"#).contains("Date"))
  }

  @Test("reports and records do not have it, so that they are the same in each run")
  func recorded() throws {
    let fixture = try LoopbackFixture(#"{"kind": "valid"}"#)
    _ = try fixture.answer()
    #expect(fixture.script.verdict().record.first?.reply?.headers.has("Date") == false)
  }

  @Test("outcomes of two calls are compared without it")
  func compared() throws {
    let addresses = Addresses(base: try #require(BaseURL("http://127.0.0.1:4000")))
    func named(_ text: String) -> String? {
      guard case .success(let value) = Outcome.success(["at": .string(text)]).naming(addresses) else { return nil }
      return value["at"]?.string
    }
    let (now, before) = (HTTPDate.text(Date()), HTTPDate.text(Date() - 2))
    #expect(named("at \(now), and \(before)") == "at {{httpDate}}, and {{httpDate}}")
    let old = "Sun, 06 Nov 1994 08:49:37 GMT"
    #expect(named(old) == old)
  }
}
