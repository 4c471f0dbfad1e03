import Testing

@testable import ContractCore
@testable import TestSupport

/// A generator of random JSON values, and of values that differ from them slightly.
private struct Values {
  var random: SeededNumbers

  mutating func value(depth: Int) -> JSON {
    let count = Int.random(in: 0..<5, using: &random)
    switch depth == 0 ? 0 : Int.random(in: 0..<4, using: &random) {
    case 1, 2: return .array((0..<count).map { _ in value(depth: depth - 1) })
    case 3:
      let names = ["a", "b", "a/b", "m~n", "0", "id"].shuffled(using: &random).prefix(count)
      return .object(names.map { ($0, value(depth: depth - 1)) })
    default: return leaf()
    }
  }

  mutating func leaf() -> JSON {
    let leaves: [JSON] = [.null, true, false, 0, 1, 2, 3, "a", "b", "é", "1", "two\nlines", [], [:]]
    return leaves.randomElement(using: &random) ?? .null
  }

  /// Returns the value after a few changes. Elements are inserted, removed, moved or changed; members too.
  mutating func changed(_ json: JSON) -> JSON {
    switch json.kind {
    case .array(var elements):
      for _ in 0..<Int.random(in: 0..<3, using: &random) {
        let at = elements.isEmpty ? 0 : Int.random(in: 0..<elements.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: elements.insert(value(depth: 1), at: at)
        case 1 where !elements.isEmpty: elements.remove(at: at)
        case 2 where !elements.isEmpty:
          let element = elements.remove(at: at)
          elements.insert(element, at: Int.random(in: 0...elements.count, using: &random))
        case 3 where !elements.isEmpty: elements[at] = changed(elements[at])
        default: break
        }
      }
      return .array(elements)
    case .object(var object):
      for index in object.members.indices where Int.random(in: 0..<3, using: &random) == 0 {
        object.members[index].value = changed(object.members[index].value)
      }
      if !object.members.isEmpty, Bool.random(using: &random) { object.members.removeLast() }
      if Bool.random(using: &random) { object.members.append(.init(name: "new", value: value(depth: 1))) }
      return JSON(.object(object))
    default: return Bool.random(using: &random) ? leaf() : json
    }
  }
}

/// The expected value, rebuilt from the actual one and the differences.
private struct Rebuilding {
  let differences: [Mismatch.Difference]

  func value(_ actual: JSON, at pointer: String = "") -> JSON? {
    if let own = differences.first(where: {
      $0.pointer.isExactly(pointer) && ($0.kind == .changed || $0.kind == .wrongType)
    }) {
      return JSON.parse(own.expected)
    }
    switch actual.kind {
    case .array(let elements): return array(elements, at: pointer)
    case .object(let object): return self.object(object, at: pointer)
    default: return actual
    }
  }

  private func array(_ elements: [JSON], at pointer: String) -> JSON? {
    var placed: [Int: JSON] = [:]
    var stays: [JSON] = []
    for missing in differences where missing.kind == .missing {
      if let index = step(missing.pointer, below: pointer).flatMap({ Int($0) }) {
        placed[index] = JSON.parse(missing.expected)
      }
    }
    for (index, element) in elements.enumerated() {
      let own = "\(pointer)/\(index)"
      if let moved = differences.first(where: { $0.kind == .moved && $0.pointer.isExactly(own) }) {
        guard let target = moved.expectedPointer.flatMap({ step($0, below: pointer) }).flatMap({ Int($0) }) else {
          return nil
        }
        placed[target] = element
      } else if !isUnexpected(own) {
        guard let element = value(element, at: own) else { return nil }
        stays.append(element)
      }
    }
    var all: [JSON] = []
    var rest = stays[...]
    for index in 0..<(placed.count + stays.count) {
      guard let element = placed[index] ?? rest.popFirst() else { return nil }
      all.append(element)
    }
    return .array(all)
  }

  private func object(_ object: JSON.Object, at pointer: String) -> JSON? {
    var members: [(String, JSON)] = []
    for member in object.members where !isUnexpected(pointer + JSONPointer.step(member.name)) {
      guard let value = value(member.value, at: pointer + JSONPointer.step(member.name)) else { return nil }
      members.append((member.name, value))
    }
    for missing in differences where missing.kind == .missing {
      guard let name = step(missing.pointer, below: pointer), let value = JSON.parse(missing.expected) else { continue }
      members.append((name.replacing("~1", with: "/").replacing("~0", with: "~"), value))
    }
    return .object(members)
  }

  private func isUnexpected(_ pointer: String) -> Bool {
    differences.contains { $0.kind == .unexpected && $0.pointer.isExactly(pointer) }
  }

  /// Returns the single step that leads from one value to another. Nil if the other is not directly below it.
  private func step(_ pointer: String, below parent: String) -> String? {
    guard pointer.hasPrefix(parent + "/") else { return nil }
    let rest = pointer.dropFirst(parent.count + 1)
    return rest.contains("/") ? nil : String(rest)
  }
}

