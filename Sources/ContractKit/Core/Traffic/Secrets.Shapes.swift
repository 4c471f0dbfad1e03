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
  /// Whether the value has a text or a number that can be a secret, as JSON or as a pattern of a contract.
  var canHaveSecret: Bool {
    switch kind {
    case .null, .bool: return false
    case .number, .string: return true
    case .array(let elements): return elements.contains(where: \.canHaveSecret)
    case .object(let object):
      return object.members.contains { member in
        switch member.name {
        case "$type", "$format": false
        case "$regex": member.value.string.map(Secrets.hasText) ?? member.value.canHaveSecret
        default: member.value.canHaveSecret
        }
      }
    }
  }
}
