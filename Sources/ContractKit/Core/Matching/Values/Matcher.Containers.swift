extension Matcher {
  mutating func match(
    _ members: [Pattern.Member], _ pattern: Pattern, _ value: JSON, as reading: Reading, isPartial: Bool
  ) {
    guard let object = value.object else { return differ(pattern, value, expected: pattern.text) }
    arrays.visits += members.count
    let isPartial = isPartial || reading == .failure
    var names = MemberNames(object.members)
    var found = 0
    for (position, member) in members.enumerated() {
      guard let index = names.index(of: member.name, near: position) else {
        if member.pattern.allowsAbsence { continue }
        differ(member.pattern, nil, at: .name(member.name), expected: member.pattern.text)
        continue
      }
      found += 1
      path.append(.name(member.name))
      match(
        member.pattern, object.members[index].value, as: reading == .failure ? Self.reading(of: member.name) : .value,
        isPartial: isPartial)
      path.removeLast()
    }
    if isPartial || found == object.members.count { return }
    var described = MemberNames(members)
    for (position, member) in object.members.enumerated() where described.index(of: member.name, near: position) == nil
    {
      differ(pattern, member.value, at: .name(member.name), expected: "no such member", kind: .unexpected)
    }
  }

  /// Returns how to read the patterns for a failure's member.
  package static func reading(of member: String) -> Reading {
    switch member {
    case "type": .typeName
    case "underlying": .failure
    default: .value
    }
  }
}

private protocol Named {
  var name: String { get }
}

extension JSON.Object.Member: Named {}
extension Pattern.Member: Named {}

/// A search for names in a list. A short list is searched one by one, a long one through a dictionary.
private struct MemberNames<Member: Named> {
  private let members: [Member]
  private var table: [ExactString: Int]?

  init(_ members: [Member]) { self.members = members }

  /// Returns the index of a name. `near` is tried first, because most objects keep the order of their description.
  package mutating func index(of wanted: String, near: Int) -> Int? {
    if near < members.count, members[near].name.isExactly(wanted) { return near }
    if members.count <= 16 { return members.firstIndex { $0.name.isExactly(wanted) } }
    if table == nil {
      table = Dictionary(
        members.enumerated().map { (ExactString($1.name), $0) }, uniquingKeysWith: { first, _ in first })
    }
    return table?[ExactString(wanted)]
  }
}
