/// The string formats that `$format` asserts (JSON Schema 2020-12, Validation, section 7.3).
package enum Format: String, Sendable, CaseIterable {
  case dateTime = "date-time"
  case date, time, duration, email, hostname, ipv4, ipv6, uri
  case uriReference = "uri-reference"
  case uuid
  case jsonPointer = "json-pointer"
  case regex

  static let names = allCases.map(\.rawValue)
}
