package import ContractCore

/// What is imported, and how.
package struct ImportSettings: Sendable {
  package var format: ImportFormat
  /// The documents, as the user named them.
  package var files: [String]
  /// What was recorded just now, in place of the only file, which names it; nil if the files are read.
  package var recorded: JSON?
  package var folder: String
  /// Where requests go, in place of what the documents say; nil for that.
  package var baseURL: String?
  /// The origin whose requests are imported from a HAR file; nil for the one with most requests.
  package var origin: String?
  /// Only endpoints that one of these texts chooses, by their operation, title or tag, or by the beginning of their path;
  /// empty for all.
  package var only: [String] = []
  /// Whether bodies may have more than the document says, where its format leaves that open.
  package var isLoose = false
  /// Whether contracts and scenarios that documents no longer have are deleted.
  package var prunes = false
  /// What is a secret. Secrets are never written.
  package var secrets = Secrets.standard

  /// What stands in place of a secret in paths, inputs and answers.
  static let placeholder = "secret"
  private static let placeholderUUID = "00000000-0000-4000-8000-000000000000"

  /// Returns what stands in place of a secret. Clients can read it as they read the secret.
  static func placeholder(for text: String) -> String {
    Format.uuid.includes(text) ? placeholderUUID : placeholder
  }

  /// Returns what stands in place of a secret number: one with as many digits, because schemas limit numbers.
  static func placeholder(for number: JSON.Number) -> JSON {
    let digits = number.literal.utf8.count
    let isWhole = digits < 19 && number.literal.utf8.allSatisfy(\.isDigit)
    return .number(isWhole ? (1..<digits).reduce(1) { power, _ in power * 10 } : 1)
  }

  static func isPlaceholder(_ text: String) -> Bool { text == placeholder || text == placeholderUUID }

  /// Makes settings that import everything.
  ///
  /// - Parameter folder: The folder of the contracts, absolute or relative to the current folder.
  package init(format: ImportFormat, files: [String], folder: String) {
    (self.format, self.files, self.folder) = (format, files, folder)
  }

  package var isSelective: Bool { !only.isEmpty }
}
