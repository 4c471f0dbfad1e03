import ContractCore

extension ImportedRequest {
  /// What a driver needs to make this request: the parts that are literal, by name, and the body as `body`. Nil if there
  /// are none.
  var literalInput: JSON? {
    var members: [(String, JSON)] = []
    var names: Set<String> = []
    for (name, value) in pathParameters + query {
      let values = value.array ?? [value]
      if values.allSatisfy({ !$0.isObject && !$0.isArray }), names.insert(name).inserted {
        members.append((name, value))
      }
    }
    if let (kind, content) = body?.onlyMember, ["json", "form", "text"].contains(kind), let data = content.literal {
      members.append(("body", data))
    }
    return members.isEmpty ? nil : .object(members)
  }
}

extension JSON {
  /// The value that a pattern without matchers means; nil if it has matchers.
  fileprivate var literal: JSON? {
    switch kind {
    case .array(let elements):
      let values = elements.compactMap(\.literal)
      return values.count == elements.count ? .array(values) : nil
    case .object(let object):
      if object.members.count == 1, let literal = object["$literal"] { return literal }
      if object.members.contains(where: \.isMarked) { return nil }
      let values = object.members.compactMap { member in member.value.literal.map { (member.name, $0) } }
      return values.count == object.members.count ? .object(values) : nil
    default: return self
    }
  }
}
