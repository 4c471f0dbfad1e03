/// An album.
public struct Album: Codable, Equatable, Sendable {
  /// The service's name for it.
  public var id: String
  /// What people call it.
  public var title: String
}

struct NewAlbum: Encodable {
  var title: String
}

/// A photo of an album.
public struct Photo: Codable, Equatable, Sendable {
  /// The service's name for it.
  public var id: String
  /// The name of its file.
  public var name: String
  /// When it was taken.
  public var taken: Date
  /// What people find it by; nil where it has none.
  public var tags: [String]?
}

/// An album with its photos.
public struct Overview: Codable, Equatable, Sendable {
  /// The album.
  public var album: Album
  /// All of its photos.
  public var photos: [Photo]
}

/// A photo that the service does not have yet.
public struct NewPhoto: Codable, Equatable, Sendable {
  /// The name of its file.
  public var name: String
  /// Its media type, such as `image/png`.
  public var type: String
  /// The file itself.
  public var bytes: Data
}

/// Something that happens to an album.
public struct AlbumEvent: Codable, Equatable, Sendable {
  /// What happens to a photo.
  public enum Kind: String, Codable, Sendable { case added, removed, renamed }

  /// What happens.
  public var kind: Kind
  /// The photo that it happens to.
  public var photo: String
}

/// Something that was measured on the device.
public struct Metric: Codable, Equatable, Sendable {
  /// What was measured.
  public var name: String
  /// How much it was.
  public var value: Double
}
