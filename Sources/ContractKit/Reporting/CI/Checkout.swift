import ContractCore

/// The repository that a run belongs to, and the folder that a CI system checked it out to.
package struct Checkout: Sendable {
  /// The absolute path of the folder.
  let folder: String
  /// The project and the commit that the CI system names; nil if it names none.
  private let named: (project: String?, commit: String?)

  /// Whether Xcode runs this. It finds a file only by its absolute path.
  private let isInXcode: Bool

  /// Finds the folder in the variables of GitHub and GitLab. Without them, it is the current folder.
  package init(environment: [String: String]) {
    func first(_ names: [String]) -> String? { names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } }
    folder = first(["GITHUB_WORKSPACE", "CI_PROJECT_DIR"]).map(FileSystem.absolute) ?? FileSystem.here
    isInXcode = first(["XCODE_VERSION_ACTUAL"]) != nil
    named = (
      first(["GITHUB_REPOSITORY", "CI_PROJECT_PATH"]),
      first(["GITHUB_SHA", "CI_COMMIT_SHA", "BUILDKITE_COMMIT", "CIRCLE_SHA1", "GIT_COMMIT"])
    )
  }

  /// Returns the path of a file as the CI system names it; nil if the file is not in the repository.
  func path(of source: Source) -> String? { FileSystem.below(folder, FileSystem.absolute(source.path)) }

  /// Returns the path by which an editor finds a file: relative to the current folder, or absolute in Xcode.
  func link(to source: Source) -> String { isInXcode ? FileSystem.absolute(source.path) : source.path }

  /// The name of the project: what the CI system calls it, or else the folder of the repository. Nil if there is none.
  var project: String? { named.project ?? repository.map(FileSystem.last) }

  /// The commit that is checked out, in its short form; nil if it is not known.
  var commit: String? {
    guard let commit = named.commit ?? repository.flatMap(Self.commit), commit.utf8.count >= 7,
      commit.utf8.allSatisfy(\.isHexDigit)
    else { return nil }
    return String(commit.prefix(8))
  }

  /// The folder of the git repository around the folder.
  private var repository: String? {
    FileSystem.upward(from: folder).first { FileSystem.kind($0 + "/.git") != .missing }
  }

  /// Reads the commit from git's own files, because git itself may not be there.
  private static func commit(of repository: String) -> String? {
    func lines(_ path: String) -> [Substring] {
      let bytes = (try? FileSystem.bytes(path, upTo: 1 << 24)) ?? []
      return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    }
    func resolved(_ path: Substring, in folder: String) -> String {
      path.hasPrefix("/") ? String(path) : FileSystem.absolute("\(folder)/\(path)")
    }
    var git = repository + "/.git"
    // In a work tree of another repository, a file names the folder.
    if FileSystem.kind(git) == .file {
      guard let link = lines(git).first, link.hasPrefix("gitdir: ") else { return nil }
      git = resolved(link.dropFirst(8), in: repository)
    }
    guard let head = lines(git + "/HEAD").first else { return nil }
    guard head.hasPrefix("ref: ") else { return String(head) }
    let name = String(head.dropFirst(5))
    let common = lines(git + "/commondir").first.map { resolved($0, in: git) } ?? git
    if let commit = lines("\(git)/\(name)").first ?? lines("\(common)/\(name)").first { return String(commit) }
    let packed = lines(common + "/packed-refs").first { $0.hasSuffix(" " + name) }
    return packed?.split(separator: " ").first.map(String.init)
  }
}
