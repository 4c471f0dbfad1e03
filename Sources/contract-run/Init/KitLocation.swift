import ContractCore

/// Where ContractKit's package is.
enum KitLocation: Equatable {
  /// A folder, as an absolute path.
  case folder(String)
  /// A repository, with the versions as a manifest describes them: `from: "0.1.0"`.
  case repository(String, versions: String)

  static let url = "https://github.com/contractkit/ContractKit"

  static let released = KitLocation.repository(url, versions: #"from: "\#(version)""#)

  /// - Parameter text: The value of `--package`.
  init(_ text: String) {
    // `git@host:path` is a URL for git.
    let isURL = text.contains("://") || text.prefix { $0 != "/" }.contains(":")
    self = isURL ? .repository(text, versions: #"from: "\#(version)""#) : .folder(FileSystem.absolute(text))
  }

  /// Returns the package in a manifest's list of dependencies.
  ///
  /// - Parameter folder: The manifest's folder, as an absolute path.
  func dependency(of folder: String) -> String {
    switch self {
    case .folder(let path):
      ".package(name: \"ContractKit\", path: \(FileSystem.relative(path, from: folder).swiftLiteral))"
    case .repository(let url, let versions): ".package(url: \(url.swiftLiteral), \(versions))"
    }
  }

  /// The name by which products refer to the package. SwiftPM takes it from the URL.
  var name: String {
    guard case .repository(let url, _) = self else { return "ContractKit" }
    let last = url.split { $0 == "/" || $0 == ":" }.last.map(String.init) ?? url
    return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
  }
}
