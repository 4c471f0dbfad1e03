/// A text in which secrets and the run's own URLs, hosts and ports are marked. The same text of two runs is equal, even if
/// their ports and tokens differ.
package struct MarkedText: Equatable {
  private enum Piece: Equatable {
    case text(ExactString)
    /// One of the run's base URLs, as it stands in an expression or in a text of a contract.
    case url(String)
    /// What differs from run to run, as an expression.
    case any(String)
  }

  private var pieces: [Piece] = []

  /// Finds the secrets, URLs and ports in a text.
  ///
  /// - Parameters:
  ///   - urls: The texts of the run's base URLs, each with what to write for it. The first that fits is taken.
  ///   - origins: The run's own hosts and ports, which are marked where they are not in one of these URLs.
  ///   - secrets: What is a secret; nil if none is marked.
  ///   - isKnown: Returns whether a secret stays as it is.
  package init(
    _ text: String, urls: [(text: String, written: String)], origins: Set<String> = [], secrets: Secrets?,
    isKnown: (String) -> Bool = { _ in false }
  ) {
    let bytes = Array(text.utf8)
    let hidden = (secrets?.ranges(in: text) ?? []).filter { !isKnown(String(decoding: bytes[$0], as: UTF8.self)) }
    var marks = hidden.map { (range: $0, piece: Piece.any(".+")) }
    for (url, written) in urls {
      for range in bytes.ranges(ofURL: Array(url.utf8)) where !marks.contains(where: { $0.range.overlaps(range) }) {
        marks.append((range, .url(written)))
      }
    }
    for (range, expression) in text.marks(of: origins, except: marks.map(\.range)) {
      marks.append((range, .any(expression)))
    }
    var end = 0
    func addText(to next: Int) {
      if next > end { pieces.append(.text(ExactString(String(decoding: bytes[end..<next], as: UTF8.self)))) }
    }
    for (range, piece) in marks.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      addText(to: range.lowerBound)
      pieces.append(piece)
      end = range.upperBound
    }
    addText(to: bytes.count)
  }

  /// Whether nothing is marked.
  package var isPlain: Bool { pieces.allSatisfy { if case .text = $0 { true } else { false } } }
  /// Whether something is marked for which no text can be written.
  package var needsExpression: Bool { pieces.contains { if case .any = $0 { true } else { false } } }

  /// The text with what is written for URLs.
  package var text: String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text.string
      case .url(let written): written
      case .any: ""
      }
    }.joined()
  }

  /// An expression for the text and for no other, except in its marks.
  package var expression: String {
    let inner = pieces.map { piece in
      switch piece {
      case .text(let text): text.string.expression
      case .url(let written), .any(let written): written
      }
    }
    return "^\(inner.joined())$"
  }
}

extension [UInt8] {
  /// Returns the places of a URL that end where its host, port or path may end.
  fileprivate func ranges(ofURL url: [UInt8]) -> [Range<Int>] {
    guard let first = url.first else { return [] }
    let endsInHost = url.endsInHost
    var ranges: [Range<Int>] = []
    var index = 0
    while let start = firstIndex(of: first, from: index) {
      let end = start + url.count
      let isFound = end <= count && self[start..<end].elementsEqual(url) && !isWord(at: end, afterMark: endsInHost)
      if isFound { ranges.append(start..<end) }
      index = isFound ? end : start + 1
    }
    return ranges
  }

  /// Returns whether a letter or a digit is at an index.
  ///
  /// - Parameter afterMark: Whether a character that a host can contain, or the colon of a port, may stand before it.
  ///   Such a character continues a host, but neither a port nor a path: `{{baseURL}}.json`.
  private func isWord(at index: Int, afterMark: Bool) -> Bool {
    guard index < count else { return false }
    if afterMark, ".-:_".utf8.contains(self[index]) { return isWord(at: index + 1, afterMark: false) }
    return self[index].isLetter || self[index].isDigit || self[index] >= 0x80
  }

  /// Whether a URL has neither a port nor a path.
  private var endsInHost: Bool {
    // The third slash begins the path.
    count { $0 == UInt8(ascii: "/") } == 2 && last { !$0.isDigit } != UInt8(ascii: ":")
  }
}
