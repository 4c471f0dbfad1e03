/// Who is uploaded.
public struct User: Codable, Equatable, Sendable {
  /// What the user is called.
  public var name: String
  /// The user's address.
  public var email: String
  /// In years; nil where the user does not say, and then not uploaded.
  public var age: Int?

  /// Makes a user, of no age by default.
  public init(name: String, email: String, age: Int? = nil) {
    self.name = name
    self.email = email
    self.age = age
  }
}
