import ContractCore

/// How the author of a JSON text writes it: what the text mostly has at each kind of place.
struct JSONStyle {
  /// The number of columns that a line has at most, if its values allow that.
  static let width = 120

  private(set) var lineEnd = Array("\n".utf8)
  /// The white space that each level adds to the indentation.
  private(set) var unit = Array("  ".utf8)
  /// What is between the name and the value of a member.
  private(set) var colon = Array(": ".utf8)
  /// What is between two members or elements on one line.
  private(set) var comma = Array(", ".utf8)
  /// The white space inside the braces of an object on one line.
  private(set) var bracePadding = Array(" ".utf8)
  /// The white space inside the brackets of an array on one line.
  private(set) var bracketPadding: [UInt8] = []

  /// Reads the style of a text. What the text has nowhere is written as in the contracts of this project.
  init(of bytes: [UInt8]) {
    var (lineEnds, units, colons, commas, braces, brackets) = (Tally(), Tally(), Tally(), Tally(), Tally(), Tally())
    var stringEnd = 0
    var indentation = bytes.indentation(from: 0)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let space = bytes[index + 1..<bytes.spaceEnd(from: index + 1)]
      // More space is alignment, which is different on each line.
      let isPlain = space.isEmpty || space.elementsEqual(" ".utf8) || space.elementsEqual("\t".utf8)
      switch byte {
      case UInt8(ascii: "\""):
        stringEnd = bytes.stringEnd(from: index)?.index ?? bytes.count
        index = stringEnd
        continue
      case UInt8(ascii: "{") where isPlain: braces.add(space, unlessBefore: UInt8(ascii: "}"), in: bytes)
      case UInt8(ascii: "[") where isPlain: brackets.add(space, unlessBefore: UInt8(ascii: "]"), in: bytes)
      case UInt8(ascii: ",") where isPlain: commas.add(bytes[index..<space.endIndex])
      case UInt8(ascii: ":") where isPlain && index - stringEnd <= 1: colons.add(bytes[stringEnd..<space.endIndex])
      case UInt8(ascii: "\n"):
        lineEnds.add(bytes[(index > 0 && bytes[index - 1] == UInt8(ascii: "\r") ? index - 1 : index)...index])
        let next = bytes.indentation(from: index + 1)
        let isBlank = next.endIndex == bytes.count || bytes[next.endIndex] < 0x20
        if isBlank { break }
        if next.count > indentation.count, next.starts(with: indentation) {
          units.add(next.dropFirst(indentation.count))
        }
        indentation = next
      default: break
      }
      index += 1
    }
    lineEnd = lineEnds.most(lineEnd)
    unit = units.most(unit)
    // A text without spaces in one kind of place has none in the others.
    colon = colons.most(commas.most(comma) == Array(",".utf8) ? Array(":".utf8) : colon)
    let isDense = colon.last == UInt8(ascii: ":")
    comma = commas.most(isDense ? Array(",".utf8) : comma)
    bracePadding = braces.most(isDense ? [] : bracePadding)
    bracketPadding = brackets.most(bracketPadding)
  }
}

/// How often a text has each of the ways to write something.
private struct Tally {
  private var counts: [ArraySlice<UInt8>: Int] = [:]

  mutating func add(_ way: ArraySlice<UInt8>) { counts[way, default: 0] += 1 }

  /// Counts the space after an opening bracket, unless the closing one follows.
  mutating func add(_ space: ArraySlice<UInt8>, unlessBefore close: UInt8, in bytes: [UInt8]) {
    if space.endIndex < bytes.count, bytes[space.endIndex] != close { add(space) }
  }

  /// Returns the most frequent way. Among equally frequent ones it is the usual one, or else the first by its bytes.
  func most(_ usual: [UInt8]) -> [UInt8] {
    let highest = counts.values.max()
    let ways = counts.filter { $0.value == highest }.map { Array($0.key) }
    if ways.isEmpty || ways.contains(usual) { return usual }
    return ways.min { $0.lexicographicallyPrecedes($1) } ?? usual
  }
}

extension [UInt8] {
  func indentation(from start: Int) -> ArraySlice<UInt8> {
    self[start...].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }
}

extension JSON {
  /// The value as the text of a file that people read: what fits is on one line, everything else on lines of its own.
  package var asFile: [UInt8] {
    // Values are written recursively.
    DeepStack.run {
      var text: [UInt8] = []
      let item = JSONStyle.Item(name: nil, value: self)
      JSONStyle(of: []).write(item, indentation: [], column: 0, tail: 0, to: &text)
      return text + [UInt8(ascii: "\n")]
    }
  }
}
