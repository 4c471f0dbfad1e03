import ContractCore
import Foundation

/// How a person starts contract-run again from a folder.
enum TypedProgram {
  /// The words that start contract-run again from this folder.
  static let own = words(CommandLine.arguments.first ?? "contract-run", in: FileSystem.absolute(".")) {
    FileManager.default.fileExists(atPath: "\($0)/Package.swift")
  }

  /// Returns the words that start a program again, as people type them.
  ///
  /// `swift run` starts programs by paths such as `.build/x86_64-unknown-linux-gnu/debug/contract-run`, which nobody
  /// types: they stand for `swift run`. A path in a build folder that somebody typed stays as it is, because such
  /// folders are not in anybody's PATH. All other programs are installed, and have their name.
  ///
  /// - Parameters:
  ///   - program: The path or the name that started it.
  ///   - folder: Where the words are typed, as an absolute path.
  ///   - isPackage: Whether a folder has a Swift package.
  static func words(_ program: String, in folder: String, isPackage: (String) -> Bool) -> [String] {
    let whole = program.hasPrefix("/") ? program : FileSystem.absolute(FileSystem.join(folder, program))
    let path = whole.split(separator: "/")
    guard let build = path.lastIndex(of: ".build") else { return ["contract-run"] }
    let package = "/" + path[..<build].joined(separator: "/")
    guard path.count == build + 4, isPackage(package) else { return [program] }
    let configuration = path[build + 2] == "debug" ? [] : ["-c", String(path[build + 2])]
    // `swift run` runs the program of the nearest package.
    let isNearest = FileSystem.upward(from: folder).first(where: isPackage) == package
    let relative = FileSystem.relative(package, from: folder)
    let place = isNearest ? [] : ["--package-path", relative.count < package.count ? relative : package]
    return ["swift", "run"] + configuration + place + [String(path[build + 3])]
  }
}
