import Foundation
import TestSupport
import Testing

@testable import ContractKit

private struct Account: Encodable {
  var name: String
  var nick: String?
  var born: Date
  var ratio: Double
  var key: Data
}

private struct DecodableOnly: Decodable {
  enum Role: String, Decodable { case admin }
  enum State: Decodable { case idle, busy(Int) }
  var id: Int
  var note: String?
  var role: Role
  var state: State
  var link: URL
  var parts: [Part]
  var byName: [String: Part]
  struct Part: Decodable { var n: Int }
}

private class Base { let id = 1 }
private final class Derived: Base { let name = "n" }
private final class Circle { var next: Circle? }

private struct Unwritable: Encodable {
  func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(self, .init(codingPath: [], debugDescription: "no"))
  }
}

@Suite("Results as JSON")
struct ResultTests {
  private func text<Value>(_ value: Value) throws -> String { try JSON(encoding: value).text }

  @Test("an Encodable is encoded: ISO 8601 dates, infinities as strings, nil left out, Data in base64")
  func encodable() throws {
    let account = Account(
      name: "a/b", nick: nil, born: Date(timeIntervalSince1970: 0), ratio: .infinity, key: Data([1, 2]))
    #expect(
      try text(account) == #"{"born":"1970-01-01T00:00:00Z","key":"AQI=","name":"a/b","ratio":"Infinity"}"#)
    #expect(try text(Double.nan) == #""NaN""#)
    #expect(try text(-Double.infinity) == #""-Infinity""#)
    #expect(try text(9_007_199_254_740_993) == "9007199254740993")
    #expect(try text("text") == #""text""#)
    #expect(try text([1, 2]) == "[1,2]")
    #expect(try text([Data([1])]) == #"["AQ=="]"#)
  }

  @Test("no value and nil are null")
  func null() throws {
    #expect(try text(()) == "null")
    #expect(try text(Int?.none) == "null")
    #expect(try text(Int??.some(nil)) == "null")
    #expect(try text(Optional(())) == "null")
    #expect(try text(NSNull()) == "null")
  }

  @Test("a Data on its own is an object with the member base64")
  func data() throws {
    #expect(try text(Data([1, 2])) == #"{"base64":"AQI="}"#)
    #expect(try text(Optional(Data())) == #"{"base64":""}"#)
  }

  @Test("a value that is not Encodable is described by its stored properties")
  func reflection() throws {
    let value = DecodableOnly(
      id: 1, note: nil, role: .admin, state: .busy(2), link: URL(string: "http://a/b")!, parts: [.init(n: 1)],
      byName: ["b": .init(n: 2), "a": .init(n: 1)])
    #expect(
      try text(value)
        == #"{"id":1,"role":"admin","state":{"busy":2},"link":"http://a/b","parts":[{"n":1}],"byName":{"a":{"n":1},"b":{"n":2}}}"#
    )
    #expect(try text([value.parts[0], nil]) == #"[{"n":1},null]"#)
    #expect(try text(DecodableOnly.State.idle) == #""idle""#)
    #expect(try text((1, name: "n")) == #"{"_0":1,"name":"n"}"#)
    #expect(try text(Derived()) == #"{"id":1,"name":"n"}"#)
    #expect(try text(Set([3, 1, 2].map { AnyHashable($0) })) == "[1,2,3]")
  }

  @Test("a value from JSONSerialization becomes the same JSON again")
  func dictionaries() throws {
    let json = #"{"a":[1,2.5,true,null,"t"],"b":{"c":-1}}"#
    let value = try JSONSerialization.jsonObject(with: Data(json.utf8))
    let reported = try text(value)
    #expect(reported == json)
  }

  @Test("the text of an object that contains itself ends")
  func cycle() throws {
    let circle = Circle()
    circle.next = circle
    _ = try text(circle)
    circle.next = nil
  }

  @Test("a result that cannot be described completely is refused, and never becomes null or a part", .slow)
  func untellable() throws {
    #expect(throws: EncodingError.self) { try JSON(encoding: Nest.of(600)) }
    #expect(throws: EncodingError.self) { try JSON(encoding: Nest.of(504)) }
    // The deepest result that is accepted still fits into a message to the runner, and is not taken for output.
    let deepest = DriverMessage.result(.init(id: 1, outcome: .success(try JSON(encoding: Nest.of(503)))))
    guard case .message = DriverMessage.Line(deepest.json.utf8) else {
      Issue.record("too deep for a message")
      return
    }
    #expect(throws: EncodingError.self) { try JSON(encoding: Mesh.of(12)) }
  }

  @Test("a result that cannot be encoded is not the client's failure")
  func unwritable() async {
    var operations = Operations()
    operations.on("test") { _ in Unwritable() }
    let outcome = await operations.run(.memory()).outcome
    guard case .unsupported(let why?) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    expectText(why, begins: "the client's result, Unwritable, cannot be encoded: ")
    expectText(why, ends: "; return another value from the driver's operation")
  }
}

/// Nests to a given depth.
private indirect enum Nest: Encodable {
  case end
  case around(Nest)

  static func of(_ depth: Int) -> Nest { (0..<depth).reduce(.end) { nest, _ in .around(nest) } }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    if case .around(let inner) = self { try container.encode(inner) }
  }
}

/// An object that contains every other one of its kind, so that there are millions of paths between them.
private final class Mesh {
  var others: [Mesh] = []

  static func of(_ count: Int) -> Mesh {
    let all = (0..<count).map { _ in Mesh() }
    for mesh in all { mesh.others = all }
    return all[0]
  }
}
