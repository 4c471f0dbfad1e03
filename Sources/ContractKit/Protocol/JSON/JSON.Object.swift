extension JSON {
  /// The members of a JSON object, in the order written.
  public struct Object: Sendable {
    /// One name with its value.
    public struct Member: Sendable {
      /// The member's name, with its escapes decoded.
      public var name: String
      /// The place where the name was written; nil for members that were made in code.
      package var nameRange: SourceRange?
      /// The member's value.
      public var value: JSON

      package init(name: String, nameRange: SourceRange?, value: JSON) {
        (self.name, self.nameRange, self.value) = (name, nameRange, value)
      }
    }

    /// The members in the order written. Names are unique if the object was read without a diagnostic.
    public var members: [Member]

    /// Creates an object; an empty one by default.
    public init(_ members: [Member] = []) { self.members = members }

    /// The value under a name; nil if there is none. The lookup is linear in the number of members.
    public subscript(name: String) -> JSON? { members.first { $0.name.isExactly(name) }?.value }
  }
}

extension JSON.Object.Member {
  /// Creates a member that does not come from a file.
  public init(name: String, value: JSON) { self.init(name: name, nameRange: nil, value: value) }
}

extension JSON.Object: Equatable {
  /// Returns whether two objects have equal members, in any order.
  public static func == (a: JSON.Object, b: JSON.Object) -> Bool {
    guard a.members.count == b.members.count else { return false }
    if zip(a.members, b.members).allSatisfy({ $0.name.isExactly($1.name) }) {
      return zip(a.members, b.members).allSatisfy { $0.value == $1.value }
    }
    let values = Dictionary(b.members.map { (Array($0.name.utf8), $0.value) }, uniquingKeysWith: { first, _ in first })
    return a.members.allSatisfy { values[Array($0.name.utf8)] == $0.value }
  }
}
