import ContractCore

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
