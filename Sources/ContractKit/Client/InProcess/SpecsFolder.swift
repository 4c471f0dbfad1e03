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
    var folder = Path.parent(Path.absolute(file))
    while true {
      let names = (try? files.contentsOfDirectory(atPath: folder)) ?? []
      if names.contains(where: { $0 == "Package.swift" || $0.hasSuffix(".xcodeproj") }) { break }
      if folder == "/" {
        folder = files.currentDirectoryPath
        break
      }
      folder = Path.parent(folder)
    }
    path = folder
  }

  /// Returns a path as messages show it: relative if it is below the current folder.
  func path(_ specs: String) -> String {
    Path.shown(Path.absolute(specs.hasPrefix("/") ? specs : "\(path)/\(specs)"))
  }
}
