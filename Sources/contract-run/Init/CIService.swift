import Foundation

/// A service that runs jobs for a repository.
enum CIService: CaseIterable {
  case github, gitlab

  /// Returns the services that a folder has files for.
  static func used(in folder: String) -> [CIService] {
    let files = Set((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    return allCases.filter { files.contains($0 == .github ? ".github" : ".gitlab-ci.yml") }
  }
}
