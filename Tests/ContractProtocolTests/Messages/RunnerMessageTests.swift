import TestSupport
import Testing

@testable import ContractProtocol

@Suite("Messages from the runner")
struct RunnerMessageTests {
  static let lines = [
    #"{"hello":{"protocol":1,"runner":"contract-run 0.1.0"}}"#,
    #"{"call":{"id":7,"operation":"createTodo","transport":"memory","baseURL":"http://localhost:8080","baseURLs":{"auth":"http://localhost:9090"},"input":{"title":"x","n":1.50}}}"#,
    #"{"call":{"id":8,"operation":"todos","transport":"loopback","baseURL":"http://127.0.0.1:4711/v1","baseURLs":{},"input":null}}"#,
    #"{"response":{"id":7,"n":1,"status":201,"headers":{"Content-Type":"application/json","Set-Cookie":["a=1","b=2"]},"body":{"text":"{}"},"delay":0.25}}"#,
    #"{"response":{"id":7,"n":1,"nonHTTP":true,"body":{"base64":"/wA="}}}"#,
    #"{"response":{"id":7,"n":1,"networkError":{"domain":"NSURLErrorDomain","code":-1004,"message":"down"},"body":{"text":"ha"}}}"#,
    #"{"response":{"id":7,"n":2,"networkError":{"domain":"NSURLErrorDomain","code":-999}}}"#,
    #"{"bye":{}}"#,
  ]

  @Test("every message is read back as it was written", arguments: lines)
  func roundTrip(line: String) throws {
    let json = try #require(JSON.parse(line))
    #expect(try RunnerMessage(json).json.text == line)
  }

  private static let names = "a message is an object with exactly one member, named hello, call, response, cancel, bye"

  static let faults: [(line: String, fault: String)] = [
    (#"[]"#, names),
    (#"{"hello":{},"bye":{}}"#, names),
    (#"{"result":{}}"#, names),
    (#"{"bye":1}"#, "bye is the number 1, expected an object"),
    (#"{"hello":{}}"#, "hello has no member protocol"),
    (#"{"call":{"id":1,"operation":"a","baseURL":"x"}}"#, "call has no member transport"),
    (
      #"{"call":{"id":1,"transport":"disk","operation":"a","baseURL":"x"}}"#,
      "call.transport is \"disk\", expected \"memory\" or \"loopback\""
    ),
    (#"{"call":{"transport":"memory","operation":"a","baseURL":"x"}}"#, "call has no member id"),
    (#"{"call":{"id":1,"transport":"memory","baseURL":"x"}}"#, "call has no member operation"),
    (#"{"call":{"id":1,"transport":"memory","operation":"a"}}"#, "call has no member baseURL"),
    (
      #"{"call":{"id":1,"transport":"memory","operation":"a","baseURL":"x","baseURLs":{"b":1}}}"#,
      "call.baseURLs.b is the number 1, expected a string"
    ),
    (
      #"{"call":{"id":1,"transport":"memory","operation":"a","baseURL":"x","baseURLs":[]}}"#,
      "call.baseURLs is an array, expected an object"
    ),
    (#"{"response":{"id":1,"status":200}}"#, "response has no member n"),
    (#"{"response":{"n":1,"status":200}}"#, "response has no member id"),
    (#"{"response":{"id":1,"n":1}}"#, "response must have exactly one of status, nonHTTP, networkError"),
    (
      #"{"response":{"id":1,"n":1,"status":200,"nonHTTP":true}}"#,
      "response must have exactly one of status, nonHTTP, networkError"
    ),
    (#"{"response":{"id":1,"n":1,"status":"200"}}"#, "response.status is the string \"200\", expected a whole number"),
    (#"{"response":{"id":1,"n":1,"nonHTTP":false}}"#, "response.nonHTTP is not true"),
    (
      #"{"response":{"id":1,"n":1,"networkError":-1004}}"#,
      "response.networkError is the number -1004, expected an object"
    ),
    (#"{"response":{"id":1,"n":1,"networkError":{"code":1}}}"#, "response.networkError has no member domain"),
    (#"{"response":{"id":1,"n":1,"networkError":{"domain":"x"}}}"#, "response.networkError has no member code"),
    (
      #"{"response":{"id":1,"n":1,"status":200,"delay":"1"}}"#,
      "response.delay is the string \"1\", expected a number of seconds"
    ),
  ]

  @Test("a broken message is refused with this text", arguments: faults)
  func fault(_ broken: (line: String, fault: String)) throws {
    let (line, expected) = broken
    let json = try #require(JSON.parse(line))
    let fault = #expect(throws: MessageError.self) { try RunnerMessage(json) }
    expectText(fault?.description, is: expected)
  }
}

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
