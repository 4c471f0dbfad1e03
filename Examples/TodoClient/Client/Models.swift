/// One thing to do.
public struct Todo: Codable, Equatable, Sendable {
  /// The server's number for it; nil until the server has given one.
  public var id: Int?
  public var title: String

  public init(id: Int? = nil, title: String) {
    self.id = id
    self.title = title
  }
}

/// A registered user.
public struct User: Codable, Equatable, Sendable {
  public let id: Int
  public let email: String
  public let name: String

  public init(id: Int, email: String, name: String) {
    self.id = id
    self.email = email
    self.name = name
  }
}

/// What somebody fills in to register.
public struct Registration: Codable, Equatable, Sendable {
  public var name: String
  public var email: String
  public var password: String
  public var verifyPassword: String

  public init(name: String, email: String, password: String, verifyPassword: String) {
    self.name = name
    self.email = email
    self.password = password
    self.verifyPassword = verifyPassword
  }
}

/// What a login gives: the bearer token for the other requests.
public struct Token: Codable, Equatable, Sendable {
  public let string: String

  public init(string: String) { self.string = string }
}
