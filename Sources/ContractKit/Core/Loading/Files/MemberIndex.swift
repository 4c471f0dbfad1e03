/// An index of the members of large objects, and of the elements of large arrays. With it, ten thousand references into
/// one object or array are found in ten thousand steps.
struct MemberIndex {
  /// Objects and arrays up to this size are searched one by one.
  private static let worthwhile = 32

  private var members: [SourceRange: [ExactString: JSON]] = [:]
  private var elements: [SourceRange: [JSON]] = [:]

  /// Returns what a step of a JSON pointer leads to: a member or an element; nil if there is none.
  mutating func child(_ step: String, of json: JSON) -> JSON? {
    guard json.isArray else { return member(step, of: json) }
    return JSONPointer.index(step).flatMap { element($0, of: json) }
  }

  /// Returns the member of an object; nil if there is none of that name.
  mutating func member(_ name: String, of json: JSON) -> JSON? {
    guard json.count > Self.worthwhile, json.isObject, let range = json.range else { return json[name] }
    if let known = members[range] { return known[ExactString(name)] }
    let all = Dictionary(
      (json.object?.members ?? []).map { (ExactString($0.name), $0.value) }, uniquingKeysWith: { first, _ in first })
    members[range] = all
    return all[ExactString(name)]
  }

  private mutating func element(_ index: Int, of json: JSON) -> JSON? {
    guard index < json.count else { return .none }
    guard json.count > Self.worthwhile, let range = json.range else { return json.array?[index] }
    if let known = elements[range] { return known[index] }
    let all = json.array ?? []
    elements[range] = all
    return all[index]
  }
}
