extension JSON {
  /// The members of a JSON object, in the order written.
  public struct Object: Sendable {
    /// One name with its value.
    public struct Member: Sendable {
      /// The member's name, its escapes read.
      public var name: String
      /// Where the name was written; nil for members made by code.
      package var nameRange: SourceRange?
      /// Its value.
      public var value: JSON

      /// Makes a member that no file wrote.
      public init(name: String, value: JSON) { self.init(name: name, nameRange: nil, value: value) }

      /// Makes a member whose name was read at a place.
      package init(name: String, nameRange: SourceRange?, value: JSON) {
        self.name = name
        self.nameRange = nameRange
        self.value = value
      }
    }

    /// In the order written. Names are unique in what was read without a diagnostic.
    public var members: [Member]

    /// Makes an object; an empty one by default.
    public init(_ members: [Member] = []) { self.members = members }

    /// The value under a name; nil where there is none. Takes time in proportion to the members.
    public subscript(name: String) -> JSON? { members.first { $0.name.isExactly(name) }?.value }
  }
}

extension JSON.Object: Equatable {
  /// Whether two objects have equal members, in whatever order.
  public static func == (a: JSON.Object, b: JSON.Object) -> Bool {
    guard a.members.count == b.members.count else { return false }
    if zip(a.members, b.members).allSatisfy({ $0.name.isExactly($1.name) }) {
      return zip(a.members, b.members).allSatisfy { $0.value == $1.value }
    }
    let values = Dictionary(b.members.map { (Array($0.name.utf8), $0.value) }, uniquingKeysWith: { first, _ in first })
    return a.members.allSatisfy { values[Array($0.name.utf8)] == $0.value }
  }
}
