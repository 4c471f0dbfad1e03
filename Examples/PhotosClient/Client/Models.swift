/// An album.
public struct Album: Codable, Equatable, Sendable {
  /// The ID that the service assigned.
  public var id: String
  /// The title that people see.
  public var title: String
}

struct NewAlbum: Encodable {
  var title: String
}

/// A photo in an album.
public struct Photo: Codable, Equatable, Sendable {
  /// The ID that the service assigned.
  public var id: String
  /// The name of the photo's file.
  public var name: String
  /// The date on which the photo was taken.
  public var taken: Date
  /// The tags by which people find the photo; nil if it has no tags.
  public var tags: [String]?
}

/// An album with its photos.
public struct Overview: Codable, Equatable, Sendable {
  /// The album.
  public var album: Album
  /// All photos in the album.
  public var photos: [Photo]
}

/// A photo that the service does not have yet.
public struct NewPhoto: Codable, Equatable, Sendable {
  /// The name of the photo's file.
  public var name: String
  /// The media type, such as `image/png`.
  public var type: String
  /// The content of the file.
  public var bytes: Data
}

/// An event in an album.
public struct AlbumEvent: Codable, Equatable, Sendable {
  /// The kind of change to a photo.
  public enum Kind: String, Codable, Sendable { case added, removed, renamed }

  /// The kind of change.
  public var kind: Kind
  /// The ID of the photo that changes.
  public var photo: String
}

/// A measurement from the device.
public struct Metric: Codable, Equatable, Sendable {
  /// The name of the measured quantity.
  public var name: String
  /// The measured value.
  public var value: Double
}
