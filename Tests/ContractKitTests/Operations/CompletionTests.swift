import Foundation
import TestSupport
import Testing

@testable import ContractKit

private enum Trouble: Error { case some(Int) }

private struct Thing: Encodable {
  var id: Int
  var at = Date(timeIntervalSince1970: 0)
}

/// An error that could also be reported as a result, because it is Codable.
private struct CodableTrouble: Error, Codable { var id = 3 }

private struct Unencodable: Encodable {
  func encode(to encoder: any Encoder) throws { throw Trouble.some(1) }
}

@Suite("The arguments of a completion", .timeLimit(.hang))
struct CompletionTests {
  private func outcome(_ body: @escaping @Sendable (Completion) throws -> Void) async -> JSON {
    var driver = Operations()
    driver.on("thing", client: { _ in 0 }) { _, _, done in try body(done) }
    driver.mapFailures { _, failure in failure.message = nil }
    return await driver.run(.memory("thing")).outcome.json
  }

  @Test("values, nil and no value are successes")
  func successes() async {
    #expect(await outcome { $0() }.text == #"{"success":null}"#)
    #expect(await outcome { $0(7) }.text == #"{"success":7}"#)
    #expect(await outcome { $0(nil as Int?) }.text == #"{"success":null}"#)
    #expect(await outcome { $0(nil as (any Error)?) }.text == #"{"success":null}"#)
    #expect(await outcome { $0(nil as Trouble?) }.text == #"{"success":null}"#)
    #expect(await outcome { $0(()) }.text == #"{"success":null}"#)
    #expect(await outcome { $0([Thing(id: 1)]) }.text == #"{"success":[{"at":"1970-01-01T00:00:00Z","id":1}]}"#)
    #expect(await outcome { $0(Data("a".utf8)) }.text == #"{"success":{"base64":"YQ=="}}"#)
    #expect(await outcome { $0((1, "a")) }.text.hasPrefix(#"{"success":"#))
  }

  @Test("errors are failures, whatever their static type")
  func errors() async {
    let reported = #"{"failure":{"category":"other","type":"Trouble","case":"some","payload":1}}"#
    #expect(await outcome { $0(Trouble.some(1)) }.text == reported)
    #expect(await outcome { $0(Trouble.some(1) as any Error) }.text == reported)
    #expect(await outcome { $0(Trouble.some(1) as (any Error)?) }.text == reported)
    #expect(await outcome { $0(Trouble.some(1) as Trouble?) }.text == reported)
    #expect(await outcome { _ in throw Trouble.some(1) }.text == reported)
    #expect(await outcome { $0(CodableTrouble()) }["failure"]?["type"] == "CodableTrouble")
    #expect(await outcome { $0(CodableTrouble() as CodableTrouble?) }["failure"]?["payload"] == ["id": 3])
    #expect(await outcome { $0(URLError(.timedOut)) }["failure"]?["code"] == -1001)
  }

  @Test("a Result is the value or the error that it holds")
  func results() async {
    #expect(await outcome { $0(Result<Int, any Error>.success(3)) }.text == #"{"success":3}"#)
    #expect(await outcome { $0(Result<Void, Trouble>.success(())) }.text == #"{"success":null}"#)
    #expect(await outcome { $0(Result<Int, Trouble>.failure(.some(2))) }["failure"]?["payload"] == 2)
    #expect(await outcome { $0(Result<Thing?, Trouble>?.none) }.text == #"{"success":null}"#)
  }

  @Test("with a value and an error the call fails, and the outcome also has the value")
  func pairs() async {
    let none: Int? = nil
    #expect(await outcome { $0(4, nil) }.text == #"{"success":4}"#)
    #expect(await outcome { $0(none, nil) }.text == #"{"success":null}"#)
    #expect(await outcome { $0(none, Trouble.some(1)) }["values"] == nil)
    let both = await outcome { $0(4, Trouble.some(1)) }
    #expect(both["failure"]?["case"] == "some" && both["values"] == [4])
  }

  @Test("the outcome has the values of a stream that came before its error")
  func stream() async {
    let outcome = await outcome { $0(failure: Trouble.some(1), after: [1, 2]) }
    #expect(outcome["failure"]?["case"] == "some" && outcome["values"] == [1, 2])
  }

  @Test("a result that cannot be encoded is reported as the driver's mistake")
  func unencodable() async {
    let why = await outcome { $0(Unencodable()) }["unsupported"]?.string
    expectText(why, begins: "the client's result, Unencodable, cannot be encoded: ")
  }

  @Test("an input that cannot be read is not a failure of the client")
  func input() async {
    var driver = Operations()
    driver.on("thing", client: { _ in 0 }) { _, call, done in done(try call.input(Int.self)) }
    let outcome = await driver.run(.memory("thing", input: "text")).outcome
    expectText(outcome.json["unsupported"]?.string, is: #"the input is "text", expected Int"#)
  }

  @Test("a client that cannot be created is a failure")
  func client() async {
    var driver = Operations()
    driver.on("thing", client: { _ -> Int in throw Trouble.some(9) }) { _, _, done in done(1) }
    #expect(await driver.run(.memory("thing")).outcome.json["failure"]?["payload"] == 9)
  }

  @Test("a body that throws after it has completed has completed twice")
  func completedAndThrew() async {
    let outcome = await outcome { done in
      done(1)
      throw Trouble.some(1)
    }
    #expect(outcome.text == #"{"completedTwice":true}"#)
  }

  @Test("a body that continues after the completion does not delay the result")
  func bodyGoesOn() async {
    var driver = Operations()
    let goingOn = Gate()
    driver.on("thing", client: { _ in 0 }) { _, _, done in
      done(1)
      await goingOn.wait()
    }
    let result = await driver.run(.memory("thing"))
    #expect(result.outcome.json.text == #"{"success":1}"#)
    #expect(result.unobserved == ["exactlyOnce"])
    goingOn.open()
  }
}
