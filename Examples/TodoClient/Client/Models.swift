/// A to-do.
public struct Todo: Codable, Equatable, Sendable {
  /// The ID that the server assigned; nil until the server has assigned one.
  public var id: Int?
  /// The text that describes what to do.
  public var title: String

  /// Creates a to-do, without an ID by default.
  public init(id: Int? = nil, title: String) {
    self.id = id
    self.title = title
  }
}

/// A registered user.
public struct User: Codable, Equatable, Sendable {
  /// The ID that the server assigned.
  public let id: Int
  /// The email address with which the user logs in.
  public let email: String
  /// The user's name.
  public let name: String

  /// Creates a user.
  public init(id: Int, email: String, name: String) {
    self.id = id
    self.email = email
    self.name = name
  }
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

  /// Creates a registration.
  public init(name: String, email: String, password: String, verifyPassword: String) {
    self.name = name
    self.email = email
    self.password = password
    self.verifyPassword = verifyPassword
  }
}

/// The result of a login: the bearer token for the other requests.
public struct Token: Codable, Equatable, Sendable {
  /// The token itself.
  public let string: String

  /// Creates a token from its text.
  public init(string: String) { self.string = string }
}
