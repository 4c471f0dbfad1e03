/// Cuts a driver's standard output into lines that may be messages and bytes that are mere output.
///
/// What cannot be a message, because it does not begin with `{`, is passed on at once and never collected: a driver that
/// writes for ever without a line's end costs no memory.
struct LineSplitter {
  /// A message line longer than this is a fault: 64 MiB.
  static let limit = 64 << 20

  enum Piece {
    /// A whole line that begins with `{`, without its end.
    case line([UInt8])
    /// Bytes that belong to no message, line ends included.
    case output(ArraySlice<UInt8>)
    /// A line that begins with `{` and has no end within the limit.
    case tooLong
  }

  private enum State {
    /// At a line's beginning, or in the white space there.
    case beginning
    case message
    case output
  }

  private var state = State.beginning
  private var partial: [UInt8] = []

  /// Takes the next bytes; hands out the pieces that are complete with them.
  mutating func append(_ bytes: ArraySlice<UInt8>, to handle: (Piece) -> Void) {
    var rest = bytes
    while !rest.isEmpty {
      switch state {
      case .beginning:
        guard let first = rest.firstIndex(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { return }
        rest = rest[first...]
        if rest[first] == UInt8(ascii: "\n") {
          rest = rest.dropFirst()
        } else {
          state = rest[first] == UInt8(ascii: "{") ? .message : .output
        }
      case .message:
        let end = rest.firstIndex(of: UInt8(ascii: "\n"))
        partial += rest[..<(end ?? rest.endIndex)]
        if partial.count > Self.limit {
          partial = []
          state = .output
          handle(.tooLong)
        } else if end != nil {
          let line = partial
          partial = []
          state = .beginning
          handle(.line(line))
        }
        rest = end.map { rest[($0 + 1)...] } ?? []
      case .output:
        let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
        handle(.output(rest[..<(end ?? rest.endIndex)]))
        if end != nil { state = .beginning }
        rest = end.map { rest[$0...] } ?? []
      }
    }
  }

  /// The bytes of a message that has begun and has no end: what a driver that died left behind.
  mutating func takePartial() -> [UInt8] {
    defer {
      partial = []
      state = .beginning
    }
    return partial
  }
}
