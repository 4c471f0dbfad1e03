import Testing

@testable import ContractCore

@Suite("What is inside of a JSON value")
struct JSONChildrenTests {
  private let value: JSON = ["a": [1, "b"], "c": ["d": .null, "e": "f"], "g": true]

  @Test("the children of an array have indexes, those of an object names, and other values have none")
  func children() {
    #expect(value.children.map(\.name) == ["a", "c", "g"])
    #expect(value["a"]?.children.map(\.name) == ["0", "1"])
    #expect(value["a"]?.children.map(\.value) == [1, "b"])
    for leaf in [.null, true, 1, "a"] as [JSON] {
      #expect(leaf.children.isEmpty && leaf.members.isEmpty && leaf.elements.isEmpty && leaf.isScalar)
    }
    #expect(!value.isScalar)
  }

  @Test("only the children change, or only the strings at any depth")
  func mapped() {
    #expect(value.mapChildren { $0.isArray ? [] : $0 } == ["a": [], "c": ["d": .null, "e": "f"], "g": true])
    #expect(value.mapStrings { .string($0 + "!") } == ["a": [1, "b!"], "c": ["d": .null, "e": "f!"], "g": true])
    #expect(JSON("a").mapChildren { _ in 1 } == "a")
    #expect(JSON.array([1, 2]).mapChildren { [$0] } == [[1], [2]])
    #expect(value.mapChildren { $0 }.members.map(\.name) == ["a", "c", "g"])
  }

  @Test("one value stays a value, and any other number becomes an array")
  func arrays() {
    #expect(JSON.arrayUnlessOne([]) == [])
    #expect(JSON.arrayUnlessOne([1]) == 1)
    #expect(JSON.arrayUnlessOne([1, 2]) == [1, 2])
  }

  @Test("groups and their elements keep the order in which they occur")
  func groups() {
    let groups = ["b1", "a1", "b2", "c1", "a2"].grouped { $0.prefix(1) }
    #expect(groups.map(\.key) == ["b", "a", "c"])
    #expect(groups.map(\.elements) == [["b1", "b2"], ["a1", "a2"], ["c1"]])
    #expect([3, 1, 3, 2, 1].uniqued() == [3, 1, 2])
  }
}
