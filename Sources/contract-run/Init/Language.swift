import Foundation

/// A language in which `init` writes a driver.
enum Language: String, CaseIterable {
  case swift, python, shell

  /// Returns the language that the files of a folder are in; Swift if they do not show it.
  static func used(in folder: String) -> Language {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    if files.contains("Package.swift") { return .swift }
    let ofPython: Set = ["pyproject.toml", "setup.py", "requirements.txt", "Pipfile"]
    return files.contains { ofPython.contains($0) || $0.hasSuffix(".py") } ? .python : .swift
  }
}
