import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The adopter's client: ContractKit is not imported here, and nothing was changed for it.
public struct WeatherClient: Sendable {
  /// What the server says.
  public struct Weather: Codable, Sendable {
    /// Where.
    public var city: String
    /// How warm it is.
    public var celsius: Double
  }

  /// Why there is no answer to be had.
  public enum Failure: Error {
    case status(Int)
    case notHTTP
  }

  let session: URLSession
  let baseURL: URL

  /// Makes a client of a session and the address of the API.
  public init(session: URLSession, baseURL: URL) {
    self.session = session
    self.baseURL = baseURL
  }

  /// Asks for the weather in a city.
  public func weather(in city: String) async throws -> Weather {
    let url = baseURL.appending(path: "weather").appending(queryItems: [URLQueryItem(name: "city", value: city)])
    let (data, response) = try await session.data(for: URLRequest(url: url))
    guard let response = response as? HTTPURLResponse else { throw Failure.notHTTP }
    guard response.statusCode == 200 else { throw Failure.status(response.statusCode) }
    return try JSONDecoder().decode(Weather.self, from: data)
  }
}
