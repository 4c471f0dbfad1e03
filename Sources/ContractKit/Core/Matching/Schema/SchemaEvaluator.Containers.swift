// Keywords for arrays and for objects.
extension SchemaEvaluator {
  // MARK: Arrays

  mutating func matches(_ rules: ArrayRules, _ elements: [JSON], _ value: JSON, _ evaluated: Evaluated?) -> Bool {
    let count = elements.count
    var isValid = isInBounds(count, rules.minItems, rules.maxItems, of: "element", "Items")
    if !isValid, isQuiet { return false }
    let prefix = min(rules.prefix.count, count)
    for index in 0..<prefix where !matches(rules.prefix[index], elements[index], at: .index(index)) {
      if isQuiet { return false }
      isValid = false
    }
    if let items = rules.items {
      for index in prefix..<count where !matches(items.value, elements[index], at: .index(index)) {
        if isQuiet { return false }
        isValid = false
      }
      evaluated?.insertAll()
    } else if let evaluated {
      for index in 0..<prefix { evaluated.insert(index) }
    }
    if let contains = rules.contains, !matches(contains, rules, elements, evaluated) {
      if isQuiet || stop != nil { return false }
      isValid = false
    }
    if let rangeIndex = rules.unique, let (first, second) = Self.twins(in: elements) {
      fail(
        rangeIndex, expected: "unique elements (uniqueItems)",
        actual: "\(Excerpt.beginning(of: elements[first].text)) as elements \(first) and \(second)")
      if isQuiet { return false }
      isValid = false
    }
    if let unevaluated = rules.unevaluated, let evaluated {
      for index in elements.indices where !evaluated.contains(index) {
        if matches(unevaluated, elements[index], at: .index(index), "no such element (unevaluatedItems)") { continue }
        if isQuiet { return false }
        isValid = false
      }
      evaluated.insertAll()
    }
    return isValid
  }

  private mutating func matches(
    _ contains: Ranged<Int>, _ rules: ArrayRules, _ elements: [JSON], _ evaluated: Evaluated?
  ) -> Bool {
    let least = rules.minContains?.value ?? 1
    var found = 0
    for (index, element) in elements.enumerated() {
      guard probe(contains.value, element) else { continue }
      found += 1
      evaluated?.insert(index)
      // This is enough if the caller does not need the matching elements and there is no maximum.
      if evaluated == nil, found >= least, rules.maxContains == nil { return true }
    }
    if stop != nil { return false }
    if found < least {
      let keyword = rules.minContains == nil ? "contains" : "contains, minContains"
      fail(
        (rules.minContains ?? contains).rangeIndex,
        expected: "at least \(English.counted(least, "matching element")) (\(keyword))",
        actual: found == 0 ? "none of \(English.counted(elements.count, "element"))" : "\(found)")
      return false
    }
    if let most = rules.maxContains, found > most.value {
      fail(
        most.rangeIndex, expected: "at most \(English.counted(most.value, "matching element")) (contains, maxContains)",
        actual: "\(found)")
      return false
    }
    return true
  }

  /// How many elements are compared with each other. To hash so few takes longer, because most differ in what is
  /// compared first.
  private static let comparedElements = 8

