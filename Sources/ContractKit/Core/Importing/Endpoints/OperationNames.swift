/// Names for the operations of documents that have none.
struct OperationNames {
  private var taken: Set<String> = []

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
    var (unique, count) = (name, 1)
    while !taken.insert(unique).inserted {
      count += 1
      unique = "\(name)\(count)"
    }
    return unique
  }
}
