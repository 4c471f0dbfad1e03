extension Pairing {
  /// Finds the elements that a pattern may match by a member that both have: `{"id": 7, "at": {"$any": true}}` needs to
  /// look at none whose `id` is not 7.
  struct ElementIndex {
    /// By how many members elements are found.
    private static let limit = 8
    /// Fewer elements are all looked at.
    private static let worthwhile = 16

    private let elements: [JSON]
    private let all: [Int]
    private var tables: [ExactString: [HashedJSON: [Int]]] = [:]

    init(_ elements: [JSON]) {
      self.elements = elements
      all = Array(elements.indices)
    }

    /// The elements that a pattern may match, in order.
    mutating func candidates(for pattern: Pattern) -> [Int] {
      if elements.count < Self.worthwhile { return all }
      var fewest = all
      for member in pattern.members {
        guard case .literal(let value) = member.pattern.kind, value.isScalar else { continue }
        let name = ExactString(member.name)
        if tables[name] == nil {
          if tables.count == Self.limit { continue }
          tables[name] = table(of: member.name)
        }
        let found = tables[name]?[HashedJSON(value)] ?? []
        if found.count < fewest.count { fewest = found }
        if fewest.count <= 1 { break }
      }
      return fewest
    }

    private func table(of name: String) -> [HashedJSON: [Int]] {
      var table: [HashedJSON: [Int]] = [:]
      for (index, element) in elements.enumerated() {
        if let value = element[name], value.isScalar { table[HashedJSON(value), default: []].append(index) }
      }
      return table
    }
  }
}

extension JSON {
  fileprivate var isScalar: Bool {
    switch kind {
    case .null, .bool, .number, .string: true
    case .array, .object: false
    }
  }
}

extension Pattern {
  /// The members of an object that the pattern asks for.
  fileprivate var members: [Member] {
    switch kind {
    case .object(let members): members
    case .partial(let inner): inner.members
    default: []
    }
  }

  /// The one value that the pattern matches; nil where it is written with matchers, or lets an object have more members.
  func value(isPartial: Bool) -> JSON? {
    switch kind {
    case .literal(let json): return json
    case .array(let patterns):
      let values = patterns.compactMap { $0.value(isPartial: isPartial) }
      return values.count == patterns.count ? .array(values) : nil
    case .object(let members):
      if isPartial { return nil }
      let values = members.compactMap { member in member.pattern.value(isPartial: false).map { (member.name, $0) } }
      return values.count == members.count ? .object(values) : nil
    default: return nil
    }
  }
}
