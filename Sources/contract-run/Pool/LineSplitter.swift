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

  /// Reads the first bytes of a buffer, and passes on the pieces that they complete.
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

  /// Returns the bytes of an unfinished message, which a driver that ended left behind.
  mutating func takePartial() -> [UInt8] {
    defer {
      partial = []
      state = .beginning
    }
    return partial
  }
}
