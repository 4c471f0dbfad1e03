/// The members of large objects by name, and the elements of large arrays, so that ten thousand references into one are
/// found in ten thousand steps.
struct MemberIndex {
  /// Smaller ones are gone through.
  private static let worthwhile = 32

  private var members: [SourceRange.Beginning: [ExactString: JSON]] = [:]
  private var elements: [SourceRange.Beginning: [JSON]] = [:]

  /// The member of an object; nil where it has none of that name.
  mutating func member(_ name: String, of json: JSON) -> JSON? {
    guard json.count > Self.worthwhile, json.isObject, let range = json.range else { return json[name] }
    let place = SourceRange.Beginning(range)
    if let known = members[place] { return known[ExactString(name)] }
    let all = Dictionary(
      (json.object?.members ?? []).map { (ExactString($0.name), $0.value) }, uniquingKeysWith: { first, _ in first })
    members[place] = all
    return all[ExactString(name)]
  }

  /// The element of an array; nil where it has none of that index.
  mutating func element(_ index: Int, of json: JSON) -> JSON? {
    guard index < json.count, json.isArray else { return .none }
    guard json.count > Self.worthwhile, let range = json.range else { return json.array?[index] }
    let place = SourceRange.Beginning(range)
    if let known = elements[place] { return known[index] }
    let all = json.array ?? []
    elements[place] = all
    return all[index]
  }
}
