/// The values of an input that `verify` replaces by others, so that the requests that they lead to change too.
///
/// What follows from values that both inputs have stays as described, with the new values. What is new may add to it, and
/// what follows from values that are gone may be missing. A value of the request can be the same as one of the input by
/// chance. Then the old one stays right beside the new one.
struct ChangedValues {
  struct Change {
    var name: String
    var old: JSON
    var new: JSON

    /// Whether nobody knows how a client writes the new value, because it has no value of that kind to write yet.
    var isOtherKind: Bool { old.isNull || new.isNull || (old.bool == nil) != (new.bool == nil) }
  }

  /// The elements of a list whose number changed, or what one member of these elements has.
  struct List {
    var old: [JSON]
    var new: [JSON]
  }

  /// The scalars in place of others.
  private(set) var all: [Change] = []
  private(set) var lists: [List] = []
  /// Whether there is something new: a member, an element, or a value in place of null.
  private(set) var hasMore = false
  /// The values of the old input that the new one has nothing in place of, and those that it has others of another form
  /// in place of.
  private var (gone, replaced): ([JSON], [JSON]) = ([], [])
  private var same: [JSON] = []
  /// These, and the values of the old input that the new one has others in place of.
  private var kept: [JSON] { same + all.filter { !$0.new.isNull }.map(\.old) }
  /// The texts that the request has at more than one place.
  private var repeated: Set<String> = []
  /// The name of the item, header, field or member whose value is replaced; nil if it has none.
  private var name: String?

  init(from old: JSON, to new: JSON) { compare(old, new, "value") }

  var isEmpty: Bool { all.isEmpty && hasSameForm }

  /// Whether the new input has the same members and numbers of elements.
  var hasSameForm: Bool { lists.isEmpty && !hasMore && gone.isEmpty && replaced.isEmpty }

  func with(texts: [String]) -> Self {
    copy(of: self) { $0.repeated = Set(Dictionary(grouping: texts) { $0 }.filter { $0.value.count > 1 }.keys) }
  }

  func with(name: String) -> Self { copy(of: self) { $0.name = name } }

  private mutating func compare(_ old: JSON, _ new: JSON, _ name: String) {
    if old == new {
      same += old.parts
    } else if old.isScalar, new.isScalar {
      all.append(Change(name: name, old: old, new: new))
      if old.isNull { hasMore = true }
      if new.isNull { gone.append(old) }
    } else if old.isArray, new.isArray {
      compare(old.elements, new.elements, name)
    } else if old.isObject, new.isObject {
      for member in JSON.Counterparts(old, new).inner ?? [] {
        switch (member.values[0], member.values[1]) {
        case (let value?, let other?): compare(value, other, member.name)
        case (let value?, nil): gone += value.parts
        case (nil, _): hasMore = true
        }
      }
    } else if new.isNull {
      gone += old.parts
    } else {
      replaced += old.parts
      hasMore = true
    }
  }

  private mutating func compare(_ old: [JSON], _ new: [JSON], _ name: String) {
    for (one, other) in zip(old, new) { compare(one, other, name) }
    if old.count == new.count { return }
    gone += old.dropFirst(new.count).flatMap(\.parts)
    if new.isEmpty { gone += List(old: old, new: new).joined.map { .string($0.text) } }
    if new.count > old.count { hasMore = true }
    addList(old, new)
  }

  private mutating func addList(_ old: [JSON], _ new: [JSON]) {
    lists.append(List(old: old, new: new))
    for name in old.flatMap(\.members).map(\.name).uniqued() {
      addList(old.compactMap { $0[name] }, new.compactMap { $0[name] })
    }
  }

  // MARK: Values

