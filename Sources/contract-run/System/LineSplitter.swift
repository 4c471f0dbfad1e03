import ContractCore

/// A splitter of a driver's standard output. It separates lines that may be messages from bytes that are only output.
///
/// What does not begin with `{` cannot be a message. It is passed on immediately and never collected, so a driver that
/// writes forever without a line feed does not use memory.
struct LineSplitter {
  /// The longest message line: 64 MiB. A longer one is a protocol fault.
  static let limit = 64 << 20

  enum Piece {
    /// A whole line that begins with `{`, without its line feed.
    case line([UInt8])
    /// Bytes that do not belong to a message, including line feeds.
    case output(ArraySlice<UInt8>)
    /// A line that begins with `{` and does not end within the limit.
    case tooLong
  }

  private enum State {
    /// At the beginning of a line, or in its leading white space.
    case beginning
    case message
    case output
  }

  private var state = State.beginning
  private var partial: [UInt8] = []

  /// Reads some bytes of a buffer, and passes on the pieces that they complete.
  mutating func append(_ bytes: [UInt8], _ range: Range<Int>, to handle: (Piece) -> Void) {
    var index = range.lowerBound
    let end = range.upperBound
    while index < end {
      switch state {
      case .beginning:
        switch bytes[index] {
        case 0x20, 0x09, 0x0D, UInt8(ascii: "\n"): index += 1
        case UInt8(ascii: "{"): state = .message
        default: state = .output
        }
      case .message:
        let lineEnd = bytes.firstIndex(of: 0x0A, from: index, to: end)
        partial += bytes[index..<(lineEnd ?? end)]
        if partial.count > Self.limit {
          partial = []
          state = .output
          handle(.tooLong)
        } else if lineEnd != nil {
          let line = partial
          partial = []
          state = .beginning
          handle(.line(line))
        }
        index = lineEnd.map { $0 + 1 } ?? end
      case .output:
        let lineEnd = bytes.firstIndex(of: 0x0A, from: index, to: end).map { $0 + 1 }
        handle(.output(bytes[index..<(lineEnd ?? end)]))
        if lineEnd != nil { state = .beginning }
        index = lineEnd ?? end
      }
    }
  }

  /// Returns the bytes of an unfinished message, which a driver that ended left behind.
  mutating func takePartial() -> [UInt8] {
    defer {
      partial = []
      state = .beginning
    }
    return partial
  }
}
