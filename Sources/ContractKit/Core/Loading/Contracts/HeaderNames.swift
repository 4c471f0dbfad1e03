/// The header names in one map. They are case-insensitive.
///
/// A few names are compared one by one, which is faster than hashing them. Many names are hashed, because comparing a
/// hundred thousand one by one would take hours.
struct HeaderNames {
  private static let few = 16

  private var all: [(name: String, range: SourceRange)] = []
  private var byName: [String: Int] = [:]
  private let isSmall: Bool

  /// - Parameter count: The largest number of names that will be added.
  init(count: Int) { isSmall = count <= Self.few }

  /// Returns the entry with the same name; nil if there is none.
  subscript(name: String) -> (name: String, range: SourceRange)? {
    isSmall ? all.first { $0.name.isSameName(name) } : byName[name.lowercased()].map { all[$0] }
  }

  /// Adds a name. If it is already there, the first one is kept.
  mutating func add(_ name: String, at range: SourceRange) {
    if self[name] != nil { return }
    if !isSmall { byName[name.lowercased()] = all.count }
    all.append((name, range))
  }

  /// Adds a name. If it is already there, the new one replaces it.
  mutating func replace(_ name: String, at range: SourceRange) {
    let index = isSmall ? all.firstIndex { $0.name.isSameName(name) } : byName[name.lowercased()]
    if let index { all[index] = (name, range) } else { add(name, at: range) }
  }
}
