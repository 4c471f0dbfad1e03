/// Names that are all different: the second `a` becomes `a 2`.
package struct NumberedNames {
  /// Whether `a` and `A` are the same name.
  private let ignoresCase: Bool
  private var taken: Set<String> = []
  /// The last number that was added to each name.
  private var counts: [String: Int] = [:]

  package init(ignoresCase: Bool = false) { self.ignoresCase = ignoresCase }

  /// Takes a name, so that it is not given. Returns whether it was free.
  @discardableResult
  package mutating func reserve(_ name: String) -> Bool {
    taken.insert(ignoresCase ? name.lowercased() : name).inserted
  }

  /// Returns a name, with a number if it was given before.
  ///
  /// - Parameter numbered: Returns the name with a number.
  package mutating func unique(_ name: String, numbered: (Int) -> String) -> String {
    if reserve(name) { return name }
    var count = counts[name] ?? 1
    var unique: String
    repeat {
      count += 1
      unique = numbered(count)
    } while !reserve(unique)
    counts[name] = count
    return unique
  }
}
