/// The tokens of a line that is read as a message in one pass.
///
/// The general reader looks for each member that there may be, asks whether it is what it should be, and has words for
/// what is not. Of messages that are plainly right, as nearly all are, this makes only what the message keeps; a nil
/// says no more than that the general reader must look.
struct MessageTokens {
  let document: JSON.Document
  private let bytes: [UInt8]
  private let tokens: [JSON.Document.Token]

  /// Nil where the line is no text that was read, or no object whose one member is an object.
  init?(_ line: JSON) {
    guard case .read(let document, 0) = line.storage else { return nil }
    self.document = document
    bytes = document.bytes
    tokens = document.tokens
    // An object's two tokens, its one name, and the value of that.
    guard tokens.count > 4, isObject(0), tokens[1].start == 1, isObject(3) else { return nil }
  }

  /// The place of the message's name, and of the message.
  static let (name, message) = (2, 3)

  /// Reads an object's members in the order written; false where one of them cannot be read here.
  func read(_ object: Int, _ member: (_ name: Int, _ value: Int) -> Bool) -> Bool {
    guard isObject(object) else { return false }
    let end = tokens[object].end
    var name = object + 2
    while name < end {
      if !member(name, name + 1) { return false }
      name = tokens.after(name + 1)
    }
    return true
  }

  /// Whether a string or name is this one, and written without escapes.
  func has(_ text: StaticString, at index: Int) -> Bool {
    let token = tokens[index]
    return token.kind == .string && token.end - token.start == text.utf8CodeUnitCount + 2
      && bytes.has(text, at: token.start + 1)
  }

  func isObject(_ index: Int) -> Bool { tokens[index].kind == .object }
  func isTrue(_ index: Int) -> Bool { tokens[index].kind == .true }
  func isString(_ index: Int) -> Bool { tokens[index].kind == .string || tokens[index].kind == .escapedString }
  func string(_ index: Int) -> String? { isString(index) ? bytes.string(tokens[index]) : nil }
  func int(_ index: Int) -> Int? { document.plainInt(index) }

  /// A list of strings.
  func strings(_ array: Int) -> [String]? {
    guard tokens[array].kind == .array else { return nil }
    var strings: [String] = []
    for index in (array + 2)..<tokens[array].end {
      guard let string = string(index) else { return nil }
      strings.append(string)
    }
    return strings
  }

  /// Headers with one value each.
  func headers(_ object: Int) -> Headers? {
    var lines: [Headers.Line] = []
    if isObject(object) { lines.reserveCapacity(tokens[object + 1].start) }
    let isRead = read(object) { name, value in
      guard let text = string(value) else { return false }
      lines.append(Headers.Line(bytes.string(tokens[name]), text))
      return true
    }
    return isRead ? Headers(lines) : nil
  }

  /// The bytes of `{"text": …}`.
  func body(_ object: Int) -> [UInt8]? {
    guard isObject(object), tokens[object + 1].start == 1, has("text", at: object + 2) else { return nil }
    let token = tokens[object + 3]
    switch token.kind {
    case .string: return Array(bytes[token.content])
    case .escapedString: return bytes.unescaped(token.content)
    default: return nil
    }
  }
}
