/// The rules by which a client waits for a busy service.
public struct RetryPolicy: Sendable {
  /// The number of retries; 3 by default.
  public var limit = 3
  /// The longest wait that the client allows; 30 seconds by default.
  public var longestWait = Duration.seconds(30)

  /// Creates a policy with the defaults.
  public init() {}

  /// Returns how long a response asks the client to wait; nil if the service is not busy, or names no time.
  ///
  /// `Retry-After` contains seconds or a date (RFC 9110, section 10.2.3). The service's own header `Retry-After-Ms` is
  /// more exact, so it takes precedence.
  static func wait(_ response: HTTPURLResponse, now: Date) -> Duration? {
    guard [429, 503].contains(response.statusCode) else { return nil }
    if let text = response.value(forHTTPHeaderField: "Retry-After-Ms"), let count = UInt32(text) {
      return .milliseconds(count)
    }
    guard let text = response.value(forHTTPHeaderField: "Retry-After") else { return nil }
    if let count = UInt32(text) { return .seconds(count) }
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(secondsFromGMT: 0)
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return format.date(from: text).map { .seconds(max(0, $0.timeIntervalSince(now))) }
  }
}
