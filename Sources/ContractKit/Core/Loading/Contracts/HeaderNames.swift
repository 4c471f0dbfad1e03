/// The names of headers that were met in one map, whose case does not count.
///
/// Few are compared one by one, which is faster than hashing them; many are hashed, lest a hundred thousand take hours.
struct HeaderNames {
  private static let few = 16

  private var all: [(name: String, range: SourceRange)] = []
  private var byName: [String: Int] = [:]
  private let isSmall: Bool

  /// - Parameter count: How many there will be at most.
  init(count: Int) { isSmall = count <= Self.few }

  /// The first that is the same name; nil where none was met.
  subscript(name: String) -> (name: String, range: SourceRange)? {
    isSmall ? all.first { $0.name.isSameName(name) } : byName[name.lowercased()].map { all[$0] }
  }

  /// Adds a name; one that was met stays as it is.
  mutating func add(_ name: String, at range: SourceRange) {
    if self[name] != nil { return }
    if !isSmall { byName[name.lowercased()] = all.count }
    all.append((name, range))
  }

  /// Adds a name in the place of the one that was met.
  mutating func replace(_ name: String, at range: SourceRange) {
    let index = isSmall ? all.firstIndex { $0.name.isSameName(name) } : byName[name.lowercased()]
    if let index { all[index] = (name, range) } else { add(name, at: range) }
  }
}
