import ContractCore

extension CallComparison {
  /// One value of a call: what is compared, and what is shown.
  struct Value {
    var json: JSON
    /// Nil if what is shown has another shape, so that nothing is shown.
    var shown: JSON?

    /// The method and the path of a request.
    var key: String { "\(json["method"]?.string ?? "") \(json["path"]?.string ?? "")" }

    func member(_ name: String) -> Value? { json[name].map { Value(json: $0, shown: shown?[name]) } }

    /// The members in order, each with its name and the name that is shown.
    var members: [(name: String, shownName: String, value: Value)] {
      let (own, shown) = (json.members, shown?.members)
      let isParallel = shown?.count == own.count
      return own.indices.map { index in
        let shown = isParallel ? shown?[index] : nil
        return (own[index].name, shown?.name ?? "…", Value(json: own[index].value, shown: shown?.value))
      }
    }

    var elements: [Value] {
      let (own, shown) = (json.elements, shown?.elements)
      return own.indices.map { Value(json: own[$0], shown: shown?.count == own.count ? shown?[$0] : nil) }
    }

    // MARK: Texts

    /// The value as differences have it: a text without quotes.
    var value: ReleaseDifference.Value { value(isJSON: false) }

    func value(isJSON: Bool) -> ReleaseDifference.Value {
      ReleaseDifference.Value(Self.cut(whole(isJSON: isJSON)), shown?.inOrder)
    }

    /// The whole text that is shown.
    ///
    /// - Parameter isJSON: Whether a text has quotes.
    func whole(isJSON: Bool) -> String {
      guard let shown else { return "…" }
      if !isJSON, let text = shown.string { return text.isEmpty ? "\"\"" : text }
      return shown.inOrder.text
    }

    /// How many characters of a value are shown.
    private static let limit = 120

    /// Returns the beginning of a text that is long, with a number that only this text has.
    private static func cut(_ text: String) -> String {
      if text.unicodeScalars.count <= limit { return Excerpt.beginning(of: text, limit: limit) }
      return "\(Excerpt.beginning(of: text, limit: limit)) #\(Fingerprint(of: [text]).text.prefix(8))"
    }

    // MARK: Pairs

    /// How many pairs are tried to find the nearest ones. More values are paired in the order of their texts.
    private static let tries = 900

    /// Returns which values belong together, and those that are left on both sides.
    ///
    /// - Parameter cost: Returns how different two values are; nil if they do not belong together.
    static func paired(
      _ old: [Value], _ new: [Value], _ cost: (Value, Value) -> Int?
    ) -> (pairs: [(Value, Value)], left: [Value], right: [Value]) {
      var (pairs, left) = ([(Value, Value)](), [Value]())
      var right = new
      if old.count * new.count > tries {
        // Equal values are beside each other, and the rest is paired in order.
        let (mine, other) = withoutSame(old, new)
        let count = min(mine.count, other.count)
        return (Array(zip(mine, other)), Array(mine.dropFirst(count)), Array(other.dropFirst(count)))
      }
      for one in old {
        let costs = right.map { cost(one, $0) }
        let nearest = costs.indices.filter { costs[$0] != nil }.min { (costs[$0] ?? 0) < (costs[$1] ?? 0) }
        if let nearest { pairs.append((one, right.remove(at: nearest))) } else { left.append(one) }
      }
      return (pairs, left, right)
    }

    /// Returns the values that the other list does not have, in the order of their texts.
    static func withoutSame(_ old: [Value], _ new: [Value]) -> ([Value], [Value]) {
      func sorted(_ values: [Value]) -> [(key: String, value: Value)] {
        values.map { ($0.json.inOrder.text, $0) }.sorted { $0.key < $1.key }
      }
      func rest(_ values: [(key: String, value: Value)], without others: [(key: String, value: Value)]) -> [Value] {
        var counts = Dictionary(others.map { ($0.key, 1) }, uniquingKeysWith: +)
        return values.filter { key, _ in
          counts[key, default: 0] -= 1
          return counts[key, default: 0] < 0
        }.map(\.value)
      }
      let (mine, other) = (sorted(old), sorted(new))
      return (rest(mine, without: other), rest(other, without: mine))
    }
  }

