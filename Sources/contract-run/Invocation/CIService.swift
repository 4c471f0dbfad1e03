import ContractCore
import Foundation

/// A service that runs jobs for a repository, by the file or folder that shows that the repository uses it.
enum CIService: String, CaseIterable {
  case github = ".github"
  case gitlab = ".gitlab-ci.yml"

  /// The files and folders of any service, also of one for which `init` writes no job.
  private static let marks =
    [
      ".github/workflows", ".gitlab-ci.yml", ".buildkite", ".circleci", ".drone.yml", ".travis.yml", ".woodpecker.yml",
      "Jenkinsfile", "azure-pipelines.yml", "bitbucket-pipelines.yml", "ci_scripts",
    ]

  /// Returns whether a folder, or one above it in the same repository, has a file of any service.
  static func isUsed(around folder: String) -> Bool {
    for folder in FileSystem.upward(from: folder) {
      func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: FileSystem.join(folder, name)) }
      if marks.contains(where: has) { return true }
      if has(".git") { return false }
    }
    return false
  }

  static func used(in folder: String) -> [CIService] {
    let files = Set((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    return allCases.filter { files.contains($0.rawValue) }
  }
}
