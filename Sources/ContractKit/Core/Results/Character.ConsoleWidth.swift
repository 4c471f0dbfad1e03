/// The number of columns that text takes on a terminal, and text that is fitted to a number of columns.
extension String {
  /// The columns that the text takes: two for wide characters (East Asian ones, emoji), none for combining ones.
  package var columns: Int {
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
    return reduce(0) { $0 + $1.columns }
  }

  /// Returns the text with spaces up to a number of columns.
  package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - columns)) }

  /// Returns the text cut at its end to a number of columns, with an ellipsis.
  package func cut(to width: Int) -> String {
    columns <= width ? self : String(fitting(width - 1, self)) + (width > 0 ? "…" : "")
  }

  /// Returns the text cut at its beginning to a number of columns, with an ellipsis. The end of a path is its most
  /// useful part.
  package func cutFront(to width: Int) -> String {
    columns <= width ? self : (width > 0 ? "…" : "") + String(fitting(width - 1, String(reversed())).reversed())
  }

  private func fitting(_ width: Int, _ text: String) -> Substring {
    var room = width
    return text.prefix {
      room -= $0.columns
      return room >= 0
    }
  }
}

extension Character {
  fileprivate var columns: Int {
    guard let first = unicodeScalars.first else { return 0 }
    // An emoji presentation selector makes a narrow symbol wide.
    if unicodeScalars.contains("\u{FE0F}") { return 2 }
    switch first.value {
    case 0x300..<0x370, 0x200B..<0x2010, 0xFEFF: return 0
    case 0x1100..<0x1160, 0x2E80..<0x303F, 0x3041..<0xA4D0, 0xAC00..<0xD7A4, 0xF900..<0xFB00, 0xFE30..<0xFE70,
      0xFF00..<0xFF61, 0xFFE0..<0xFFE7, 0x1F1E6..<0x1F650, 0x1F680..<0x1F700, 0x1F900..<0x1FB00, 0x20000..<0x3FFFE:
      return 2
    default: return 1
    }
  }
}
