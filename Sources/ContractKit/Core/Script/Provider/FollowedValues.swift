import Foundation

/// What the real server's answers have in place of the contract's values. A client sends it in later requests: the id of
/// what it created, an ETag, a part of a URL, a cursor.
struct FollowedValues {
  /// The values at one place of an answer. All elements of a list are at the same place.
  private struct Place {
    /// The name of the member that has the values, or that has the list of them.
    let name: String
    let described: [JSON]
    let real: [JSON]
    let describedTexts: [String]
    let realTexts: [String]

    init(_ name: String, _ described: [JSON], _ real: [JSON]) {
      (self.name, self.described, self.real) = (name, described, real)
      (describedTexts, realTexts) = (described.compactMap(\.sentText), real.compactMap(\.sentText))
    }
  }

  private var places: [Place] = []
  /// The URLs that the values at one place are, in one spelling.
  private var links: [(described: Set<String>, real: Set<String>)] = []
  /// The texts that the real answers have where those of the contract have nothing, such as the cursor of a further page.
  private(set) var more: Set<String> = []

  /// - Parameter answers: The contract's answers with the real ones, and the URLs of their requests.
  init(_ answers: [(described: Response, real: Reply, url: String)]) {
    for (described, real, url) in answers {
      for name in (described.headers.lines + real.headers.lines).map({ $0.name.lowercased() }).uniqued() {
        let values = [described.headers, real.headers].map { headers in
          headers.values(name).map { JSON.string(name == "set-cookie" ? String($0.prefix { $0 != ";" }) : $0) }
        }
        add(values[0], values[1], at: url)
      }
      if let json = described.jsonAnswer, let body = real.body, let own = JSON.parse(body) {
        add([json.unfolded], [own.unfolded], at: url)
        addMore(json.unfolded, own.unfolded)
      } else {
        let texts = [described.body?.bytes, real.body].map { $0.flatMap { String(validating: $0, as: UTF8.self) } }
        add(texts[0].map { [.string($0)] } ?? [], texts[1].map { [.string($0)] } ?? [], at: url)
      }
    }
  }

  private mutating func add(_ described: [JSON], _ real: [JSON], at url: String, name: String = "") {
    if described.isEmpty, real.isEmpty { return }
    let place = Place(name, described, real)
    places.append(place)
    let links = [place.describedTexts, place.realTexts].map { Set($0.flatMap { $0.links(at: url) }) }
    if !links[1].isEmpty { self.links.append((links[0], links[1])) }
    add(described.flatMap(\.elements), real.flatMap(\.elements), at: url, name: name)
    let members = [described, real].map { values in
      Dictionary(grouping: values.flatMap(\.members)) { ExactString($0.name) }.mapValues { $0.map(\.value) }
    }
    // Ids can be names.
    let ids = members.map { $0.keys.map(\.string).filter(\.isIdentifier).map { JSON.string($0) } }
    add(ids[0], ids[1], at: url)
    for name in Set(members[0].keys).union(members[1].keys) {
      add(members[0][name] ?? [], members[1][name] ?? [], at: url, name: name.string)
    }
  }

  private mutating func addMore(_ described: JSON?, _ real: JSON) {
    let hasNothing = described.map { $0.isNull || $0.string == "" } ?? true
    if hasNothing, let text = real.sentText { more.insert(text) }
    for member in real.members { addMore(described?[member.name], member.value) }
  }

  // MARK: Values

  var isEmpty: Bool { places.isEmpty }

  /// The numbers of elements of the real lists.
  var counts: Set<Int> { Set(places.flatMap(\.real).filter(\.isArray).map(\.count)) }

  /// Returns whether a text is a value of a real answer.
  func gives(_ text: String) -> Bool { places.contains { $0.realTexts.contains { $0.isExactly(text) } } }

  /// Returns the values of real answers that are parts of some texts.
  func given(in texts: [String]) -> [String] {
    places.flatMap(\.realTexts).filter { real in texts.contains { $0.has(real) } }.uniqued()
  }

  /// Returns the paths with a real value in place of the contract's, if that has more than one segment.
  func paths(like path: String) -> [String] {
    func segments(_ text: String) -> String { text.encodedPath.split(separator: "/").joined(separator: "/") }
    return places.flatMap { place in
      place.describedTexts.map(segments).filter { $0.contains("/") && "\(path)/".contains("/\($0)/") }.flatMap {
        described in
        place.realTexts.map { "\(path)/".replacing("/\(described)/", with: "/\(segments($0))/").dropLast() }.map(
          String.init)
      }
    }
  }

  /// Returns whether a text of the contract is a value of one of its answers, a part of one, or has one in it.
  func carries(_ described: String) -> Bool {
    places.contains { $0.describedTexts.contains { $0.tokens.contains(described) || described.carries($0) } }
  }

  func names(_ url: String) -> Bool { links.contains { $0.real.contains(RequestURL.canonical(url)) } }

  /// Returns whether a real answer has a URL where one of the contract has the described one.
  func leads(to url: String, insteadOf described: String) -> Bool {
    let (url, described) = (RequestURL.canonical(url), RequestURL.canonical(described))
    return links.contains { $0.described.contains(described) && $0.real.contains(url) }
  }

