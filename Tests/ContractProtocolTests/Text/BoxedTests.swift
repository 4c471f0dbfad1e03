import Testing

@testable import ContractProtocol

@Suite("Values in objects")
struct BoxedTests {
  private struct Value {
    var name = "a"
    @Rare var note: String? = nil
  }

  @Test("a change of one copy does not change another one")
  func copies() {
    let first = Boxed("a")
    var second = first
    second.value += "b"
    #expect(first.value == "a" && second.value == "ab")
    var noted = Value(note: "n")
    let before = noted
    noted.note? += "o"
    #expect(before.note == "n" && noted.note == "no")
    noted.note = nil
    #expect(before.note == "n" && noted.note == nil)
  }

  @Test("what few values have takes the room of a reference")
  func size() { #expect(MemoryLayout<Rare<[String]>>.size == 8 && MemoryLayout<Value>.size == 24) }
}
