public import CombineAnywhere

/// What a movie service's publishers fail with.
public enum MovieError: Error {
  /// The service's address is none; nothing was sent.
  case invalidURL(String)
  /// The network failed.
  case network(URLError)
  /// The answer is not HTTP.
  case invalidResponse
  /// The key is none that the service knows.
  case unauthorized
  /// The status is another one outside 200..<300.
  case status(Int)
  /// The answer is not what it should be.
  case decode(any Error)

  /// Sorts an error of the pipeline; the service's own are as they are.
  init(_ error: any Error) {
    switch error {
    case let error as MovieError: self = error
    case let error as URLError: self = .network(error)
    default: self = .decode(error)
    }
  }
}
