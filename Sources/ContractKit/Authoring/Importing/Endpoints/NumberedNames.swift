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

/// Names for the operations of documents that have none.
struct OperationNames {
  private var names = NumberedNames()

  /// Returns a name from method and path, different from those before: `getTodosById` for `GET /todos/{id}`.
  mutating func name(_ method: String, _ path: String) -> String {
    var name = method.lowercased()
    for segment in path.split(separator: "/") {
      let decoded = JSONPointer.percentDecoded(segment) ?? String(segment)
      if segment.hasPrefix("{") { name += "By" }
      for word in decoded.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
        name += word.prefix(1).uppercased() + word.dropFirst()
      }
    }
    return names.unique(name, separator: "")
  }
}
