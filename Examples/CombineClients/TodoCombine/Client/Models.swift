/// A to-do.
public struct Todo: Codable, Equatable, Sendable {
  /// The ID that the server assigned; nil until the server has assigned one.
  public var id: Int?
  /// The text that describes what to do.
  public var title: String
}

/// A registered user.
public struct User: Codable, Equatable, Sendable {
  /// The ID that the server assigned.
  public let id: Int
  /// The email address with which the user logs in.
  public let email: String
  /// The user's name.
  public let name: String
}

/// The form that a new user fills in.
public struct Registration: Codable, Equatable, Sendable {
  /// The user's name.
  public var name: String
  /// The email address with which the user will log in.
  public var email: String
  /// The password with which the user will log in.
  public var password: String
  /// The same password again.
  public var verifyPassword: String
}

/// The result of a login: the bearer token for the other requests.
public struct Token: Codable, Equatable, Sendable {
  /// The token itself.
  public let string: String
}
