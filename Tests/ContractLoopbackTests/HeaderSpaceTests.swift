import Testing

@testable import ContractCore
@testable import ContractLoopback
@testable import ContractProtocol
@testable import TestSupport

@Suite("White space in received headers")
struct HeaderSpaceTests {
  @Test(
    "white space around a value does not belong to it, for any pattern and on both transports",
    arguments: [
      (#"{"$regex": "^a$"}"#, "  a \t"), (#"{"$format": "uuid"}"#, " 2eb8aa08-aa98-11ea-b4aa-73b441d16380"),
      (#"{"$not": {"$regex": "^ | $"}}"#, "\ta\t"), (#"{"$literal": "a"}"#, " a "), (#""""#, " \t "),
      (#"{"$allOf": [{"$regex": "^.$"}, {"$not": ""}]}"#, " a"), (#"{"$jsonSchema": {"maxLength": 1}}"#, "a "),
    ])
  func around(pattern: String, sent: String) throws {
    let received =
      try SocketPair.read("GET / HTTP/1.1\r\nHost: a\r\nX-A:\(sent)\r\n\r\n").first?.get().headers.lines ?? []
    #expect(received.count == 2)
    for line in [Headers.Line("X-A", sent)] + received where line.name == "X-A" {
      for transport in Transport.allCases {
        let differences = try JudgeFixture.summaries(
          #""headers": {"X-A": \#(pattern)}"#, headers: [(line.name, line.value)], transport: transport)
        #expect(differences == [])
      }
    }
    #expect(HeaderValue.trimmed("\t a\u{A0} b \t") == "a\u{A0} b")
  }
}
