// Values whose name is not the name of their member, in the shapes that docs/configuration.md lists.

extension Secrets {
  /// Returns the name that a member gives to the member `value` beside it, as in `{"name": "password", "value": "…"}`;
  /// nil if it gives none.
  static func nameOfValue(beside member: String, _ text: String) -> String? {
    if member == "path" {
      // JSON Patch always has a pointer there.
      return text.hasPrefix("/") ? text.split(separator: "/").last.map(String.init) : nil
    }
    return ["name", "key", "id"].contains(where: member.isSameName) ? text : nil
  }
}

extension JSON.Object {
  /// The names that other members give to the member `value`.
  var namesOfValue: [String] {
    members.compactMap { member in
      member.value.string.flatMap { Secrets.nameOfValue(beside: member.name, $0) }
    }
  }
}

extension JSON {
  /// Returns the names that the value at a place has from other places than its own: from members or elements beside it,
  /// or beside what it is in.
  ///
  /// - Parameters:
  ///   - steps: The steps from this value to the place, as a JSON pointer has them.
  package func namesOfValue(at steps: ArraySlice<String>) -> [String] {
    guard let step = steps.first else { return [] }
    let rest = steps.dropFirst()
    if let object {
      if let only = onlyMember, only.name.hasPrefix("$"), only.name != step {
        return only.value.names(in: only.name, steps)
      }
      let names = step.isSameName("value") ? object.namesOfValue : []
      return names + (object[step]?.namesOfValue(at: rest) ?? [])
    }
    guard let elements = array, let index = Int(step), elements.indices.contains(index) else { return [] }
    let pair = rest.first == "1" ? elements.nameOfPair(at: index) : nil
    return (pair.map { [$0] } ?? []) + elements[index].namesOfValue(at: rest)
  }

  /// Returns the same for the content of a matcher.
  private func names(in matcher: String, _ steps: ArraySlice<String>) -> [String] {
    switch matcher {
    case "$anyOf", "$allOf": elements.flatMap { $0.namesOfValue(at: steps) }
    case "$unordered":
      // An element can match at any place.
      elements.indices.flatMap { namesOfValue(at: ["\($0)"] + steps.dropFirst()) }
    case "$each", "$contains": namesOfValue(at: steps.dropFirst())
    default: namesOfValue(at: steps)
    }
  }

  /// Whether the value has a text or a number that can be a secret, as JSON or as a pattern of a contract.
  package var canHaveSecret: Bool {
    switch kind {
    case .null, .bool: return false
    case .number, .string: return true
    case .array(let elements): return elements.contains(where: \.canHaveSecret)
    case .object(let object):
      return object.members.contains { member in
        switch member.name {
        case "$type": false
        case "$format": member.value.isObject && member.value.canHaveSecret
        case "$regex": member.value.string.map(Secrets.hasText) ?? member.value.canHaveSecret
        default: member.value.canHaveSecret
        }
      }
    }
  }
}

extension [JSON] {
  /// Returns the first element of the pair at an index, if all elements are pairs of a text and a value; otherwise nil.
  func nameOfPair(at index: Int) -> String? {
    guard let name = self[index].pairName, allSatisfy({ $0.pairName != nil }) else { return nil }
    return name
  }
}

extension JSON {
  fileprivate var pairName: String? { array.flatMap { $0.count == 2 ? $0[0].string : nil } }
}