  // MARK: Values

  /// Compares two values at a place; nil is a value that is not there.
  mutating func compare(_ old: Value?, _ new: Value?, at place: ReleaseDifference.Place) {
    guard let old, let new else {
      guard let one = old ?? new else { return }
      let value = one.value(isJSON: place.part.isJSON)
      let kind = old == nil ? ReleaseDifference.Kind.added : .removed
      differences.append(
        ReleaseDifference(place: place, kind: kind, old: old == nil ? nil : value, new: new == nil ? nil : value))
      return
    }
    if old.json == new.json { return }
    if old.json.isObject, new.json.isObject {
      compareMembers(old, new) { place.inside(JSONPointer.step($0)) }
    } else if old.json.isArray, new.json.isArray {
      compareElements(old, new, at: place)
    } else {
      compareScalars(old, new, at: place)
    }
  }

  private mutating func compareElements(_ old: Value, _ new: Value, at place: ReleaseDifference.Place) {
    let (mine, other) = (old.elements, new.elements)
    let inner = place.inside("/*")
    // To compare without order, all elements are sorted.
    let isUnordered = isUnordered(place)
    let rest = isUnordered || mine.count == other.count ? Value.withoutSame(mine, other) : (mine, other)
    if rest.0.isEmpty, rest.1.isEmpty { return add(.order, old, new, at: place) }
    if isUnordered {
      let paired = Value.paired(rest.0, rest.1) { one, two in cost { $0.compare(one, two, at: inner) } }
      for (one, two) in paired.pairs { compare(one, two, at: inner) }
      for one in paired.left { compare(one, nil, at: inner) }
      for two in paired.right { compare(nil, two, at: inner) }
      return
    }
    var (start, end) = (0, 0)
    let shorter = min(mine.count, other.count)
    if mine.count != other.count {
      while start < shorter, mine[start].json == other[start].json { start += 1 }
      while end < shorter - start, mine[mine.count - 1 - end].json == other[other.count - 1 - end].json { end += 1 }
    }
    let (left, right) = (mine[start..<(mine.count - end)], other[start..<(other.count - end)])
    for (one, two) in zip(left, right) { compare(one, two, at: inner) }
    for one in left.dropFirst(right.count) { compare(one, nil, at: inner) }
    for two in right.dropFirst(left.count) { compare(nil, two, at: inner) }
  }

  /// Returns how many differences a comparison finds, which is only tried.
  func cost(_ compare: (inout CallComparison) -> Void) -> Int {
    var trial = self
    trial.differences = []
    compare(&trial)
    return trial.differences.count
  }

  private mutating func compareScalars(_ old: Value, _ new: Value, at place: ReleaseDifference.Place) {
    if old.json.typeName != new.json.typeName { return add(.type, old, new, at: place) }
    let texts = [old, new].map { $0.json.string ?? $0.json.text }
    if isSameButForTime(texts[0], texts[1]) {
      excused.append((place, .time))
    } else {
      add(.changed, old, new, at: place)
    }
  }

  private mutating func add(
    _ kind: ReleaseDifference.Kind, _ old: Value, _ new: Value, at place: ReleaseDifference.Place
  ) {
    let (one, two) = (old.value(isJSON: place.part.isJSON), new.value(isJSON: place.part.isJSON))
    // Two secrets of one length look the same.
    let other = one == two ? ReleaseDifference.Value("another secret", two.fact) : two
    differences.append(ReleaseDifference(place: place, kind: kind, old: one, new: other))
  }
}

extension JSON {
  /// The value with the members of objects in alphabetical order, so that equal values have one text.
  fileprivate var inOrder: JSON {
    if isArray { return mapChildren(\.inOrder) }
    guard isObject else { return self }
    return .object(members.sorted { $0.name < $1.name }.map { ($0.name, $0.value.inOrder) })
  }
}
