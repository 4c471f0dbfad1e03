import ContractCore
import Foundation

extension Configuration {
  /// What a command without `--config` uses.
  enum Search: Equatable {
    /// The nearest file, relative to the folder where the search began.
    case found(String)
    case none
    /// The nearest file belongs to another user. It names programs to run, so only `--config` can name it.
    case foreign(String)
  }

  /// Looks for a configuration in a folder and the folders above it. The search ends after a folder that has `.git`,
  /// because that is the root of a project.
  ///
  /// - Parameter user: The user to whom a file above the folder must belong, if not to root. Everybody may write to some
  ///   folders, such as /tmp.
  static func search(from folder: String, user: uid_t = geteuid()) -> Search {
    var steps = ""
    for folder in FileSystem.upward(from: folder) {
      let path = steps + fileName
      if FileManager.default.fileExists(atPath: "\(folder)/\(fileName)") {
        return steps.isEmpty || belongs("\(folder)/\(fileName)", to: user) ? .found(path) : .foreign(path)
      }
      if FileManager.default.fileExists(atPath: "\(folder)/.git") { break }
      steps += "../"
    }
    return .none
  }

  /// Returns whether a file belongs to a user or to root. If it is a link, both the link and its target must.
  private static func belongs(_ path: String, to user: uid_t) -> Bool {
    var (link, target) = (stat(), stat())
    guard lstat(path, &link) == 0, stat(path, &target) == 0 else { return false }
    return [link, target].allSatisfy { $0.st_uid == user || $0.st_uid == 0 }
  }
}
