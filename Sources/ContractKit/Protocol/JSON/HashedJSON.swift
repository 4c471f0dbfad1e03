/// A JSON value that can be a member of a set. Values that are equal as JSON have equal hashes.
package struct HashedJSON: Hashable {
  let json: JSON

  package init(_ json: JSON) { self.json = json }

  package static func == (a: Self, b: Self) -> Bool { a.json == b.json }

  package func hash(into hasher: inout Hasher) {
    var visits = 0
    hasher.combine(json.valueHash(&visits))
  }
}

extension JSON {
  /// Returns a hash that is the same for values that are equal as JSON.
  ///
  /// The hash is seeded, so that nobody can construct values with equal hashes.
  ///
  /// - Parameter visits: A counter of the values that were visited.
  package func valueHash(_ visits: inout Int) -> Int {
    visits += 1
    var hasher = Hasher()
    // Arrays are aligned by hashes alone, so an empty array and an empty object must have different hashes.
    hasher.combine(typeName)
    switch kind {
    case .null: break
    case .bool(let bool): hasher.combine(bool)
    case .number(let number): hasher.combine(number.decimal)
    case .string(let string): ExactString(string).hash(into: &hasher)
    case .array(let elements):
      hasher.combine(elements.count)
      for element in elements { hasher.combine(element.valueHash(&visits)) }
    case .object(let object):
      // The order of members does not matter.
      var sum = object.members.count
      for member in object.members {
        var own = Hasher()
        ExactString(member.name).hash(into: &own)
        own.combine(member.value.valueHash(&visits))
        sum &+= own.finalize()
      }
      hasher.combine(sum)
    }
    return hasher.finalize()
  }
}
