/// A movie.
public struct Movie: Codable, Equatable, Sendable {
  /// The ID that the service assigned.
  public let id: Int
  /// The title of the movie.
  public let title: String
  /// A summary of the plot.
  public let overview: String
}

/// One page of the upcoming movies.
public struct UpcomingMovies: Codable, Equatable, Sendable {
  /// The movies, in the service's order.
  public let results: [Movie]
  /// The number of all upcoming movies.
  public let totalResults: Int

  private enum CodingKeys: String, CodingKey {
    case results
    case totalResults = "total_results"
  }
}
