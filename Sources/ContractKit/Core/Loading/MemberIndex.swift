/// The members of large objects by name, so that ten thousand references into one are found in ten thousand steps.
struct MemberIndex {
  /// Smaller objects are gone through.
  private static let worthwhile = 32

  private var indexes: [SourceRange.Beginning: [ExactString: Int]] = [:]

  /// The member of an object; nil where it has none of that name.
  mutating func member(_ name: String, of json: JSON) -> JSON? {
    guard let members = json.object?.members else { return .none }
    guard members.count > Self.worthwhile, let range = json.range else { return json[name] }
    let place = SourceRange.Beginning(range)
    let index =
      indexes[place]
      ?? Dictionary(
        members.indices.map { (ExactString(members[$0].name), $0) }, uniquingKeysWith: { first, _ in first })
    indexes[place] = index
    return index[ExactString(name)].map { members[$0].value }
  }
}
