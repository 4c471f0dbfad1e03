import ContractCore

extension NumberedNames {
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
    return unique(name) { "\(name)\($0)" }
  }
}
