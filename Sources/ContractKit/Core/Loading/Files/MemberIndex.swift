/// An index of the members of large objects, and of the elements of large arrays. With it, ten thousand references into
/// one object or array are found in ten thousand steps.
struct MemberIndex {
  /// Objects and arrays up to this size are searched one by one.
  private static let worthwhile = 32

  private var children: [SourceRange: [ExactString: JSON]] = [:]

  /// Returns what a step of a JSON pointer leads to: a member or an element; nil if there is none.
  mutating func child(_ step: String, of json: JSON) -> JSON? {
    guard json.count > Self.worthwhile, let range = json.range else {
      return json.isArray ? json.children.first { $0.name.isExactly(step) }?.value : json[step]
    }
    if let known = children[range] { return known[ExactString(step)] }
    let all = Dictionary(json.children.map { (ExactString($0.name), $0.value) }) { first, _ in first }
    children[range] = all
    return all[ExactString(step)]
  }
}
