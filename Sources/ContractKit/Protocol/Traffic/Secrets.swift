/// What must not be shown or written to files: passwords, tokens and the like, recognized by their names or by their
/// form.
///
/// A name is compared word by word, so `monkey` and `author` are not secrets, but `apiKey` and `X-Auth-Token` are. The last
/// word decides: `X-Key-Version` is a version. If a value is taken for a secret by mistake, `learn` writes a looser
/// pattern, and reports hide the value.
package struct Secrets: Sendable, CustomReflectable {
  /// The rule without names of the user's own.
  package static let standard = Secrets()

  /// The names that the user decided about, by their words, with whether they are secret.
  private let named: [[String]: Bool]
  /// Values that are secret wherever they stand.
  private(set) var values: [String] = []

  /// Makes the rule.
  ///
  /// - Parameter names: Further names that are secret. A name with a `!` before it is not secret.
  package init(_ names: [String] = []) {
    named = Dictionary(
      names.map { name in
        let isNot = name.hasPrefix("!")
        return (Self.words(of: isNot ? String(name.dropFirst()) : name), !isNot)
      }, uniquingKeysWith: { $1 })
  }

  /// What `dump` shows: not the values.
  package var customMirror: Mirror { Mirror(self, children: [:]) }

  /// Returns the rule by which some values are secret wherever they stand, too.
  package func knowing(_ values: [String]) -> Secrets {
    if values.isEmpty { return self }
    var secrets = self
    secrets.values += values
    return secrets
  }

  /// What the user decided about a name; nil if nothing.
  func decided(_ name: String) -> Bool? { named.isEmpty ? nil : named[Self.words(of: name)] }

  /// Returns whether the value under a name is probably a secret, whatever it is: the name of a header, a query item, a
  /// field or a member.
  package func isSecret(name: String) -> Bool { decided(name) ?? (Self.kind(ofName: name) == .secret) }

  /// Returns whether a text under a name is probably a secret. A truth value and a number of tokens are not, but a code
  /// is if it looks like a key.
  package func isSecret(_ text: String, under name: String) -> Bool {
    if let decided = decided(name) { return decided }
    switch Self.kind(ofName: name) {
    case .ordinary: return false
    case .secretIfKey: return Self.isCode(text)
    case .secret:
      if Self.plainTexts.contains(text) { return false }
      return !(Self.isPluralOfTokens(name) && JSON.Number(literal: text).map(Self.isCount) == true)
    }
  }

  /// Returns whether a name is one under which some texts are secrets.
  package func canBeSecret(name: String) -> Bool { decided(name) ?? (Self.kind(ofName: name) != .ordinary) }

  /// Returns whether the value of a JSON object's member is probably a secret. A member that is called only `key` often
  /// holds a name, as in `{"key": "home"}`. The members of objects that are called only `key` or `auth` have names of
  /// their own. A value without a text or a number has no secret, and neither has a matcher such as `{"$absent": true}`.
  package func isSecret(name: String, of value: JSON) -> Bool {
    if !value.canHaveSecret { return false }
    if let decided = decided(name) { return decided }
    if let text = value.string, !isSecret(text, under: name) { return false }
    switch Self.kind(ofName: name) {
    case .ordinary: return false
    case .secretIfKey: return ([value] + value.elements).contains { $0.string.map(Self.isCode) == true }
    case .secret: break
    }
    let words = Self.words(of: name)
    let isContainer =
      [["auth"], ["key"]].contains(words) && (value.isObject || value.array?.allSatisfy(\.isObject) == true)
    return
      !(isContainer || words == ["key"] && Self.isWord(value) || Self.isPluralOfTokens(name) && Self.isCount(value))
  }

  /// Returns whether the value of an object's member is probably a secret because of its name, or because of a member
  /// beside it: `{"name": "password", "value": "…"}`, and in a JSON Patch `{"path": "/user/password", "value": "…"}`.
  package func isSecret(name: String, of value: JSON, in object: @autoclosure () -> JSON.Object) -> Bool {
    if isSecret(name: name, of: value) { return true }
    return name.isSameName("value") && object().namesOfValue.contains { isSecret(name: $0, of: value) }
  }

  /// Returns the indexes of the elements that are secrets because of the element before them: in a list of pairs, such
  /// as `[["user", "ann"], ["password", "…"]]`, the second ones.
  package func secretPairs(in elements: [JSON]) -> Set<Int> {
    Set(
      elements.indices.filter { index in
        guard let name = elements.nameOfPair(at: index), let value = elements[index].array?[1] else { return false }
        return isSecret(name: name, of: value)
      })
  }

  private static func isPluralOfTokens(_ name: String) -> Bool { name.lowercased().contains("tokens") }

  /// Returns whether a value is a number of things, or has only such members.
  private static func isCount(_ value: JSON) -> Bool {
    switch value.kind {
    case .number(let number): isCount(number)
    case .object(let object): object.members.allSatisfy { isCount($0.value) }
    default: false
    }
  }

  private static func isCount(_ number: JSON.Number) -> Bool { abs(number.double) < 1_000_000 }

  /// Returns whether a text looks like a key: it was probably made for one use. A URL does not.
  private static func isCode(_ text: String) -> Bool {
    let bytes = text.utf8
    if text.hasPrefix("http://") || text.hasPrefix("https://") { return false }
    if isRandom(text) { return true }
    let length = bytes.contains { $0 <= 0x20 } ? 0 : bytes.count
    return length >= 40 || length >= 20 && bytes.contains(where: \.isDigit)
  }

  /// Returns whether a value is something that people name things with: words, or a small number.
  private static func isWord(_ value: JSON) -> Bool {
    switch value.kind {
    case .null, .bool: true
    case .number(let number): number.literal.utf8.count < 6
    case .string(let text): text.utf8.count <= 24 && text.utf8.allSatisfy { $0.isLetter || " ._-/".utf8.contains($0) }
    case .array(let elements): elements.allSatisfy(isWord)
    case .object: false
    }
  }

  /// Returns the words of a name in lower case and in the singular: `X-API-Keys`, `x_api_key` and `xAPIKey` have the
  /// same words.
  package static func words(of name: String) -> [String] {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    func isUpper(_ scalar: Unicode.Scalar) -> Bool {
      scalar.isASCII ? ("A"..."Z").contains(scalar) : scalar.properties.isUppercase
    }
    func isLetter(_ scalar: Unicode.Scalar) -> Bool {
      if scalar.isASCII { return UInt8(ascii: scalar).isLetter }
      // An accent may follow its letter.
      return scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark
    }
    func finish() {
      if word.isEmpty { return }
      let text = String(word).lowercased()
      word = String.UnicodeScalarView()
      let isPlural = text.hasSuffix("s") && !text.hasSuffix("ss") && text != "has"
      words.append(isPlural ? String(text.dropLast()) : text)
    }
    for scalar in name.unicodeScalars {
      if !isLetter(scalar) {
        finish()
        continue
      }
      if let last = word.last {
        if isUpper(scalar), !isUpper(last) {
          finish()
        } else if !isUpper(scalar), isUpper(last), word.count > 1 {
          // The last capital of `APIKey` begins a word.
          word.removeLast()
          finish()
          word.append(last)
        }
      }
      word.append(scalar)
    }
    finish()
    return words
  }

  /// Returns whether a text has a stretch that was probably made by a machine: at least 16 letters and digits of both
  /// kinds. Most keys have one, and names for people do not.
  package static func isRandom(_ text: String) -> Bool {
    text.utf8.split { !$0.isLetter && !$0.isDigit }.contains { stretch in
      stretch.count >= 16 && stretch.contains(where: \.isDigit) && stretch.contains(where: \.isLetter)
        && !isCamelCase(stretch)
    }
  }

  /// Returns whether a segment of a path was probably made by a machine to be a secret. A hexadecimal number identifies
  /// one thing, as a UUID does, unless it is as long as a key.
  package static func isRandomSegment(_ segment: String) -> Bool {
    isRandom(segment) && !(segment.utf8.count < keyDigits && segment.isIdentifier)
  }

  /// The hexadecimal digits of the shortest keys: 128 bits.
  private static let keyDigits = 32

  /// Returns whether a stretch of letters and digits is words in camel case with few digits, such as
  /// `spreadRecordUnion2`: in what a machine made, letters and digits alternate much more often.
  private static func isCamelCase(_ stretch: Substring.UTF8View) -> Bool {
    func kind(_ byte: UInt8) -> Int { byte.isDigit ? 0 : byte & 0x20 == 0 ? 1 : 2 }
    var (humps, changes) = (0, 0)
    for (byte, next) in zip(stretch, stretch.dropFirst()) {
      let (from, to) = (kind(byte), kind(next))
      if from == 2, to == 1 { humps += 1 }
      // A capital belongs to the word that it begins.
      if from != to, !(from == 1 && to == 2) { changes += 1 }
    }
    return humps > 0 && changes * 4 <= stretch.count && stretch.count { $0.isDigit } <= 4
  }
}
