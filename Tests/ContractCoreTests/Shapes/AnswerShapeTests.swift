import Testing

@testable import ContractCore

@Suite("Answers compared with the shape of others")
struct AnswerShapeTests {
  /// Answers of a contract, a real one, and how it differs.
  struct Case: Sendable, CustomTestStringConvertible {
    var known: [JSON]
    var answer: JSON
    var texts: [String]
    var testDescription: String { "\(known.map(\.text).joined(separator: " ")) → \(answer.text)" }

    init(_ known: JSON..., to answer: JSON, _ texts: String...) {
      (self.known, self.answer, self.texts) = (known, answer, texts)
    }
  }

  private static func number(_ text: String) -> JSON { JSON.parse(text) ?? .null }

  static let cases: [Case] = [
    Case(["id": 1, "name": "a"], to: ["id": 2, "name": "b"]),
    Case(["id": 1], to: ["id": "1"], "/id is string; expected number"),
    Case(["id": 1], to: ["id": .null], "/id is null; expected number"),
    Case(["id": 1], ["id": .null], to: ["id": .null]),
    Case(["id": 1, "name": "a"], to: ["id": 2], "/name is missing"),
    // It is not in each answer of the contract.
    Case(["id": 1, "name": "a"], ["id": 1], to: ["id": 2]),
    Case(["id": 1], to: ["id": 2, "color": "red"], "/color is new"),
    Case(["name": "a"], to: ["nom": "a"], "/nom is new", "/name is missing"),
    Case(["price": 10], to: ["price": number("10.5")], "/price has a fraction; expected a whole number"),
    Case(["price": 10], ["price": number("2.5")], to: ["price": number("10.5")]),
    Case(["price": 10], to: ["price": number("1e2")]),
    Case(["price": number("52.0")], to: ["price": number("52.5")]),
    // What is always null or empty says nothing.
    Case(["next": .null, "items": []], to: ["next": "/2", "items": [1, "x"]]),
    Case([["id": 1]], to: [["id": 2], ["id": "3"], ["id": "4"]], "/*/id is string; expected number"),
    Case([["id": 1], ["id": "x"]], to: [["id": "3"]]),
    Case([["id": 1]], to: ["id": 1], "the body is object; expected array"),
    // Objects whose members are named by ids.
    Case(["17": ["n": 1], "18": ["n": 2]], to: ["99": ["n": "3"]], "/*/n is string; expected number"),
    Case(["a": ["n": 1]], to: ["b": ["n": 1]], "/b is new", "/a is missing"),
    // Few words, most of them twice.
    Case([["s": "open"], ["s": "done"], ["s": "open"], ["s": "done"]], to: [["s": "open"]]),
    Case(
      [["s": "open"], ["s": "done"], ["s": "open"], ["s": "done"]], to: [["s": "archived"]],
      #"/*/s is "archived"; expected "done" or "open""#),
    Case([["n": "Ada"], ["n": "Bob"], ["n": "Ada"], ["n": "Bob"]], to: [["n": "Eve"]]),
    // Tags, and names that are secret.
    Case([["t": ["a", "a", "b", "b"]]], to: [["t": ["c"]]]),
    Case([["password": "a"], ["password": "a"], ["password": "a"]], to: [["password": "hunter"]]),
    Case(
      ["cus_1": ["n": 1], "cus_2": ["n": 2], "cus_3": ["n": 3]], to: ["cus_9": ["n": "1"]],
      "/*/n is string; expected number"),
    Case(
      ["small": ["n": 1], "medium": ["n": 2], "large": ["n": 3]], to: ["small": ["n": 1], "medium": ["n": 2]],
      "/large is missing"),
    Case([["n": "a b"], ["n": "a b"], ["n": "a b"]], to: [["n": "c"]]),
    Case(["a/b": ["c~d": 1]], to: ["a/b": ["c~d": true]], "/a~1b/c~0d is boolean; expected number"),
  ]

  @Test("what differs is found, and nothing else", arguments: cases)
  func differences(_ one: Case) {
    #expect(AnswerShape(one.known).differences(of: one.answer).map(\.text) == one.texts)
  }

  @Test("the first place of a difference in a list is known")
  func pointer() {
    let found = AnswerShape([[["id": 1]]]).differences(of: [["id": 2], ["id": "3"]])
    #expect(found.map(\.pointer) == ["/1/id"])
    #expect(found.map(\.textOfAnswer) == ["/1/id is string; expected number"])
  }

  @Test("other words are listed where any may be, if somebody asks")
  func words() {
    let shape = AnswerShape([["state": "open", "text": "two words"]])
    let answer: JSON = ["state": "archived", "text": "other words"]
    #expect(shape.differences(of: answer).isEmpty)
    #expect(
      shape.differences(of: answer, listsWords: true).map(\.text) == [#"/state is "archived"; expected "open""#])
  }

  @Test("answers may be deep")
  func deep() {
    func nested(_ value: JSON) -> JSON { (0..<5_000).reduce(value) { inner, _ in [inner] } }
    let found = AnswerShape([nested(1)]).differences(of: nested("x"))
    #expect(found.map(\.change) == [.otherType])
    #expect(found.map(\.expected) == [["number"]] && found.map(\.actual) == ["string"])
  }
}
