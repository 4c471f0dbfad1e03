/// An error of the network, as Foundation names it.
package struct NetworkError: Sendable, Equatable {
  /// The domain of the NSError.
  package var domain: String
  /// The code within the domain.
  package var code: Int
  /// The error's localized description; nil where Foundation's own is left to stand.
  package var message: String?

  /// Makes an error.
  package init(domain: String, code: Int, message: String? = nil) {
    self.domain = domain
    self.code = code
    self.message = message
  }
}
