/// The pages of the documentation, by URL: a user's machine does not have the folder docs/.
package enum Documentation {
  private static let base = "https://github.com/contractkit/ContractKit/blob/main/docs/"

  /// Returns the URL of a page, such as `serve.md`.
  package static func page(_ name: String) -> String { base + name }
}
