/// A network error, with Foundation's domain and code.
package struct NetworkError: Sendable, Equatable {
  /// The domain of the NSError.
  package var domain: String
  /// The code within the domain.
  package var code: Int
  /// The error's localized description; nil to keep Foundation's own.
  package var message: String?

  /// Creates an error.
  package init(domain: String, code: Int, message: String? = nil) {
    self.domain = domain
    self.code = code
    self.message = message
  }
}
