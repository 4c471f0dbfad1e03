import Foundation

/// The folder at which a test's relative paths start.
///
/// Neither `swift test` nor Xcode guarantees a current folder. Both know the path of the test's own file.
struct SpecsFolder {
  /// The absolute path.
  let path: String

  /// Finds the nearest folder above a file that holds a package or an Xcode project, or else uses the current folder.
  init(of file: String) {
    let files = FileManager.default
    var folder = FileSystem.parent(FileSystem.absolute(file))
    while true {
      let names = (try? files.contentsOfDirectory(atPath: folder)) ?? []
      if names.contains(where: { $0 == "Package.swift" || $0.hasSuffix(".xcodeproj") }) { break }
      if folder == "/" {
        folder = files.currentDirectoryPath
        break
      }
      folder = FileSystem.parent(folder)
    }
    path = folder
  }

  /// Returns a path as messages show it: relative if it is below the current folder.
  func path(_ specs: String) -> String {
    FileSystem.shown(FileSystem.absolute(specs.hasPrefix("/") ? specs : "\(path)/\(specs)"))
  }
}
