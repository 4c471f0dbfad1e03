/// The line on a driver's standard error that says: from here on, what is printed belongs to this call.
///
/// Messages and output travel in two pipes, so the runner cannot tell by time alone whose output it reads once a driver
/// begins a call that was written ahead. A driver that offers `ahead` therefore writes a mark before each call. It begins
/// with a record separator, which no text that people read has, and is never shown.
package enum CallMark {
  private static let beginning = Array("\u{1E}contract-run call ".utf8)
  /// Longer than any mark: a call's id has at most 19 digits.
  private static let limit = beginning.count + 20

  /// The mark of a call, with its line end; to be written in one piece.
  package static func line(id: Int) -> [UInt8] {
    Array("\u{1E}contract-run call \(id)\n".utf8)
  }

  /// A stretch of a driver's standard error.
  package enum Piece: Equatable {
    case output(ArraySlice<UInt8>)
    /// What follows belongs to the call of this id.
    case mark(id: Int)
  }

  /// Finds marks in a stream that comes in pieces of any size.
  package struct Reader: Sendable {
    /// The beginning of what may become a mark.
    private var held: [UInt8] = []

    /// Makes a reader that has read nothing.
    package init() {}

    /// Takes the next bytes; hands out what is certain with them, in order.
    package mutating func append(_ bytes: ArraySlice<UInt8>, to handle: (Piece) -> Void) {
      var rest = held.isEmpty ? bytes : (held + bytes)[...]
      held = []
      while let start = rest.firstIndex(of: beginning[0]) {
        if start > rest.startIndex { handle(.output(rest[..<start])) }
        rest = rest[start...]
        let candidate = rest.prefix(limit)
        if !candidate.starts(with: beginning.prefix(candidate.count)) {
          handle(.output(rest.prefix(1)))
          rest = rest.dropFirst()
        } else if let end = candidate.firstIndex(of: UInt8(ascii: "\n")) {
          let id = Int(String(decoding: candidate[..<end].dropFirst(beginning.count), as: UTF8.self))
          handle(id.map(Piece.mark) ?? .output(rest[...end]))
          rest = rest[(end + 1)...]
        } else if candidate.count < limit {
          held = Array(candidate)
          return
        } else {
          handle(.output(rest.prefix(1)))
          rest = rest.dropFirst()
        }
      }
      if !rest.isEmpty { handle(.output(rest)) }
    }

    /// What was held back and became no mark, at the stream's end.
    package mutating func takeRest() -> [UInt8] {
      defer { held = [] }
      return held
    }
  }
}
