import Testing

@testable import ContractCore
@testable import ContractProtocol
@testable import TestSupport

private let names = ["a", "b", "é", "e\u{301}", "a/b", "m~n", "", "id", "title", "done"]
private let leaves = [
  "null", "true", "false", "0", "-0.0", "1", "1.0", "1.5", "1e2", "100", #""""#, #""1""#, #""é""#, #""e\u0301""#,
  #""a""#, #""\u0061""#, #""\u00e9""#,
]

private func value(_ random: inout SeededNumbers, depth: Int) -> String {
  let kind = depth == 0 ? 0 : Int.random(in: 0..<4, using: &random)
  let count = Int.random(in: 0..<4, using: &random)
  switch kind {
  case 1: return "[" + (0..<count).map { _ in value(&random, depth: depth - 1) }.joined(separator: ",") + "]"
  case 2, 3:
    // The reader still compares names by canonical equivalence, so both forms of é never meet in one object here.
    var left = names.shuffled(using: &random)
    if let first = left.firstIndex(where: { $0 == "é" }) {
      let kept = left[first]
      left = left.filter { $0 != "é" } + [kept]
    }
    let members = left.prefix(count).map { name in
      let text = name == "a" && Bool.random(using: &random) ? #""\u0061""# : JSON.string(name).text
      return "\(text):\(value(&random, depth: depth - 1))"
    }
    return "{" + members.joined(separator: ",") + "}"
  default: return leaves.randomElement(using: &random) ?? "null"
  }
}

/// Returns a canonical text, which is equal for equal JSON. It is an independent implementation of the matcher's
/// equality.
private func canonical(_ json: JSON) -> String {
  switch json.kind {
  case .number(let number): number.double == 0 ? "0" : "\(number.double)"
  case .array(let elements): "[" + elements.map(canonical).joined(separator: ",") + "]"
  case .object(let object):
    "{"
      + object.members.map { JSON.string($0.name).text + ":" + canonical($0.value) }
      .sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }.joined(separator: ",") + "}"
  default: json.text
  }
}

private func resolve(_ pointer: String, in json: JSON) -> JSON? {
  var found: JSON? = json
  for step in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
    let name = step.replacing("~1", with: "/").replacing("~0", with: "~")
    if let elements = found?.array {
      found = Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
    } else {
      found = found?.object?.members.first { $0.name.isExactly(name) }?.value
    }
  }
  return found
}

@Suite("Patterns over many values", .exhaustive)
struct MatcherPropertyTests {
  @Test("for 20,000 pairs, the matcher and a comparison of canonical texts find the same ones equal", arguments: 0..<4)
  func agrees(seed: UInt64) throws {
    var random = SeededNumbers(state: seed)
    var equal = 0
    for _ in 0..<5000 {
      let depth = Int.random(in: 0..<3, using: &random)
      let (left, right) = (value(&random, depth: depth), value(&random, depth: depth))
      let pair = Bool.random(using: &random) ? (left, left) : (left, right)
      let actual = try JSON.read(pair.1)
      var matcher = Matcher()
      matcher.match(try Pattern.read(pair.0), actual)
      let expected = try JSON.read(pair.0)
      let isEqual = Array(canonical(expected).utf8) == Array(canonical(actual).utf8)
      // Values that were read are compared by their bytes if these are enough.
      #expect((expected == actual) == isEqual, "\(pair.0) and \(pair.1)")
      #expect((expected.unfolded == actual.unfolded) == isEqual, "\(pair.0) and \(pair.1)")
      equal += isEqual ? 1 : 0
      #expect((matcher.count == 0) == isEqual, "\(pair.0) and \(pair.1)")
      // `$literal` compares the same value as a whole, and finds the same differences at the same places.
      var whole = Matcher()
      whole.match(try Pattern.read("{\"$literal\": \(pair.0)}"), actual)
      #expect(whole.differences.map(\.pointer) == matcher.differences.map(\.pointer), "\(pair.0) and \(pair.1)")
      for difference in matcher.differences {
        guard let text = difference.actual else { continue }
        #expect(resolve(difference.pointer, in: actual).map { Excerpt.visible($0.text) } == text)
      }
    }
    #expect(equal > 1000)
  }
}
