/// How requests travel between client and runner.
package enum Transport: String, Sendable, CaseIterable, Hashable {
  case memory, loopback

  static let names = allCases.map(\.rawValue)
}
