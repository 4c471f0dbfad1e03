import Foundation

/// A service that runs jobs for a repository.
enum CIService: CaseIterable {
  case github, gitlab

  /// The file or folder that shows that a repository uses the service.
  var mark: String {
    switch self {
    case .github: ".github"
    case .gitlab: ".gitlab-ci.yml"
    }
  }

  /// Returns the services that a folder has files for.
  static func used(in folder: String) -> [CIService] {
    let files = Set((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    return allCases.filter { files.contains($0.mark) }
  }
}
