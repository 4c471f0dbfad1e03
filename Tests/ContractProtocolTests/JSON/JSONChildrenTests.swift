import Testing

@testable import ContractProtocol

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

@Suite("What is inside of values that are compared")
struct JSONCounterpartsTests {
  @Test("members belong together by name, and elements by index")
  func inner() {
    let members = JSON.Counterparts(["a": 1, "b/c": 2], ["b/c": 3, "d": .null]).inner ?? []
    #expect(members.map(\.name) == ["a", "b/c", "d"])
    #expect(members.map(\.pointer) == ["/a", "/b~1c", "/d"])
    #expect(members.map(\.isComplete) == [false, true, false])
    let elements = JSON.Counterparts([1, [2]], [1, [3]], [1, [4]]).inner ?? []
    #expect(elements.map(\.isSame) == [true, false])
    #expect(elements[1].inner?.map(\.pointer) == ["/1/0"])
  }

  @Test("nothing is inside of values of other types, of scalars, and of arrays with other numbers of elements")
  func leaves() {
    #expect(JSON.Counterparts([:], []).inner == nil)
    #expect(JSON.Counterparts(1, 1).inner == nil)
    #expect(JSON.Counterparts([1], [1, 2]).inner == nil)
    #expect(JSON.Counterparts(nil, [1]).inner == nil)
  }

  @Test("a name is its Unicode scalars")
  func names() {
    let members = JSON.Counterparts(["\u{E9}": 1], ["e\u{301}": 1]).inner ?? []
    #expect(members.count == 2)
  }
}
