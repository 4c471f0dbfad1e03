import Testing

@testable import ContractCore

@Suite("The runner's messages, read in one pass")
struct PlainRunnerMessageTests {
  static let plain = [
    #"{"call":{"id":7,"operation":"create\"Todo","transport":"memory","baseURL":"http://localhost:8080","baseURLs":{"auth":"http://localhost:9090"},"input":{"title":"x","n":1.50}}}"#,
    #"{"call":{"id":8,"operation":"todos","transport":"loopback","baseURL":"http://127.0.0.1:4711/v1","baseURLs":{},"input":null}}"#,
    #"{"response":{"id":7,"n":1,"status":201,"headers":{"Content-Type":"application/json"},"body":{"text":"{\"a\":\n\u0001}é"},"delay":2}}"#,
    #"{"response":{"id":7,"n":1,"nonHTTP":true,"body":{"text":""}}}"#,
    #"{"response":{"id":7,"n":1,"networkError":{"domain":"NSURLErrorDomain","code":-1004,"message":"down"},"body":{"text":"ha"}}}"#,
    #"{"response":{"id":7,"n":2,"networkError":{"domain":"NSURLErrorDomain","code":-999}}}"#,
  ]

  @Test("a message that is plainly right is what the general reader makes of it", arguments: plain)
  func agrees(line: String) throws {
    let json = try #require(JSON.parse(line))
    let message = try #require(RunnerMessage(plain: json))
    let general = try RunnerMessage(general: json)
    #expect("\(message)" == "\(general)")
    #expect(message.json.text == general.json.text)
  }

  static let others = [
    "1", "{}", "[]", #"{"bye":{}}"#, #"{"hello":{"protocol":1,"runner":"x"}}"#, #"{"call":[]}"#,
    #"{"call":{},"bye":{}}"#,
    #"{"c\u0061ll":{"id":8,"operation":"a","transport":"memory","baseURL":"x"}}"#,
    #"{"call":{"id":8,"operation":"a","transport":"disk","baseURL":"x"}}"#,
    #"{"call":{"id":8,"operation":"a","transport":"memory","baseURL":"x","baseURLs":null}}"#,
    #"{"call":{"id":8,"operation":"a","transport":"memory","baseURL":"x","later":1}}"#,
    #"{"call":{"id":8.0,"operation":"a","transport":"memory","baseURL":"x"}}"#,
    #"{"call":{"id":8,"operation":"a","transport":"memory"}}"#,
    #"{"response":{"id":7,"n":0,"status":201}}"#,
    #"{"response":{"id":7,"n":1}}"#,
    #"{"response":{"id":7,"n":1,"status":201,"nonHTTP":true}}"#,
    #"{"response":{"id":7,"n":1,"nonHTTP":false}}"#,
    #"{"response":{"id":7,"n":1,"status":200,"delay":0.5}}"#,
    #"{"response":{"id":7,"n":1,"status":200,"delay":-0}}"#,
    #"{"response":{"id":7,"n":1,"status":200,"body":{"base64":""}}}"#,
    #"{"response":{"id":7,"n":1,"status":200,"body":{"text":"a","base64":null}}}"#,
    #"{"response":{"id":7,"n":1,"status":200,"headers":{"A":["1","2"]}}}"#,
    #"{"response":{"id":7,"n":1,"networkError":{"domain":"x","code":1,"message":""}}}"#,
    #"{"response":{"id":7,"n":1,"networkError":{"domain":"x"}}}"#,
  ]

  @Test("everything else is left to the general reader", arguments: others)
  func leaves(line: String) throws {
    #expect(RunnerMessage(plain: try #require(JSON.parse(line))) == nil)
  }

  @Test("a value that code made is left to the general reader")
  func made() {
    #expect(RunnerMessage(plain: ["response": ["id": 7, "n": 1, "status": 201]]) == nil)
  }
}
