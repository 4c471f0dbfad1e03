import Testing

@testable import ContractCore

@Suite("Headers by name")
struct HeaderNamesTests {
  @Test("lines with one name, whatever its case, are one header with the name of the first line", arguments: [0, 40])
  func byName(others: Int) {
    // Few headers and many headers are grouped by different algorithms.
    let others = (0..<others).map { Headers.Line("X-\($0)", "\($0)") }
    let lines: [Headers.Line] = [.init("Set-Cookie", "a"), .init("A", "1"), .init("set-COOKIE", "b"), .init("É", "2")]
    let groups = Headers(lines + others + [.init("é", "3")]).byName
    #expect(groups.map(\.name) == ["Set-Cookie", "A", "É"] + others.map(\.name) + ["é"])
    #expect(groups.map(\.values) == [["a", "b"], ["1"], ["2"]] + others.map { [$0.value] } + [["3"]])
  }

  @Test("a message writes a header that occurs once as a string, and one that occurs more often as a list")
  func written() {
    let headers = Headers([.init("B", "1"), .init("A", "\""), .init("b", "2")])
    let message = RunnerMessage.response(id: 1, n: 2, Reply(.nonHTTP, headers: headers))
    #expect(
      String(decoding: message.utf8, as: UTF8.self)
        == #"{"response":{"id":1,"n":2,"nonHTTP":true,"headers":{"B":["1","2"],"A":"\""}}}"#)
  }
}
