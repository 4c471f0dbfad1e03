public import CombineAnywhere

/// The error of the movie service's publishers.
public enum MovieError: Error {
  /// The base URL of the service is not a URL. Nothing was sent.
  case invalidURL(String)
  /// The network failed.
  case network(URLError)
  /// The response is not HTTP.
  case invalidResponse
  /// The service does not know the API key.
  case unauthorized
  /// The status is any other status outside 200..<300.
  case status(Int)
  /// The body is not the expected JSON.
  case decode(any Error)

  /// Converts an error of the pipeline. A `MovieError` stays unchanged.
  init(_ error: any Error) {
    switch error {
    case let error as MovieError: self = error
    case let error as URLError: self = .network(error)
    default: self = .decode(error)
    }
  }
}
