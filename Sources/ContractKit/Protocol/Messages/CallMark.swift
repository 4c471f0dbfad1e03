/// A line on a driver's standard error. It marks that the following output belongs to a call.
///
/// Messages and output travel in two pipes. So if a driver begins a call that was written ahead, the time alone does
/// not show the runner whose output it reads. For this reason, a driver that offers `ahead` writes a mark before each
/// call. A mark begins with a record separator, which readable text never has, and is never shown.
package enum CallMark {
  private static let beginning = Array("\u{1E}contract-run call ".utf8)
  /// Longer than any mark: a call's id has at most 19 digits.
  private static let limit = beginning.count + 20

  /// Returns the mark of a call, with its line feed. It must be written in one piece.
  package static func line(id: Int) -> [UInt8] {
    var line = beginning
    line.append(textOf: String(id))
    line.append(UInt8(ascii: "\n"))
    return line
  }

  /// A part of a driver's standard error.
  package enum Piece: Equatable {
    case output(ArraySlice<UInt8>)
    /// The following output belongs to the call with this id.
    case mark(id: Int)
  }

  /// A reader that finds marks in a stream that comes in pieces of any size.
  package struct Reader: Sendable {
    /// The beginning of a possible mark.
    private var held: [UInt8] = []

    package init() {}

    /// Reads the next bytes, and passes on what is certain, in order.
    package mutating func append(_ bytes: ArraySlice<UInt8>, to handle: (Piece) -> Void) {
      var rest = held.isEmpty ? bytes : (held + bytes)[...]
      held = []
      while let start = rest.firstIndex(of: beginning[0]) {
        if start > rest.startIndex { handle(.output(rest[..<start])) }
        rest = rest[start...]
        let candidate = rest.prefix(limit)
        let mayBeMark = candidate.starts(with: beginning.prefix(candidate.count))
        if mayBeMark, let end = candidate.firstIndex(of: UInt8(ascii: "\n")) {
          let id = Int(String(decoding: candidate[..<end].dropFirst(beginning.count), as: UTF8.self))
          handle(id.map(Piece.mark) ?? .output(rest[...end]))
          rest = rest[(end + 1)...]
        } else if mayBeMark, candidate.count < limit {
          held = Array(candidate)
          return
        } else {
          handle(.output(rest.prefix(1)))
          rest = rest.dropFirst()
        }
      }
      if !rest.isEmpty { handle(.output(rest)) }
    }

    /// Returns, at the end of the stream, the bytes that were held back and did not become a mark.
    package mutating func takeRest() -> [UInt8] {
      defer { held = [] }
      return held
    }
  }
}
