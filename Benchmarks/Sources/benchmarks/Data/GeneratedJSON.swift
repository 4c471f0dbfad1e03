import ContractCore
import Foundation

/// JSON texts like those of an API. They are the same in each run.
enum GeneratedJSON {
  /// Returns objects with names, sentences, a URL and tags, of at least the given size in all.
  static func text(bytes: Int) -> [UInt8] {
    var random = SeededNumbers(state: 1)
    return list(bytes: bytes) {
      let tags = (0..<5).map { _ in #""\#(random.word())""# }.joined(separator: ", ")
      return #"{"name": "\#(random.words(4))", "title": "\#(random.words(8))", "#
        + #""description": "\#(random.words(30))", "url": "https://example.com/\#(random.word())", "tags": [\#(tags)]}"#
    }
  }

  /// Returns lists of an integer of up to ten digits, a coordinate, and a number with all its digits.
  static func numbers(bytes: Int) -> [UInt8] {
    var random = SeededNumbers(state: 1)
    return list(bytes: bytes) {
      var most = 10
      for _ in 0..<Int.random(in: 0...8, using: &random) { most *= 10 }
      let coordinate = (Double.random(in: -180...180, using: &random) * 1e6).rounded() / 1e6
      return
        "[\(Int.random(in: 0...most, using: &random)), \(coordinate), \(Double.random(in: 0...1e6, using: &random))]"
    }
  }

  private static func list(bytes: Int, _ element: () -> String) -> [UInt8] {
    var text = Array("[".utf8)
    while text.count < bytes {
      if text.count > 1 { text += Array(", ".utf8) }
      text += Array(element().utf8)
    }
    return text + Array("]".utf8)
  }
}

extension SeededNumbers {
  mutating func word() -> String { Self.words[Int.random(in: Self.words.indices, using: &self)] }

  mutating func words(_ count: Int) -> String { (0..<count).map { _ in word() }.joined(separator: " ") }

  private static let words =
    "lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore magna"
    .split(separator: " ").map(String.init)
}
