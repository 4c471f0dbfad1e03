import ContractCore

/// The line of a contract that a reason is about, with the lines around it.
struct ContractLines {
  /// How many characters of a line are shown on each side of the place.
  private static let reach = 160

  private let first: Int
  private let before: [String]
  private let line: (start: String, place: String, end: String)
  private let after: [String]

  /// Reads the lines; nil if the range has no file.
  ///
  /// - Parameter secrets: The places of secrets in the file. Their characters become asterisks.
  init?(_ range: SourceRange, secrets: [Range<Int>]) {
    let source = range.source
    if source.bytes.isEmpty { return nil }
    let near = source.line(at: range.start, within: 8 * Self.reach)
    let position = range.position
    let whole = Array(Mask.covered(near.bytes, of: source.bytes, secrets).unicodeScalars)
    let place = max(0, min(position.column - 1 - near.columnsBefore, whole.count))
    let low = max(0, place - Self.reach)
    let covered = Array(whole[low..<min(whole.count, place + Self.reach)])
    let start = place - low
    let last = source.position(at: range.end)
    let lastColumn = last.line == position.line ? last.column - 1 - near.columnsBefore - low : covered.count
    let end = max(start, min(lastColumn, covered.count))
    func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String { String(String.UnicodeScalarView(scalars)) }
    let isCut = near.columnsBefore + low > 0
    line = ((isCut ? "…" : "") + text(covered[..<start]), text(covered[start..<end]), text(covered[end...]))
    /// Returns the line at a place; nothing if it is too long.
    func neighbor(at offset: Int) -> [String] {
      let line = source.line(at: offset, within: Self.reach)
      return line.columnsBefore > 0 ? [] : [Mask.covered(line.bytes, of: source.bytes, secrets)]
    }
    // In a file that is one long line, nothing is searched for its ends.
    let (bytes, lineFeed) = (source.bytes, UInt8(ascii: "\n"))
    let earlier = bytes.prefix(range.start).suffix(4 * Self.reach).lastIndex(of: lineFeed)
    let before = earlier.map { feed in
      bytes[..<feed].suffix(Self.reach).lastIndex(of: lineFeed).map { $0 + 1 } ?? feed
    }
    self.before = before.map(neighbor) ?? []
    first = position.line - self.before.count
    let later = bytes.dropFirst(range.start).prefix(4 * Self.reach).firstIndex(of: lineFeed)
    after = later.flatMap { $0 + 1 < bytes.count ? neighbor(at: $0 + 1) : nil } ?? []
  }

  /// The number of the first line, the lines before, the line in three parts with the place in the middle, the lines
  /// after.
  var json: JSON { [.number(first), .strings(before), .strings([line.start, line.place, line.end]), .strings(after)] }
}

/// The places of secrets in contracts. Each file is searched once, and as a whole: the name of a secret may be on another
/// line.
struct ContractSecrets {
  /// The places by client and source.
  private var found: [String: [ObjectIdentifier: [Range<Int>]]] = [:]

  mutating func places(in source: Source, for result: ScenarioResult) -> [Range<Int>] {
    if let places = found[result.client]?[ObjectIdentifier(source)] { return places }
    let places = Mask(result.secrets).secrets(in: source)
    found[result.client, default: [:]][ObjectIdentifier(source)] = places
    return places
  }
}
