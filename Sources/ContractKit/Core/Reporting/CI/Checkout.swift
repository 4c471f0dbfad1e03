/// The folder that a CI system checked the repository out to.
package struct Checkout: Sendable {
  /// Its absolute path.
  let folder: String

  /// Finds the folder in the variables of GitHub and GitLab. Without them, it is the current folder.
  package init(environment: [String: String]) {
    let names = ["GITHUB_WORKSPACE", "CI_PROJECT_DIR"]
    folder = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }.map(Path.absolute) ?? Path.here
  }

  /// Returns the path of a file as the CI system names it; nil if the file is not in the repository.
  func path(of source: Source) -> String? { Path.below(folder, Path.absolute(source.path)) }
}
