import ContractCore

/// Cuts a driver's standard output into lines that may be messages and bytes that are mere output.
///
/// What cannot be a message, because it does not begin with `{`, is passed on at once and never collected: a driver that
/// writes for ever without a line's end costs no memory.
struct LineSplitter {
  /// A message line longer than this is a protocol fault: 64 MiB.
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

  /// Takes the first bytes of a buffer as the next ones; hands out the pieces that are complete with them.
  mutating func append(_ bytes: [UInt8], upTo count: Int, to handle: (Piece) -> Void) {
    var index = 0
    while index < count {
      switch state {
      case .beginning:
        switch bytes[index] {
        case 0x20, 0x09, 0x0D, UInt8(ascii: "\n"): index += 1
        case UInt8(ascii: "{"): state = .message
        default: state = .output
        }
      case .message:
        let end = bytes.firstIndex(of: 0x0A, from: index, to: count)
        partial += bytes[index..<(end ?? count)]
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
        index = end.map { $0 + 1 } ?? count
      case .output:
        let end = bytes.firstIndex(of: 0x0A, from: index, to: count).map { $0 + 1 }
        handle(.output(bytes[index..<(end ?? count)]))
        if end != nil { state = .beginning }
        index = end ?? count
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
