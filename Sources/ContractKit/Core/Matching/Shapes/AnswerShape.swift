/// What JSON answers have in common: which types their values have, which members are always there, and which texts they
/// choose from.
///
/// The answers of a contract are examples. A real answer with other texts and numbers has the same shape.
package struct AnswerShape: Sendable {
  private struct Member: Sendable {
    var name: String
    var shape: AnswerShape
  }

  private var types: [String] = []
  private var count = 0
  private var isWhole = true
  /// The number of objects, and their members in the order in which they were seen.
  private var objects = 0
  private var members: [Member] = []
  private var indexes: [ExactString: Int] = [:]
  /// What all elements of arrays have in common; none if no array had an element.
  private var element: [AnswerShape] = []
  /// The texts with their numbers, as long as there are few.
  private var texts: [ExactString: Int] = [:]
  private var hasManyTexts = false

  /// The largest number of different texts that can be all there are.
  private static let textLimit = 20

  package init(_ answers: [JSON]) {
    self.init()
    DeepStack.run { for answer in answers { add(answer.unfolded) } }
  }

  private init() {}

  package var isEmpty: Bool { count == 0 }

  private mutating func add(_ value: JSON) {
    count += 1
    if !types.contains(value.typeName) { types.append(value.typeName) }
    switch value.kind {
    case .null, .bool: break
    case .number(let number): isWhole = isWhole && !number.literal.utf8.contains(UInt8(ascii: "."))
    case .string(let text): add(text: text)
    case .array(let elements):
      if element.isEmpty, !elements.isEmpty { element = [AnswerShape()] }
      for value in elements { element[0].add(value) }
    case .object(let object):
      objects += 1
      for member in object.members {
        let name = ExactString(member.name)
        if indexes[name] == nil {
          indexes[name] = members.count
          members.append(Member(name: member.name, shape: AnswerShape()))
        }
        if let index = indexes[name] { members[index].shape.add(member.value) }
      }
    }
  }

  private mutating func add(text: String) {
    if hasManyTexts { return }
    texts[ExactString(text), default: 0] += 1
    if texts.count > Self.textLimit { (hasManyTexts, texts) = (true, [:]) }
  }

  /// Whether the members are named by what they are about, as in `{"17": …, "18": …}`: by ids, or at least three objects
  /// with the same members, by names with digits or an `@`.
  private var isMap: Bool {
    if members.isEmpty { return false }
    if members.allSatisfy({ $0.name.isIdentifier }) { return true }
    let first = members[0].shape
    let isNamed = members.allSatisfy { $0.name.utf8.contains { $0.isDigit || $0 == UInt8(ascii: "@") } }
    return members.count >= 3 && isNamed && !first.members.isEmpty
      && members.allSatisfy {
        $0.shape.types == ["object"] && $0.shape.members.map(\.name) == first.members.map(\.name)
      }
  }

  /// Whether a string is one of a few names, such as the values of an enum: they are words, and most are there twice.
  private var isChoice: Bool {
    let all = texts.values.reduce(0, +)
    return all >= 3 && texts.count * 2 <= all && hasOnlyWords
  }

  /// Names of people and texts begin with a capital letter, or have more than one word.
  private var hasOnlyWords: Bool {
    if texts.isEmpty || hasManyTexts { return false }
    return texts.keys.allSatisfy(\.string.isLowerCaseWord) || texts.keys.allSatisfy(\.string.isUpperCaseWord)
  }

  // MARK: Differences

  /// Returns how an answer differs from the shape. Each place of an array is reported once for each kind of difference.
  ///
  /// - Parameter listsWords: Whether any other word counts, also at places that may have any. False by default.
  package func differences(of answer: JSON, listsWords: Bool = false) -> [AnswerDifference] {
    var found = Found(listsWords: listsWords)
    DeepStack.run { compare(answer.unfolded, "", "", &found) }
    return found.all
  }

  private struct Found {
    let listsWords: Bool
    var all: [AnswerDifference] = []
    var seen: Set<[String]> = []

    mutating func add(_ difference: AnswerDifference) {
      if seen.insert(difference.key).inserted { all.append(difference) }
    }
  }

  private func compare(_ value: JSON, _ pointer: String, _ pattern: String, _ found: inout Found) {
    // A list that is always empty, and a value that is always null, say nothing about what else may be there.
    if isEmpty || types == ["null"] { return }
    if !types.contains(value.typeName) {
      return found.add(
        .init(
          change: value.isNull ? .null : .otherType, pointer: pointer, pattern: pattern, expected: types,
          actual: value.typeName))
    }
    switch value.kind {
    case .null, .bool: break
    case .number(let number):
      if isWhole, !number.isInteger { found.add(.init(change: .fractional, pointer: pointer, pattern: pattern)) }
    case .string(let text):
      // Tags, of which there are always new ones, are elements of an array.
      let isChoice = isChoice && !pattern.hasSuffix("/*")
      if isChoice || found.listsWords, hasOnlyWords, text.isLowerCaseWord || text.isUpperCaseWord,
        texts[ExactString(text)] == nil, !isSecret(pointer)
      {
        found.add(
          .init(
            change: .unknownString, pointer: pointer, pattern: pattern, expected: texts.keys.map(\.string).sorted(),
            actual: text, isGuess: !isChoice))
      }
    case .array(let elements):
      guard let shape = element.first else { break }
      for (index, element) in elements.enumerated() {
        shape.compare(element, "\(pointer)/\(index)", "\(pattern)/*", &found)
      }
    case .object(let object): compare(object, pointer, pattern, &found)
    }
  }

  private func compare(_ object: JSON.Object, _ pointer: String, _ pattern: String, _ found: inout Found) {
    if isMap {
      for member in object.members {
        let own = indexes[ExactString(member.name)].map { members[$0] } ?? members[0]
        own.shape.compare(member.value, pointer + JSONPointer.step(member.name), pattern + "/*", &found)
      }
      return
    }
    var names: Set<ExactString> = []
    for member in object.members {
      let step = JSONPointer.step(member.name)
      names.insert(ExactString(member.name))
      if let index = indexes[ExactString(member.name)] {
        members[index].shape.compare(member.value, pointer + step, pattern + step, &found)
      } else {
        found.add(.init(change: .extraMember, pointer: pointer + step, pattern: pattern + step))
      }
    }
    for member in members where member.shape.count >= objects && !names.contains(ExactString(member.name)) {
      let step = JSONPointer.step(member.name)
      found.add(.init(change: .missing, pointer: pointer + step, pattern: pattern + step))
    }
  }

  private func isSecret(_ pointer: String) -> Bool {
    pointer.split(separator: "/").contains { Secrets.standard.isSecret(name: String($0)) }
  }
}
