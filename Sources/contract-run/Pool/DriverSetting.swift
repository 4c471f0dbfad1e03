import ContractCore

/// What the environment of a driver has, besides the runner's own variables. Calls that need different ones are made in
/// different drivers.
struct DriverSetting: Hashable {
  var trust: DriverTrust
  /// The time zone or the locale of a variation; nil for the runner's own.
  var locale: LocaleChange?

  static let own = DriverSetting(trust: .own)

  /// Returns what a call needs. What this machine does not have is left out.
  ///
  /// - Parameter usesTLS: Whether base URLs begin with https, without a fault or a variation that needs it.
  init(for job: Job, usesTLS: Bool, in environment: [String: String]) {
    trust = DriverTrust(for: job, usesTLS: usesTLS, in: environment)
    locale = job.variation?.locale.flatMap { $0.variables.values.allSatisfy(Platform.hasLocale) ? $0 : nil }
  }

  private init(trust: DriverTrust) { self.trust = trust }

  /// Returns the environment of a driver.
  func environment(_ environment: [String: String], authority: DriverTrust.Files) -> [String: String] {
    trust.environment(environment, authority: authority).merging(locale?.variables ?? [:]) { $1 }
  }
}
