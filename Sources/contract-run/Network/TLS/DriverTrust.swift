import ContractCore

/// The certificate authorities that the environment of a driver names.
///
/// Some stacks let such a variable win over what the client says: requests verifies a session with `verify=False` if
/// REQUESTS_CA_BUNDLE is set. So only calls that need the run's authority are made in a driver that has its variables, and
/// a certificate that no client may accept is shown to a driver without any.
enum DriverTrust: CaseIterable {
  /// Those of the runner's own environment.
  case own
  /// None.
  case nobody
  /// That of the run.
  case run

  /// The variables by which HTTP stacks find authorities: OpenSSL with Python, Ruby and Go; curl; requests; AWS's SDKs; Node.
  private static let files = [
    "SSL_CERT_FILE", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "AWS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS",
  ]
  private static let folders = ["SSL_CERT_DIR"]

  /// Returns what a call needs.
  ///
  /// - Parameter usesTLS: Whether base URLs begin with https, without a fault or a variation that needs it.
  init(for job: Job, usesTLS: Bool, in environment: [String: String]) {
    switch job.variation?.certificate {
    case .valid, .expired, .notYetValid, .otherHost: self = .run
    case .selfSigned: self = .nobody
    case nil where usesTLS && !job.scenario.hasOnlyWrongCertificates: self = .run
    case nil: self = job.scenario.needsCertificates ? .nobody : .own
    }
    // One driver is enough if there is nothing to remove.
    if self == .nobody, !(Self.files + Self.folders).contains(where: { environment[$0] != nil }) { self = .own }
  }

  /// The files with the certificate of the run's authority: in the form PEM, and as a key store of Java.
  typealias Files = (pem: String, keyStore: String)

  /// Returns the environment of a driver.
  func environment(_ environment: [String: String], authority: Files) -> [String: String] {
    if self == .own { return environment }
    var environment = environment
    for name in Self.files + Self.folders { environment[name] = nil }
    if self == .run {
      for name in Self.files { environment[name] = authority.pem }
      // The last one of each option counts.
      environment.addJavaOptions(
        #""-Djavax.net.ssl.trustStore=\#(authority.keyStore)" -Djavax.net.ssl.trustStorePassword= -Djavax.net.ssl.trustStoreType=JKS"#
      )
    }
    return environment
  }
}

extension [String: String] {
  /// Adds options for each JVM that is started (JAVA_TOOL_OPTIONS of the JVM Tool Interface). JVMs listen to no other
  /// variable about proxies and authorities.
  mutating func addJavaOptions(_ options: String) {
    let name = "JAVA_TOOL_OPTIONS"
    self[name] = self[name].map { "\($0) \(options)" } ?? options
  }
}
