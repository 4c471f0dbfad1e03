@testable import ContractAuthoring
@testable import ContractCore
@testable import TestSupport

/// Random edits of a value, and what the value is after them.
struct RandomEdits {
  private(set) var all: [JSONEdit] = []
  /// The value after the edits, found without any text.
  private(set) var expected: JSON = .null

  private let root: JSON
  /// The edits by the offset where their value begins.
  private var changes: [Int: [JSONEdit.Change]] = [:]

  /// - Parameters:
  ///   - canReplace: Whether values are replaced, too.
  ///   - limit: The largest number of edits.
  ///   - isPlain: Whether only short values are added that are not arrays or objects.
  init(
    _ root: JSON, _ random: inout SeededNumbers, canReplace: Bool = true, limit: Int = 6, isPlain: Bool = false
  ) {
    self.root = root
    var places: [JSON] = []
    Self.collect(root, &places)
    // A value that is replaced by way of its name may not be replaced by an edit of its own as well.
    var replaced: Set<Int> = []
    for number in 0..<Int.random(in: 1...limit, using: &random) {
      guard let place = places.randomElement(using: &random), let range = place.range else { continue }
      let value = isPlain ? JSON.number(number) : RandomText.value(&random, depth: 2)
      let members = place.object?.members ?? []
      let before = members.randomElement(using: &random)?.name
      if canReplace, Int.random(in: 0..<4, using: &random) == 0 {
        if let member = members.randomElement(using: &random), let start = member.value.range?.start,
          changes[start] == nil
        {
          replaced.insert(start)
          add(.add(member.name, value), at: range)
        } else if !replaced.contains(range.start) {
          add(.replace(value), at: range)
        }
      } else if place.isArray {
        add(.append(value), at: range)
      } else if place.isObject {
        // The same name again in a while: then the later value counts.
        let name = canReplace ? "new \(number % 4)" : "new \(number)"
        add(.add(name, value, before: Bool.random(using: &random) ? before : nil), at: range)
      }
      if replaced.contains(range.start) { break }
    }
    expected = changed(root)
  }

  /// Removes some members of one object of a value that has any.
  init(removingFrom root: JSON, _ random: inout SeededNumbers) {
    self.root = root
    var places: [JSON] = []
    Self.collect(root, &places)
    if let object = places.filter({ $0.isObject && $0.count > 0 }).randomElement(using: &random),
      let range = object.range
    {
      for member in object.object?.members ?? [] where Bool.random(using: &random) {
        add(.remove(member.name), at: range)
      }
    }
    expected = changed(root)
  }

  private mutating func add(_ change: JSONEdit.Change, at range: SourceRange) {
    all.append(JSONEdit(at: range, change))
    changes[range.start, default: []].append(change)
  }

  private static func collect(_ value: JSON, _ places: inout [JSON]) {
    places.append(value)
    for element in value.array ?? [] { collect(element, &places) }
    for member in value.object?.members ?? [] { collect(member.value, &places) }
  }

  private func changed(_ value: JSON) -> JSON {
    let here = value.range.flatMap { changes[$0.start] } ?? []
    var elements = value.array?.map(changed) ?? []
    var members = value.object?.members.map { ($0.name, changed($0.value)) } ?? []
    let names = members.map(\.0)
    var replacement: JSON?
    for change in here {
      switch change {
      case .replace(let new): replacement = new
      case .append(let new): elements.append(new)
      case .remove(let name): members.removeAll { $0.0.isExactly(name) }
      case .add(let name, let new, let before):
        if let index = members.firstIndex(where: { $0.0.isExactly(name) }) {
          members[index].1 = new
        } else {
          let isOld = before.map { before in names.contains { $0.isExactly(before) } } ?? false
          let index = isOld ? members.firstIndex { $0.0.isExactly(before ?? "") } : nil
          members.insert((name, new), at: index ?? members.count)
        }
      }
    }
    return replacement ?? (value.isArray ? .array(elements) : value.isObject ? .object(members) : value)
  }
}
