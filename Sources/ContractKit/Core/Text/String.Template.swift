import Foundation

extension String {
  /// Returns a template in which values stand in place of their names: `{{name}}`. Names without a value stay.
  package func filled(with values: [String: String]) -> String {
    replacing(/{{(\w+)}}/) { match in values[String(match.1)] ?? String(match.0) }
  }
}
