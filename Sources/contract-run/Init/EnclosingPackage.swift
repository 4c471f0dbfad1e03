import ContractCore
import Foundation

/// What is above a folder, up to the root of its repository.
struct EnclosingPackage {
  /// The nearest folder above that has a Swift package, as an absolute path.
  var package: String?
  /// The root of the repository, as an absolute path; nil if the folder is the root, or is not in a repository.
  var root: String?

  init(of clientFolder: String) {
    for folder in FileSystem.upward(from: clientFolder) {
      func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(folder)/\(name)") }
      if folder != clientFolder, package == nil, has("Package.swift") { package = folder }
      if has(".git") {
        if folder != clientFolder { root = folder }
        break
      }
    }
  }
}
