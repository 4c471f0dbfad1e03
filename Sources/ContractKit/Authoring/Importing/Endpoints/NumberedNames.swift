import ContractCore

/// Names that are all different: the second `a` becomes `a 2`.
struct NumberedNames {
  /// Whether `a` and `A` are the same name.
  private let ignoresCase: Bool
  private var taken: Set<String> = []
  /// The last number that was added to each name.
  private var counts: [String: Int] = [:]

  /// Makes names, none of which is taken.
  init(ignoresCase: Bool = false) { self.ignoresCase = ignoresCase }

  /// Takes a name, so that it is not given. Returns whether it was free.
  @discardableResult
  mutating func take(_ name: String) -> Bool { taken.insert(ignoresCase ? name.lowercased() : name).inserted }

  /// Returns a name, with a number if it was given before.
  ///
  /// - Parameter separator: What stands between the name and the number.
  mutating func unique(_ name: String, separator: String) -> String {
    if take(name) { return name }
    var count = counts[name] ?? 1
    var unique: String
    repeat {
      count += 1
      unique = "\(name)\(separator)\(count)"
    } while !take(unique)
    counts[name] = count
    return unique
  }

  /// Returns the name of an operation from method and path: `getTodosById` for `GET /todos/{id}`.
  mutating func operation(_ method: String, _ path: String) -> String {
    var name = method.lowercased()
    for segment in path.split(separator: "/") {
      let decoded = JSONPointer.percentDecoded(segment) ?? String(segment)
      if segment.hasPrefix("{") { name += "By" }
      for word in decoded.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
        name += word.prefix(1).uppercased() + word.dropFirst()
      }
    }
    return unique(name, separator: "")
  }
}
