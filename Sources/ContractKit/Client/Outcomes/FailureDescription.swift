/// A client's error as contracts describe it.
public struct FailureDescription: Sendable {
  public var category = "other"
  public var type: String?

  public init(_ error: any Error) {
    type = String(describing: Swift.type(of: error))
  }

  /// The description as a message's member.
  public var json: JSON {
    var members: [(String, JSON)] = [("category", .string(category))]
    if let type { members.append(("type", .string(type))) }
    return .object(members)
  }
}
