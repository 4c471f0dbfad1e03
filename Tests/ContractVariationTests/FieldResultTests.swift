import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("What a client made of a changed field")
struct FieldResultTests {
  private static let body = #"{"todo": {"id": 5, "title": "milk", "tags": ["a", "b"]}}"#
  private static let base = #"{"id": 5, "title": "MILK", "tags": ["a", "b"]}"#

  private func result(
    _ outcome: String, of kind: FieldChange.Kind, at pointer: String = "/todo/id", base: String = base,
    again: String? = nil
  ) throws -> FieldResult {
    try #require(
      try FieldFixture.result(outcome, of: kind, at: pointer, in: Self.body, base: base, again: again))
  }

  @Test("the outcome of the original response is the same")
  func same() throws {
    let same = try result(Self.base, of: .extraMember, at: "")
    #expect(same.json == "same" && !same.hasArrived)
  }

  @Test("a changed value that is in the outcome has arrived, if everything else is the same")
  func arrived() throws {
    #expect(try result(#"{"id": -5, "title": "MILK", "tags": ["a", "b"]}"#, of: .negative).hasArrived)
    #expect(try result(#"{"title": "MILK", "tags": ["a", "b"]}"#, of: .missing).hasArrived)
    #expect(try result(#"{"id": 1e30, "title": "MILK", "tags": ["a", "b"]}"#, of: .huge).hasArrived)
    // The precision was lost.
    let lost = try result(#"{"id": 9007199254740992, "title": "MILK", "tags": ["a", "b"]}"#, of: .aboveDouble)
    #expect(!lost.hasArrived && lost.json == ["changed": ["/id": 9_007_199_254_740_992]])
    let other = try result(#"{"id": -5, "title": "LOST", "tags": ["a", "b"]}"#, of: .negative)
    #expect(!other.hasArrived && other.json == ["changed": ["/title": "LOST"]])
  }

  @Test("an arrived value is not the same outcome")
  func arrivedIsNotSame() throws {
    let arrived = try result(#"{"id": -5, "title": "MILK", "tags": ["a", "b"]}"#, of: .negative)
    #expect(!arrived.isDescribed(by: "same"))
  }

  @Test("many elements have arrived if each is what the client made of the first one")
  func many() throws {
    func list(_ element: String, _ count: Int) -> String {
      #"{"id": 5, "title": "MILK", "tags": [\#(Array(repeating: element, count: count).joined(separator: ","))]}"#
    }
    let base = #"{"id": 5, "title": "MILK", "tags": ["A", "B"]}"#
    #expect(try result(list(#""A""#, 10_000), of: .many, at: "/todo/tags", base: base).hasArrived)
    #expect(try !result(list(#""A""#, 9_999), of: .many, at: "/todo/tags", base: base).hasArrived)
    #expect(try !result(list(#""B""#, 10_000), of: .many, at: "/todo/tags", base: base).hasArrived)
  }

  @Test("a default value is a change at its place, and a lost member is absent")
  func changed() throws {
    #expect(
      try result(#"{"id": 0, "title": "MILK", "tags": ["a", "b"]}"#, of: .missing).json == ["changed": ["/id": 0]])
    #expect(
      try result(#"{"id": 5, "tags": ["a", "b"]}"#, of: .null, at: "/todo/title").json
        == ["changed": ["/title": ["$absent": true]]])
    #expect(try result("null", of: .null, at: "/todo").json == ["success": .null])
  }

  @Test("an entry can have the whole outcome instead")
  func whole() throws {
    let result = try result(#"{"id": 0, "title": "MILK", "tags": ["a", "b"]}"#, of: .missing)
    #expect(result.isDescribed(by: ["success": ["title": "MILK", "id": 0, "tags": ["a", "b"]]]))
    #expect(!result.isDescribed(by: ["success": ["id": 0]]))
  }

  @Test("what differs between two calls with the original response is not compared")
  func volatile() throws {
    func timed(_ time: Int, _ id: Int) -> String { #"{"at": \#(time), "id": \#(id)}"# }
    let same = try result(timed(3, 5), of: .extraMember, at: "", base: timed(1, 5), again: timed(2, 5))
    #expect(same.json == "same")
    let changed = try result(timed(3, 0), of: .missing, base: timed(1, 5), again: timed(2, 5))
    #expect(changed.json == ["changed": ["/id": 0]])
    // A value that is the same in both calls is compared.
    #expect(try result(timed(3, 5), of: .extraMember, at: "", base: timed(1, 5)).json == ["changed": ["/at": 3]])
  }

  @Test("a failure is its category, or else what describes it, without messages")
  func failure() throws {
    let decoding = #"{"failure": {"category": "decoding", "type": "E", "message": "at 7:1"}}"#
    #expect(try result(decoding, of: .null).json == "decoding")
    let own = #"{"failure": {"category": "other", "type": "E", "case": "bad", "payload": 1, "message": "m"}}"#
    #expect(
      try result(own, of: .null).json
        == ["failure": ["category": "other", "type": "E", "case": "bad", "payload": 1]])
    let late = #"{"failure": {"category": "decoding"}, "values": [1]}"#
    #expect(try result(late, of: .null).json == ["failure": "decoding", "values": [1]])
    #expect(try result(decoding, of: .null, base: decoding).json == "same")
  }

  @Test("long texts and lists are described by their length and a hash")
  func long() throws {
    func titled(_ title: String) -> String { #"{"id": 5, "title": "\#(title)", "tags": ["a", "b"]}"# }
    let text = String(repeating: "X", count: 100_000)
    let long = try result(titled(text), of: .long, at: "/todo/title")
    #expect(
      long.json == ["changed": ["/title": ["$long": "string of 100000 bytes, hash be95ac27d5904fa5"]]],
      "\(long.json.text)")
    #expect(try result(titled(text.dropLast() + "Y"), of: .long, at: "/todo/title").json != long.json)
  }

  @Test("a call without one result has no result to review")
  func noResult() throws {
    let edit = try #require(try FieldFixture.contract(Self.body).scenarios[0].edit(FieldChange(.null, at: "/todo")))
    let base = Outcome.success(1)
    #expect(FieldResult(.neverCompleted, of: .null, edit, base: base, again: base) == nil)
    #expect(FieldResult(.completedTwice, of: .null, edit, base: base, again: base) == nil)
  }
}