  /// Returns what is expected in place of a value that is gone; nil for any other.
  ///
  /// - Parameter isOfElement: Whether its name says that an element of a list has it. Otherwise, it can be the same as
  ///   another value by chance.
  private func missing(_ value: JSON, isOfElement: Bool = false, at range: SourceRange) -> Pattern? {
    func has(_ values: [JSON]) -> Bool { values.contains { $0.isSameText(value) } }
    guard isOfElement || value.isTelling && !has(kept) else { return nil }
    if has(replaced) { return .anythingOrNothing(at: range) }
    if !has(gone) { return nil }
    return Pattern(.optional(.either([value, .null, ""], at: range)), at: range)
  }

  /// Returns the same for a larger text, which has such a value.
  private func missing(in text: String, at range: SourceRange) -> Pattern? {
    let isGone =
      !isKept(text)
      && (gone + replaced).contains { value in
        text.has(value.plainText) && missing(value, at: range) != nil
      }
    return isGone ? .anythingOrNothing(at: range) : nil
  }

  /// Returns whether a text is a value that both inputs have, or that has another one in its place.
  func isKept(_ text: String) -> Bool { kept.contains { $0.plainText.isExactly(text) } }

  // MARK: Patterns

  /// Returns the values of a name, which may come as often as a list has elements.
  func applied(to named: RequestShape.Named) -> RequestShape.Named {
    if case .list = named.notation { return named.replacing(with(name: named.name).replacement).withTexts }
    // A name such as `lines[1][id]`.
    let isOfElement = named.name.contains(where: \.isNumber)
    let values = named.patterns.compactMap(\.plain)
    if values.isEmpty || values.count < named.patterns.count {
      return named.replacing(with(name: named.name).replacement)
    }
    let own = lists.filter { !$0.new.isEmpty && values.allSatisfy($0.has) }
    var changed = named
    changed.isRepeated = true
    let gone = values.compactMap { missing($0, isOfElement: isOfElement, at: named.range) }
    if gone.count == values.count {
      changed.patterns = [gone.count == 1 ? gone[0] : .anythingOrNothing(at: named.range)]
    } else if !own.isEmpty {
      changed.patterns = [element(named.patterns, of: own, at: named.range)]
    } else {
      return named.replacing(with(name: named.name).replacement)
    }
    return changed
  }

  /// Returns what is expected in place of a pattern; nil if that depends on the patterns inside.
  func replacement(_ pattern: Pattern) -> Pattern? {
    if let text = ofLists(pattern) { return text }
    if let value = pattern.plain,
      let missing = missing(value, at: pattern.range) ?? value.string.flatMap({ missing(in: $0, at: pattern.range) })
    {
      return missing
    }
    switch pattern.kind {
    case .object(let members):
      let changed = members.map { member in
        copy(of: member) { $0.pattern = member.pattern.replacing(with(name: member.name).replacement) }
      }
      return Pattern(.object(changed), at: pattern.range)
    case .array(let elements), .unordered(let elements): return array(elements, at: pattern.range)
    default: return scalar(pattern)
    }
  }

  /// The same for a value that must be there, as in a path.
  func present(_ pattern: Pattern) -> Pattern? { ofLists(pattern) ?? scalar(pattern) }

  /// Returns what is expected in place of a value that the new input has another one for; nil for any other.
  private func scalar(_ pattern: Pattern) -> Pattern? {
    guard case .literal(let value) = pattern.kind else { return nil }
    let changes = all.filter { $0.old == value }
    if !changes.isEmpty {
      if changes.contains(where: \.isOtherKind) { return Pattern(.any, at: pattern.range) }
      let meant = meant(changes, by: value.plainText)
      return .either(
        meant.changes.map(\.new) + (meant.isCertain ? [] : [value]), as: pattern.valueType, at: pattern.range)
    }
    guard let text = value.string else { return nil }
    let change =
      all.first { $0.old.plainText.isExactly(text) }
      // A part of a longer text, such as `Bearer …`.
      ?? all.first { $0.old.plainText.utf8.count >= 3 && text.contains($0.old.plainText) }
    return change.map { literal(text, $0, as: pattern.valueType, at: pattern.range) }
  }

