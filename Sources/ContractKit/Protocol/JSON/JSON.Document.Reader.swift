extension JSON.Document {
  /// The result of the fast reader.
  package enum Reading {
    case document(JSON.Document)
    /// The text has more than `JSON.tokenLimit` tokens; the offset is that of the first token beyond the limit.
    case tooLarge(at: Int)
    /// The text is not valid JSON, or the fast reader cannot be sure. Only `JSONParser` can describe what is wrong.
    case notPlain
  }

  /// Reads a text in one fast and strict pass: grammar, escapes, control characters, UTF-8, depth, duplicate names.
  ///
  /// This is a loop, not a recursion. While an array or object is open, its second token describes what is around it.
  ///
  /// - Parameter limit: The largest number of tokens.
  package static func read(_ source: Source, limit: Int = JSON.tokenLimit) -> Reading {
    let bytes = source.bytes
    guard bytes.count < Token.limit else { return .notPlain }
    var tokens = Tokens(bytes)
    var index = bytes.spaceEnd(from: 0)
    while index < bytes.count {
      // A value begins here.
      guard tokens.all.count < limit else { return .tooLarge(at: index) }
      switch bytes[index] {
      case UInt8(ascii: "\""):
        guard let end = bytes.stringEnd(from: index) else { return .notPlain }
        tokens.add(end.hasEscapes ? .escapedString : .string, from: index, to: end.index)
        index = end.index
      case UInt8(ascii: "{"):
        guard tokens.open(.object, at: index) else { return .notPlain }
        index = bytes.spaceEnd(from: index + 1)
        guard index < bytes.count else { return .notPlain }
        guard bytes[index] == UInt8(ascii: "}") else {
          guard let value = tokens.name(at: index) else { return .notPlain }
          index = value
          continue
        }
        index += 1
        guard tokens.close(at: index) else { return .notPlain }
      case UInt8(ascii: "["):
        guard tokens.open(.array, at: index) else { return .notPlain }
        index = bytes.spaceEnd(from: index + 1)
        guard index < bytes.count else { return .notPlain }
        guard bytes[index] == UInt8(ascii: "]") else { continue }
        index += 1
        guard tokens.close(at: index) else { return .notPlain }
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        guard let end = bytes.numberEnd(from: index) else { return .notPlain }
        tokens.add(.number, from: index, to: end)
        index = end
      case UInt8(ascii: "t") where bytes.has("true", at: index):
        tokens.add(.true, from: index, to: index + 4)
        index += 4
      case UInt8(ascii: "f") where bytes.has("false", at: index):
        tokens.add(.false, from: index, to: index + 5)
        index += 5
      case UInt8(ascii: "n") where bytes.has("null", at: index):
        tokens.add(.null, from: index, to: index + 4)
        index += 4
      default: return .notPlain
      }
      // A value ends here, and its containers may end with it.
      while true {
        index = bytes.spaceEnd(from: index)
        guard tokens.isInside else {
          return index == bytes.count ? .document(JSON.Document(source: source, tokens: tokens.all)) : .notPlain
        }
        guard index < bytes.count else { return .notPlain }
        tokens.count += 1
        let byte = bytes[index]
        index += 1
        if byte == UInt8(ascii: ",") { break }
        guard byte == tokens.closing, tokens.close(at: index) else { return .notPlain }
      }
      index = bytes.spaceEnd(from: index)
      if tokens.isInObject {
        guard let value = tokens.name(at: index) else { return .notPlain }
        index = value
      }
    }
    return .notPlain
  }
}

/// The tokens of a text that is being read.
private struct Tokens {
  typealias Token = JSON.Document.Token

  private let bytes: [UInt8]
  private(set) var all: [Token] = []
  /// The index of the innermost open array or object; -1 if none is open.
  private var container = -1
  private var depth = 0
  private(set) var isInObject = false
  /// The number of elements or members that the innermost container has so far.
  var count = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    all.reserveCapacity(min(bytes.count / 5, JSON.tokenLimit) + 4)
  }

  var isInside: Bool { container >= 0 }
  var closing: UInt8 { isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }

  mutating func add(_ kind: Token.Kind, from start: Int, to end: Int) { all.append(Token(kind, from: start, to: end)) }

  /// Adds the name at an index. Returns the index of its value; nil if there is no name or no colon.
  mutating func name(at index: Int) -> Int? {
    guard index < bytes.count, bytes[index] == UInt8(ascii: "\""), let end = bytes.stringEnd(from: index) else {
      return nil
    }
    add(end.hasEscapes ? .escapedString : .string, from: index, to: end.index)
    let colon = bytes.spaceEnd(from: end.index)
    guard colon < bytes.count, bytes[colon] == UInt8(ascii: ":") else { return nil }
    return bytes.spaceEnd(from: colon + 1)
  }

  /// Adds an array or object. Returns false if it is too deep.
  mutating func open(_ kind: Token.Kind, at index: Int) -> Bool {
    if depth >= JSON.depthLimit { return false }
    depth += 1
    add(kind, from: index, to: 0)
    // Until this container is closed, its second token describes the one around it.
    add(isInObject ? .object : .array, from: count, to: container + 1)
    (container, count, isInObject) = (all.count - 2, 0, kind == .object)
    return true
  }

  /// Closes the innermost array or object. Returns false if it may contain a duplicate name.
  mutating func close(at end: Int) -> Bool {
    let around = all[container + 1]
    let opened = all[container]
    all[container] = Token(opened.kind, from: opened.start, to: all.count)
    all[container + 1] = Token(.null, from: count, to: end)
    if isInObject, count > 1, !all.namesDiffer(in: container, of: bytes) { return false }
    depth -= 1
    (container, count, isInObject) = (around.end - 1, around.start, around.kind == .object)
    return true
  }
}
