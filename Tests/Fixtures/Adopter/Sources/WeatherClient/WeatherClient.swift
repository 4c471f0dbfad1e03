import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The adopter's client. It does not import ContractKit, and nothing in it changes for the tests.
public struct WeatherClient: Sendable {
  /// The server's answer.
  public struct Weather: Codable, Sendable {
    /// The city's name.
    public var city: String
    /// The temperature in degrees Celsius.
    public var celsius: Double
  }

  /// The reason why there is no answer.
  public enum Failure: Error {
    case status(Int)
    case notHTTP
  }

  let session: URLSession
  let baseURL: URL

  /// Creates a client from a session and the base URL of the API.
  public init(session: URLSession, baseURL: URL) {
    self.session = session
    self.baseURL = baseURL
  }

  /// Returns the weather in a city.
  public func weather(in city: String) async throws -> Weather {
    let url = baseURL.appending(path: "weather").appending(queryItems: [URLQueryItem(name: "city", value: city)])
    let (data, response) = try await session.data(for: URLRequest(url: url))
    guard let response = response as? HTTPURLResponse else { throw Failure.notHTTP }
    guard response.statusCode == 200 else { throw Failure.status(response.statusCode) }
    return try JSONDecoder().decode(Weather.self, from: data)
  }
}
