import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The adopter's client: ContractKit is not imported here, and nothing was changed for it.
public struct WeatherClient: Sendable {
  public struct Weather: Codable, Sendable {
    public var city: String
    public var celsius: Double
  }

  public enum Failure: Error {
    case status(Int)
    case notHTTP
  }

  let session: URLSession
  let baseURL: URL

  public init(session: URLSession, baseURL: URL) {
    self.session = session
    self.baseURL = baseURL
  }

  public func weather(in city: String) async throws -> Weather {
    let url = baseURL.appending(path: "weather").appending(queryItems: [URLQueryItem(name: "city", value: city)])
    let (data, response) = try await session.data(for: URLRequest(url: url))
    guard let response = response as? HTTPURLResponse else { throw Failure.notHTTP }
    guard response.statusCode == 200 else { throw Failure.status(response.statusCode) }
    return try JSONDecoder().decode(Weather.self, from: data)
  }
}
