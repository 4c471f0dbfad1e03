/// A user to upload.
public struct User: Codable, Equatable, Sendable {
  /// The user's name.
  public var name: String
  /// The user's email address.
  public var email: String
  /// The user's age in years; nil if it is not known. Then it is not uploaded.
  public var age: Int?

  /// Creates a user, without an age by default.
  public init(name: String, email: String, age: Int? = nil) {
    self.name = name
    self.email = email
    self.age = age
  }
}