  /// Returns the pattern of a text that is an old value, or has one in it.
  func literal(
    _ text: String, _ change: Change, as valueType: ValueType? = nil, at range: SourceRange
  ) -> Pattern {
    if change.isOtherKind { return Pattern(.any, at: range) }
    // Two members can have had the same value.
    let meant = meant(all.filter { $0.old.plainText.isExactly(change.old.plainText) }, by: text)
    let texts = meant.changes.map { text.replacing(change.old.plainText, with: $0.new.plainText) }
    return .either((texts + (meant.isCertain ? [] : [text])).map { .string($0) }, as: valueType, at: range)
  }

  /// Returns which of some changes of one value a text follows from, and whether it is certain that it does: the new input
  /// does not have the value elsewhere, and the text has the name of the member, or is at one place of the request. A word
  /// in a path can be that of an endpoint.
  private func meant(_ changes: [Change], by text: String) -> (changes: [Change], isCertain: Bool) {
    let named = changes.filter { change in name.map { $0.plainName == change.name.plainName } == true }
    let isValue = changes[0].old.plainText.isExactly(text) && !same.contains { $0.plainText.isExactly(text) }
    let isOnly = !repeated.contains(text) && (name != nil || text.isIdentifier)
    return (named.isEmpty ? changes : named, isValue && (isOnly || !named.isEmpty))
  }

  /// Returns whether a header of credentials may have any value: a new one may be in it in another form, such as a
  /// signature. One that has only a value which both inputs have stays.
  func isFree(_ named: RequestShape.Named) -> Bool {
    guard let text = named.patterns.first?.soleText, named.patterns.count == 1 else { return true }
    let changed = all.map(\.old) + gone + replaced + lists.flatMap(\.old)
    func has(_ values: [JSON]) -> Bool {
      values.contains { $0.isScalar && $0.isTelling && $0.plainText.utf8.count > 2 && text.contains($0.plainText) }
    }
    return has(changed) || !has(same)
  }

  // MARK: Lists

  /// Returns the pattern of a text that has all elements of a list; nil for any other.
  private func ofLists(_ pattern: Pattern) -> Pattern? {
    guard case .literal(let value) = pattern.kind else { return nil }
    let lists = lists.filter { !$0.new.isEmpty }
    let single = lists.filter { $0.old.count == 1 && $0.has(value) }
    if !single.isEmpty { return element([pattern], of: single, at: pattern.range) }
    let joined = lists.compactMap { list in value.string.flatMap { list.joined($0, at: pattern.range) } }
    return joined.isEmpty ? nil : Pattern(.anyOf(joined + [scalar(pattern)].compactMap(\.self)), at: pattern.range)
  }

  /// Returns the pattern of each element of some lists, which can have had the same value.
  private func element(_ described: [Pattern], of lists: [List], at range: SourceRange) -> Pattern {
    Pattern(.anyOf(described.map { scalar($0) ?? $0 } + lists.map { $0.element(at: range) }), at: range)
  }

  /// Returns the pattern of an array that has elements of a list, in any number; nil if it has none of them.
  private func array(_ elements: [Pattern], at range: SourceRange) -> Pattern? {
    let lists = lists(in: elements)
    if lists.isEmpty { return nil }
    // What follows from the place of an element, such as its number, is not known.
    let isPlain = elements.allSatisfy { if case .literal = $0.kind { true } else { false } }
    let each = Pattern(.each(isPlain ? element(elements, of: lists, at: range) : Pattern(.any, at: range)), at: range)
    let any = Pattern(.anyOf([Pattern(.array([]), at: range), each]), at: range)
    if elements.isEmpty { return any }
    return lists.contains(where: \.new.isEmpty) ? Pattern(.optional(any), at: range) : each
  }

