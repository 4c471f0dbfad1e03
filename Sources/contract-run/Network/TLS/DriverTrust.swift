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
  init(for job: Job, in environment: [String: String]) {
    switch job.variation?.certificate {
    case .valid, .expired, .notYetValid, .otherHost: self = .run
    case .selfSigned: self = .nobody
    case nil: self = job.scenario.needsCertificates ? .nobody : .own
    }
    // One driver is enough if there is nothing to remove.
    if self == .nobody, !(Self.files + Self.folders).contains(where: { environment[$0] != nil }) { self = .own }
  }

  /// Returns the environment of a driver.
  ///
  /// - Parameter authority: The path of the certificate of the run's authority.
  func environment(_ environment: [String: String], authority: String) -> [String: String] {
    if self == .own { return environment }
    var environment = environment
    for name in Self.files + Self.folders { environment[name] = nil }
    if self == .run { for name in Self.files { environment[name] = authority } }
    return environment
  }
}

/// What each call needs. It is looked up for every call, so it is found once.
struct DriverTrusts: Sendable {
  /// The calls that are not made in a driver with the runner's own environment.
  private var others: [Job: DriverTrust] = [:]

  init(_ jobs: [Job], in environment: [String: String]) {
    for job in jobs {
      let trust = DriverTrust(for: job, in: environment)
      if trust != .own { others[job] = trust }
    }
  }

  subscript(job: Job) -> DriverTrust { others[job] ?? .own }

  /// Returns calls in an order in which those for one kind of driver are together.
  func together(_ jobs: [Job]) -> [Job] {
    others.isEmpty ? jobs : DriverTrust.allCases.flatMap { trust in jobs.filter { self[$0] == trust } }
  }
}
