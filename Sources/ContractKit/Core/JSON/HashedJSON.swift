/// A value that can be a member of a set: equal values, as JSON counts them, have equal hashes.
struct HashedJSON: Hashable {
  let json: JSON

  init(_ json: JSON) { self.json = json }

  static func == (a: Self, b: Self) -> Bool { a.json == b.json }

  func hash(into hasher: inout Hasher) { Self.hash(json, into: &hasher) }

  private static func hash(_ json: JSON, into hasher: inout Hasher) {
    switch json.kind {
    case .null: hasher.combine(0)
    case .bool(let bool): hasher.combine(bool)
    case .number(let number):
      let decimal = number.decimal
      hasher.combine(decimal.isNegative)
      hasher.combine(decimal.digits)
      hasher.combine(decimal.exponent)
    case .string(let string): ExactString(string).hash(into: &hasher)
    case .array(let elements):
      hasher.combine(elements.count)
      for element in elements { hash(element, into: &hasher) }
    case .object(let object):
      // The order of members does not count. Each member's hash is seeded, so that nobody can choose equal sums.
      hasher.combine(
        object.members.reduce(object.members.count) { sum, member in
          var own = Hasher()
          ExactString(member.name).hash(into: &own)
          hash(member.value, into: &own)
          return sum &+ own.finalize()
        })
    }
  }
}
