/// The certificate of a server.
package enum Certificate: String, Sendable {
  /// It is right, and its authority is one that the driver's environment names. It shows whether the client knows that.
  case valid
  case selfSigned = "self-signed"
  case expired
  case notYetValid = "not yet valid"
  case otherHost = "of another host"

  /// It in a sentence: `a self-signed certificate`.
  var phrase: String {
    switch self {
    case .valid, .selfSigned: "a \(rawValue) certificate"
    case .expired, .notYetValid: "a certificate that is \(rawValue)"
    case .otherHost: "a certificate \(rawValue)"
    }
  }
}