  func lists(in elements: [Pattern]) -> [List] {
    func has(_ list: List, _ pattern: Pattern) -> Bool {
      if let value = pattern.plain, list.has(value) { return true }
      if case .object(let members) = pattern.kind { return members.contains { has(list, $0.pattern) } }
      if case .partial(let inner) = pattern.kind { return has(list, inner) }
      return false
    }
    return lists.filter { list in elements.isEmpty ? list.old.isEmpty : elements.contains { has(list, $0) } }
  }
}

extension ChangedValues.List {
  /// What can stand between elements in a text.
  private static let separators = [", ", ",", "; ", ";", "|", " ", "\n"]

  /// Returns whether an element is a value, or is written like it.
  func has(_ value: JSON) -> Bool { value.isTelling && old.contains { $0.isSameText(value) } }

  /// The old and the new elements as texts; nil if nobody knows how a client writes one of them.
  private var texts: [String]? {
    let all = old + new
    return all.allSatisfy { $0.isTelling && $0.isScalar } ? all.map(\.plainText) : nil
  }

  /// The old elements in one text, with what is between them.
  var joined: [(text: String, separator: String)] {
    let texts = old.filter(\.isTelling).map(\.plainText)
    return old.count > 1 && texts.count == old.count
      ? Self.separators.map { (texts.joined(separator: $0), $0) } : []
  }

  /// Returns the pattern of one element, and of a text with any number of them if the contract has only one.
  func element(at range: SourceRange) -> Pattern {
    guard let texts else { return Pattern(.any, at: range) }
    let literals = (new + texts.map { .string($0) }).map { Pattern(.literal($0), at: range) }
    let many = old.count > 1 ? [] : [pattern(before: "", Self.separators, after: "", at: range)]
    return Pattern(.anyOf(literals + many), at: range)
  }

  /// Returns the pattern of a text with any number of elements where it has those of the list; nil if it does not have
  /// them.
  func joined(_ text: String, at range: SourceRange) -> Pattern? {
    for (all, separator) in joined {
      guard text.isExactly(all) || text.has(all), let place = text.firstRange(of: all) else { continue }
      func marks(_ text: String) -> String { text.filter { $0 != " " } }
      let separators = Self.separators.filter { marks($0) == marks(separator) }
      return pattern(before: text[..<place.lowerBound], separators, after: text[place.upperBound...], at: range)
    }
    // Nobody knows how a client composes it.
    return !joined.isEmpty && old.allSatisfy { text.has($0.plainText) } ? Pattern(.any, at: range) : nil
  }

  private func pattern(
    before: some StringProtocol, _ separators: [String], after: some StringProtocol, at range: SourceRange
  ) -> Pattern {
    func either(_ texts: [String]) -> String { "(?:\(texts.map(\.expression).joined(separator: "|")))" }
    guard let one = texts.map(either),
      let regex = try? Pattern.Regex(
        "^\(String(before).expression)\(one)(?:\(either(separators))\(one))*\(String(after).expression)$")
    else { return Pattern(.any, at: range) }
    return Pattern(.regex(regex), at: range)
  }
}

extension Pattern {
  fileprivate static func either(_ values: [JSON], as valueType: ValueType? = nil, at range: SourceRange) -> Pattern {
    // In JSON, a number or a boolean has no other form.
    let all = values.map { Pattern(.literal($0), as: $0.string == nil ? nil : valueType, at: range) }
    return all.count == 1 ? all[0] : Pattern(.anyOf(all), at: range)
  }

  fileprivate static func anythingOrNothing(at range: SourceRange) -> Pattern {
    Pattern(.optional(Pattern(.any, at: range)), at: range)
  }
}

extension JSON {
  fileprivate var parts: [JSON] { [self] + children.flatMap(\.value.parts) }

  /// Whether another value is the same by chance only rarely.
  fileprivate var isTelling: Bool { !isNull && bool == nil && string != "" && (isScalar || !children.isEmpty) }

  /// Returns whether a value is the same, or has the same text.
  fileprivate func isSameText(_ value: JSON) -> Bool {
    self == value || isScalar && value.isScalar && plainText.isExactly(value.plainText)
  }
}
