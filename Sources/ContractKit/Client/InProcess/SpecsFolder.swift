import Foundation

/// The folder that a test's relative paths count from.
///
/// Neither `swift test` nor Xcode promises a current folder: what both know is the test's own file.
struct SpecsFolder {
  /// Absolute.
  let path: String

  /// Finds the nearest folder above a file that holds a package or an Xcode project; the current folder where none does.
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

  /// A path as messages show it: relative to the current folder where it lies below that.
  func path(_ specs: String) -> String {
    Path.shown(Path.absolute(specs.hasPrefix("/") ? specs : "\(path)/\(specs)"))
  }
}
