import ContractCore

/// Names that are all different: the second `a` becomes `a 2`.
struct NumberedNames {
  private var taken: Set<String> = []
  /// The last number that was added to each name.
  private var counts: [String: Int] = [:]

  /// Takes a name, so that it is not given.
  mutating func take(_ name: String) { taken.insert(name) }

  /// Returns a name, with a number if it was given before.
  ///
  /// - Parameter separator: What stands between the name and the number.
  mutating func unique(_ name: String, separator: String) -> String {
    if taken.insert(name).inserted { return name }
    var count = counts[name] ?? 1
    var unique: String
    repeat {
      count += 1
      unique = "\(name)\(separator)\(count)"
    } while !taken.insert(unique).inserted
    counts[name] = count
    return unique
  }
}
