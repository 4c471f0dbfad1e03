import Testing

@testable import ContractProtocol

@Suite("Sequences without repetitions, in groups and in stretches")
struct SequenceTests {
  @Test("of elements with the same key, the first one stays")
  func uniqued() {
    #expect(["b", "a", "b", "c", "a"].uniqued() == ["b", "a", "c"])
    #expect(["one", "two", "three"].uniqued(on: \.count) == ["one", "three"])
    #expect([Int]().uniqued() == [])
  }

  @Test("groups are in the order of their first elements, and keep the order of their elements")
  func grouped() {
    let groups = ["one", "three", "two", "seven", "four"].grouped(by: \.count)
    #expect(groups.map(\.key) == [3, 5, 4])
    #expect(groups.map(\.elements) == [["one", "two"], ["three", "seven"], ["four"]])
  }

  @Test("a stretch ends where the next element differs from its first one")
  func chunked() {
    let same: [[Int]] = [1, 1, 2, 1, 3, 3].chunked(by: ==).map { Array($0) }
    #expect(same == [[1, 1], [2], [1], [3, 3]])
    let near: [[Int]] = [1, 2, 3, 5].chunked { $1 - $0 < 2 }.map { Array($0) }
    #expect(near == [[1, 2], [3], [5]])
    #expect([Int]().chunked(by: ==).isEmpty)
  }

  @Test("a value has one number, and the numbers count the values")
  func numbering() {
    var numbering = Numbering<String>()
    #expect(["b", "a", "b", "c"].map { numbering.number(of: $0) } == [0, 1, 0, 2])
    #expect(numbering.all == ["b", "a", "c"])
  }
}
