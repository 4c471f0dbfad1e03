import Foundation
import TestSupport
import Testing

@testable import ContractCore

@Suite("The links of the documentation", .slow)
struct LinkTests {
  /// The text files of the repository in which people read links, with their paths below the package.
  private static let files: [(path: String, text: String)] = {
    let root = TestFolder.package
    let folders = [
      "", "docs", "Sources", "Examples", "Kits", "specs", ".github", "bazel", "Benchmarks", "Fuzzing", "Tests",
    ]
    var paths: [String] = []
    for folder in folders {
      let place = root.appendingPathComponent(folder).path
      let below = folder.isEmpty ? FileManager.default.contents(of: place) : FileManager.default.paths(below: place)
      paths += below.map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
    }
    let endings = [".md", ".swift", ".json", ".yml", ".py", ".sh"]
    return paths.filter { path in endings.contains { path.hasSuffix($0) } }.sorted().compactMap { path in
      root.text(path).map { (path, $0) }
    }
  }()

  /// The anchors of each page, by its absolute path.
  private static let anchors = Dictionary(
    uniqueKeysWithValues: files.filter { $0.path.hasSuffix(".md") }.map { path, text in
      (TestFolder.package.appendingPathComponent(path).standardizedFileURL.path, anchors(of: text))
    })

  /// Returns the anchors that a code host makes of a page's headings.
  private static func anchors(of page: String) -> Set<String> {
    var counts: [String: Int] = [:]
    for line in withoutExamples(page).split(separator: "\n") {
      guard let heading = line.wholeMatch(of: #/#{1,6} (.+)/#)?.1 else { continue }
      let words = heading.replacing(#/\[([^\]]*)\]\([^)]*\)/#) { String($0.1) }
      let anchor = words.lowercased().replacing(" ", with: "-").filter {
        $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_"
      }
      counts[anchor, default: 0] += 1
    }
    return counts.reduce(into: []) { all, anchor in
      for number in 0..<anchor.value { all.insert(number == 0 ? anchor.key : "\(anchor.key)-\(number)") }
    }
  }

  /// Returns a page without its code, in which a link is an example and `#` begins a comment.
  private static func withoutExamples(_ page: String) -> String {
    var isInside = false
    return page.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      if line.hasPrefix("```") { isInside.toggle() }
      return !isInside
    }.map { line in
      // Every second part is code, which can look like a link, such as a call of a generic function in Go.
      line.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
        index % 2 == 1 && part.contains("](") ? "" : part
      }.joined(separator: "`")
    }.joined(separator: "\n")
  }

  /// Returns what is wrong with a link; nil if it leads to a file and, on a page, to a heading.
  private static func mistake(_ target: Substring, in file: String) -> String? {
    let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let folder = TestFolder.package.appendingPathComponent(file).deletingLastPathComponent()
    let place =
      parts[0].isEmpty
      ? TestFolder.package.appendingPathComponent(file) : folder.appendingPathComponent(String(parts[0]))
    guard FileManager.default.fileExists(atPath: place.path) else { return "\(file): \(target): there is no such file" }
    guard parts.count == 2, place.pathExtension == "md" else { return nil }
    let isThere = anchors[place.standardizedFileURL.path]?.contains(String(parts[1])) == true
    return isThere ? nil : "\(file): \(target): there is no such heading"
  }

  @Test("every link of every page leads to a file, and its anchor to a heading")
  func pages() {
    let pages = Self.files.filter { $0.path.hasSuffix(".md") }
    #expect(pages.count > 40)
    var count = 0
    for (path, text) in pages {
      for link in Self.withoutExamples(text).matches(of: #/\]\(([^)\s]+)\)/#) {
        guard link.1.firstMatch(of: #/^[a-z]+:/#) == nil else { continue }
        count += 1
        let mistake = Self.mistake(link.1, in: path)
        #expect(mistake == nil)
      }
    }
    #expect(count > 500)
  }

  @Test("every page that code, a schema or a message names exists, and its anchor too")
  func named() {
    var count = 0
    let own = "Tests/ContractRunTests/Commands/LinkTests.swift"
    for (path, text) in Self.files where !path.hasSuffix(".md") && path != own {
      for name in text.matches(of: #/(?:\bdocs\/|page\(")([a-z-]+\.md(?:#[a-z0-9-]+)?)/#) {
        count += 1
        let mistake = Self.mistake(name.1, in: "docs/x")
        #expect(mistake == nil, "\(path)")
      }
    }
    #expect(count > 50)
  }
}

extension FileManager {
  /// The names in a folder; none if it is not there.
  fileprivate func contents(of folder: String) -> [String] { (try? contentsOfDirectory(atPath: folder)) ?? [] }

  /// The paths of what is in a folder and below it, without what builds write; none if it is not there.
  fileprivate func paths(below folder: String) -> [String] {
    ((try? subpathsOfDirectory(atPath: folder)) ?? []).filter { !$0.contains(".build/") && !$0.contains("__pycache__") }
  }
}
