/// One thing to do.
public struct Todo: Codable, Equatable, Sendable {
  /// The server's number for it; nil until the server has given one.
  public var id: Int?
  /// What is to be done.
  public var title: String

  /// Makes a to-do, without a number by default.
  public init(id: Int? = nil, title: String) {
    self.id = id
    self.title = title
  }
}

/// A registered user.
public struct User: Codable, Equatable, Sendable {
  /// The server's number for the user.
  public let id: Int
  /// The address that the user logs in with.
  public let email: String
  /// What the user is called.
  public let name: String

  /// Makes a user.
  public init(id: Int, email: String, name: String) {
    self.id = id
    self.email = email
    self.name = name
  }
}

/// What somebody fills in to register.
public struct Registration: Codable, Equatable, Sendable {
  /// What the user is to be called.
  public var name: String
  /// The address to log in with.
  public var email: String
  /// The password to log in with.
  public var password: String
  /// The password once more.
  public var verifyPassword: String

  /// Makes a registration.
  public init(name: String, email: String, password: String, verifyPassword: String) {
    self.name = name
    self.email = email
    self.password = password
    self.verifyPassword = verifyPassword
  }
}

/// What a login gives: the bearer token for the other requests.
public struct Token: Codable, Equatable, Sendable {
  /// The token itself.
  public let string: String

  /// Makes a token of its text.
  public init(string: String) { self.string = string }
}