  /// Returns whether a text has what the real answers have, where the contract's text has what its answers have.
  func follows(_ sent: String, _ described: String) -> Bool {
    let isPart = places.contains { place in
      place.describedTexts.contains { one in
        one.tokens.contains(described) && place.realTexts.contains { $0.has(sent, where: one, has: described) }
      }
    }
    return isPart || isComposed(sent, like: described)
  }

  /// - Parameter name: The name of the member that has the value. Others have the same boolean, or null, by chance.
  func follows(_ sent: JSON, _ described: JSON, named name: String) -> Bool {
    let isTelling = described.bool == nil && !described.isNull
    let isCopy = places.contains { place in
      (isTelling || place.name.plainName == name.plainName) && place.described.contains(described)
        && place.real.contains(sent)
    }
    if isCopy { return true }
    guard sent.typeName == described.typeName, let text = described.sentText, let own = sent.sentText else {
      return false
    }
    return follows(own, text)
  }

  /// Returns whether a text consists of values of real answers, and otherwise of what the contract's text has between
  /// those of its answers: `Bearer …`, `…/…`. A list of at least two may have any length.
  private func isComposed(_ sent: String, like described: String) -> Bool {
    let carried = places.filter { $0.describedTexts.contains(where: described.carries) }
    let known = Set(carried.flatMap(\.describedTexts)).sorted { $0.utf8.count > $1.utf8.count }
    let possible = Set(carried.flatMap(\.realTexts)).union(known).filter { !$0.isEmpty && sent.contains($0) }
    if possible.isEmpty { return false }
    let texts = possible.sorted { $0.utf8.count > $1.utf8.count }.map(NSRegularExpression.escapedPattern)
    let value = "(?:\(texts.joined(separator: "|")))"
    let stretches = described.stretches(without: known)
    var expression = ""
    var rest = stretches[...]
    while let first = rest.popFirst() {
      if let first {
        expression += NSRegularExpression.escapedPattern(for: first)
        continue
      }
      expression += value
      guard let separator = rest.first ?? nil, rest.count > 1, rest.dropFirst().first == .some(nil) else { continue }
      expression += "(?:\(NSRegularExpression.escapedPattern(for: separator))\(value))*"
      while rest.count > 1, rest.first == separator, rest.dropFirst().first == .some(nil) { rest = rest.dropFirst(2) }
    }
    return sent.range(of: "\\A\(expression)\\z", options: .regularExpression) != nil
  }
}

extension JSON {
  fileprivate var sentText: String? {
    switch kind {
    case .string(let text): text.isEmpty ? nil : text
    case .number(let number): number.literal
    case .null, .bool, .array, .object: nil
    }
  }
}

extension String {
  /// A name without what differs between spellings: `isOpen` and `is_open` are the same.
  var plainName: String { lowercased().filter { $0.isLetter || $0.isNumber } }

  /// Whether a text is this one, or a part of it.
  fileprivate func carries(_ text: String) -> Bool { isExactly(text) || has(text) }

  /// The text as a whole, and the segments, items and words in it, in order.
  fileprivate var tokens: [String] {
    let parts = split { "/?&=#;,<>\"'()[]{}".contains($0) || $0.isWhitespace }.map(String.init)
    return parts.count == 1 && parts[0] == self ? parts : [self] + parts
  }

  /// Returns whether the text has a part where another one has its own: after the same part, or at the same place of as
  /// many.
  fileprivate func has(_ part: String, where other: String, has own: String) -> Bool {
    let (tokens, others) = (tokens, other.tokens)
    if isExactly(part), other.isExactly(own) { return true }
    let indexes = tokens.indices.dropFirst().filter { tokens[$0].isExactly(part) }
    return others.indices.dropFirst().contains { index in
      others[index].isExactly(own)
        && indexes.contains {
          $0 == index && tokens.count == others.count || $0 > 1 && index > 1 && tokens[$0 - 1] == others[index - 1]
        }
    }
  }

  /// Returns the text in parts, with nil in place of each word that is one of some texts.
  ///
  /// - Parameter words: The texts, the longest ones first.
  fileprivate func stretches(without words: [String]) -> [String?] {
    func isInWord(_ character: Character?) -> Bool { character.map { $0.isLetter || $0.isNumber } ?? false }
    var stretches: [String?] = []
    var (start, index) = (startIndex, startIndex)
    while index < endIndex {
      let isBegin = index == startIndex || !isInWord(self[self.index(before: index)])
      let rest = self[index...]
      guard isBegin,
        let word = words.first(where: { rest.hasPrefix($0) && !isInWord(rest.dropFirst($0.count).first) })
      else {
        index = self.index(after: index)
        continue
      }
      if start < index { stretches.append(String(self[start..<index])) }
      stretches.append(nil)
      index = self.index(index, offsetBy: word.count)
      start = index
    }
    if start < endIndex { stretches.append(String(self[start...])) }
    return stretches
  }

  /// Returns the URLs that the text is, or that a header Link has in it, in the spelling in which URLs are compared.
  ///
  /// - Parameter base: The URL that it is relative to.
  fileprivate func links(at base: String) -> [String] {
    let texts =
      hasPrefix("<") ? split(separator: ">").compactMap { $0.split(separator: "<").last.map(String.init) } : [self]
    return texts.compactMap { text in
      guard text.hasPrefix("/") || text.contains("://") else { return nil }
      return URL(string: text, relativeTo: URL(string: base)).map { RequestURL.canonical($0.absoluteString) }
    }
  }
}