@Suite("Differences between many random values")
struct DifferencePropertyTests {
  private func matcher(_ expected: JSON, _ actual: JSON, aligns: Bool = true) throws -> Matcher {
    var matcher = Matcher()
    matcher.arrays.aligns = aligns
    matcher.match(try Pattern.read("{\"$literal\": \(expected.text)}"), actual)
    return matcher
  }

  @Test(
    "the actual value and the differences rebuild the expected value, with at most as many as without alignment", .slow,
    arguments: 0..<4)
  func rebuilds(seed: UInt64) throws {
    var values = Values(random: SeededNumbers(state: seed))
    var kinds: [Mismatch.Difference.Kind: Int] = [:]
    var rebuilt = 0
    var better = 0
    for _ in 0..<1500 {
      let expected = values.value(depth: 3)
      let actual = Int.random(in: 0..<5, using: &values.random) == 0 ? values.value(depth: 3) : values.changed(expected)
      let matcher = try matcher(expected, actual)
      #expect((matcher.count == 0) == (expected == actual), "\(expected.text) and \(actual.text)")
      let byPlace = try self.matcher(expected, actual, aligns: false).count
      #expect(matcher.count <= byPlace, "\(expected.text) and \(actual.text)")
      better += matcher.count < byPlace ? 1 : 0
      for difference in matcher.differences { kinds[difference.kind, default: 0] += 1 }
      let isCut = matcher.differences.contains { $0.expected.utf8.count >= 200 }
      if matcher.count > matcher.differences.count || isCut { continue }
      rebuilt += 1
      let made = Rebuilding(differences: matcher.differences).value(actual)
      #expect(
        made == expected,
        "\(expected.text) of \(actual.text) by \(matcher.differences.map { "\($0.kind) \($0.pointer)" })")
    }
    #expect(Set(kinds.keys) == Set(Mismatch.Difference.Kind.allCases))
    #expect(rebuilt > 1200)
    #expect(better > 100)
  }

  @Test("differences without alignment also rebuild the expected value", arguments: 4..<6)
  func byPlace(seed: UInt64) throws {
    var values = Values(random: SeededNumbers(state: seed))
    for _ in 0..<500 {
      let expected = values.value(depth: 3)
      let actual = values.changed(expected)
      let matcher = try matcher(expected, actual, aligns: false)
      if matcher.differences.contains(where: { $0.expected.utf8.count >= 200 }) { continue }
      #expect(Rebuilding(differences: matcher.differences).value(actual) == expected)
    }
  }

  @Test("an alignment has the length of the longest common subsequence if few elements differ or all are unique")
  func longest() {
    var random = SeededNumbers(state: 6)
    for round in 0..<400 {
      let kinds = [2, 5, 100][round % 3]
      func sequence() -> [Int] {
        let all = (0..<Int.random(in: 0..<40, using: &random)).map { _ in Int.random(in: 0..<kinds, using: &random) }
        return kinds == 100 ? Array(Set(all)).sorted { $0 * 37 % 101 < $1 * 37 % 101 } : all
      }
      let (a, b) = (sequence(), round % 2 == 0 ? sequence() : sequence().shuffled(using: &random))
      let pairs = SequenceAlignment.pairs(a, b)
      #expect(pairs.allSatisfy { a[$0.0] == b[$0.1] })
      #expect(zip(pairs, pairs.dropFirst()).allSatisfy { $0.0.0 < $0.1.0 && $0.0.1 < $0.1.1 })
      var lengths = [[Int]](repeating: [Int](repeating: 0, count: b.count + 1), count: a.count + 1)
      for i in a.indices {
        for j in b.indices {
          lengths[i + 1][j + 1] = a[i] == b[j] ? lengths[i][j] + 1 : max(lengths[i][j + 1], lengths[i + 1][j])
        }
      }
      #expect(pairs.count == lengths[a.count][b.count], "\(a) and \(b)")
      let asked = SequenceAlignment.pairs(a.count, b.count, limit: .max) { a[$0] == b[$1] }
      #expect(asked?.count == pairs.count)
    }
  }

  @Test("if too much differs for the exact answer, there is still an alignment in order")
  func many() {
    var random = SeededNumbers(state: 7)
    let (a, b) = (
      (0..<5000).map { _ in Int.random(in: 0..<9, using: &random) },
      (0..<5000).map { _ in Int.random(in: 0..<9, using: &random) }
    )
    let pairs = SequenceAlignment.pairs(a, b)
    #expect(pairs.count > 500)
    #expect(pairs.allSatisfy { a[$0.0] == b[$0.1] })
    #expect(zip(pairs, pairs.dropFirst()).allSatisfy { $0.0.0 < $0.1.0 && $0.0.1 < $0.1.1 })
    #expect(SequenceAlignment.pairs(5000, 5000, limit: 20_000) { a[$0] == b[$1] } == nil)
  }
}
