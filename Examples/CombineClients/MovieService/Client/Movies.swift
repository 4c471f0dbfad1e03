/// A movie.
public struct Movie: Codable, Equatable, Sendable {
  /// The service's number for it.
  public let id: Int
  /// What it is called.
  public let title: String
  /// What it is about.
  public let overview: String
}

/// Some of the movies that will be shown.
public struct UpcomingMovies: Codable, Equatable, Sendable {
  /// The movies, in the service's order.
  public let results: [Movie]
  /// How many there are in all.
  public let totalResults: Int

  private enum CodingKeys: String, CodingKey {
    case results
    case totalResults = "total_results"
  }
}