  /// Returns the first two elements that are equal; nil if all differ.
  private static func twins(in elements: [JSON]) -> (Int, Int)? {
    if elements.count <= comparedElements {
      for index in elements.indices {
        if let first = elements[..<index].firstIndex(of: elements[index]) { return (first, index) }
      }
      return nil
    }
    var seen: [HashedJSON: Int] = [:]
    seen.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      if let first = seen.updateValue(index, forKey: HashedJSON(element)) { return (first, index) }
    }
    return nil
  }

  // MARK: Objects

  mutating func matches(_ rules: ObjectRules, _ object: JSON.Object, _ value: JSON, _ evaluated: Evaluated?) -> Bool {
    let count = object.members.count
    var isValid = isInBounds(count, rules.minProperties, rules.maxProperties, of: "member", "Properties")
    if !isValid, isQuiet { return false }
    var present = Presence(rules.asksForPresence ? rules.names.names.count : 0)
    var guess = 0
    for index in object.members.indices where !matches(rules, object, index, &guess, &present, evaluated) {
      if isQuiet || stop != nil { return false }
      isValid = false
    }
    if rules.additional != nil { evaluated?.insertAll() }
    if rules.asksForPresence, !matches(rules, present, value, evaluated) {
      if isQuiet { return false }
      isValid = false
    }
    if let unevaluated = rules.unevaluated, let evaluated {
      for index in object.members.indices where !evaluated.contains(index) {
        let member = object.members[index]
        if matches(unevaluated, member.value, at: .name(member.name), "no such member (unevaluatedProperties)") {
          continue
        }
        if isQuiet { return false }
        isValid = false
      }
      evaluated.insertAll()
    }
    return isValid
  }

  /// Evaluates one member by its name, its property and the patterns.
  private mutating func matches(
    _ rules: ObjectRules, _ object: JSON.Object, _ index: Int, _ guess: inout Int, _ present: inout Presence,
    _ evaluated: Evaluated?
  ) -> Bool {
    // A member is never copied as a whole. That would retain and release four references for each member and schema.
    let memberName = object.members[index].name
    var isValid = true
    var isDescribed = false
    if let name = rules.names.index(of: memberName, guess: guess) {
      guess = name + 1
      if rules.asksForPresence { present.insert(name) }
      let schema = rules.properties[name]
      if schema >= 0 {
        isDescribed = true
        if !matches(schema, object.members[index].value, at: .name(memberName)) { isValid = false }
      }
    }
    if !isValid, isQuiet { return false }
    for pattern in rules.patterns {
      guard finds(pattern.pattern, in: memberName, pattern.rangeIndex) else {
        if stop != nil { return false }
        continue
      }
      isDescribed = true
      if !matches(pattern.schema, object.members[index].value, at: .name(memberName)) { isValid = false }
    }
    if isDescribed {
      evaluated?.insert(index)
    } else if let additional = rules.additional,
      !matches(additional, object.members[index].value, at: .name(memberName), "no such member (additionalProperties)")
    {
      isValid = false
    }
    if !isValid, isQuiet { return false }
    if let names = rules.propertyNames, !probe(names.value, .string(memberName)) {
      if stop != nil { return false }
      failName(names, memberName)
      isValid = false
    }
    return isValid
  }

  /// Adds a failure for a member's name, in the words of the keyword that it violates.
  private mutating func failName(_ names: Ranged<Int>, _ name: String) {
    guard !isQuiet else {
      count += 1
      return
    }
    var inside = probe(isQuiet: false)
    _ = inside.matches(names.value, .string(name))
    addCost(of: inside)
    path.append(.name(name))
    let first = inside.failures.first
    fail(
      names.rangeIndex, expected: "a name that is \(first?.expected ?? "another one") (propertyNames)",
      actual: first?.actual ?? JSON.string(name).text)
    path.removeLast()
  }

  /// Evaluates `required`, and the keywords that depend on which members are there.
  private mutating func matches(
    _ rules: ObjectRules, _ present: Presence, _ value: JSON, _ evaluated: Evaluated?
  ) -> Bool {
    var isValid = true
    for required in rules.required where !present.contains(required.value) {
      if isQuiet { return false }
      isValid = false
      failMissing(rules.names.names[required.value], required.rangeIndex, "this member (required)")
    }
    for dependent in rules.dependentRequired where present.contains(dependent.name) {
      for other in dependent.others where !present.contains(other) {
        if isQuiet { return false }
        isValid = false
        let cause = JSON.string(rules.names.names[dependent.name]).text
        failMissing(
          rules.names.names[other], dependent.rangeIndex,
          "this member, because there is \(Excerpt.beginning(of: cause, limit: 80)) (dependentRequired)")
      }
    }
    for dependent in rules.dependentSchemas where present.contains(dependent.name) {
      if matches(dependent.schema, value, evaluated) { continue }
      if isQuiet { return false }
      isValid = false
    }
    return isValid
  }

  private mutating func failMissing(_ name: String, _ rangeIndex: Int, _ expected: String) {
    path.append(.name(name))
    fail(rangeIndex, expected: expected, actual: nil)
    path.removeLast()
  }

  // MARK: Parts of a value

  private mutating func matches(_ schema: Int, _ value: JSON, at step: Mismatch.Step) -> Bool {
    if isQuiet { return matches(schema, value) }
    path.append(step)
    defer { path.removeLast() }
    return matches(schema, value)
  }

  /// Evaluates a schema that is often `false`. If it is, the failure is reported at its keyword, with a clearer text.
  private mutating func matches(
    _ schema: Ranged<Int>, _ value: JSON, at step: Mismatch.Step, _ nothing: String
  ) -> Bool {
    guard program.nodes[schema.value].isFalse else { return matches(schema.value, value, at: step) }
    if !isQuiet { path.append(step) }
    fail(schema.rangeIndex, nothing, value)
    if !isQuiet { path.removeLast() }
    return false
  }

  /// Evaluates the keywords `min…` and `max…` for the number of parts.
  private mutating func isInBounds(
    _ count: Int, _ least: Ranged<Int>?, _ most: Ranged<Int>?, of part: String, _ keyword: String
  ) -> Bool {
    let before = self.count
    if let least, count < least.value {
      fail(
        least.rangeIndex, expected: "at least \(English.counted(least.value, part)) (min\(keyword))",
        actual: English.counted(count, part))
    }
    if let most, count > most.value {
      fail(
        most.rangeIndex, expected: "at most \(English.counted(most.value, part)) (max\(keyword))",
        actual: English.counted(count, part))
    }
    return self.count == before
  }
}

/// The names of a table that an object has.
private struct Presence {
  private var first: UInt64 = 0
  private var others: [UInt64]

  init(_ count: Int) { others = count > 64 ? Array(repeating: 0, count: (count - 1) / 64) : [] }

  mutating func insert(_ index: Int) {
    if index < 64 { first |= 1 << UInt64(index) } else { others[index / 64 - 1] |= 1 << UInt64(index % 64) }
  }

  func contains(_ index: Int) -> Bool {
    index < 64 ? first & 1 << UInt64(index) != 0 : others[index / 64 - 1] & 1 << UInt64(index % 64) != 0
  }
}
