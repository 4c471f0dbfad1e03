// Mismatches as reports show them: if the values that differ are secrets, only that they differ.

extension Mismatch: Maskable {
  /// Returns the mismatch without secrets, in the contract's values and in the client's.
  package func masked(by secrets: Secrets) -> Mismatch {
    var shown = self
    var isHidden = false
    var hasHidden = false
    shown.collected.replace { difference in
      let shown = difference.shown(by: Mask(secrets), in: difference.part ?? part)
      isHidden = isHidden || shown.isHidden
      hasHidden = hasHidden || shown.hidesMore(than: difference)
      return shown
    }
    if let first = shown.collected.reported.first { (shown.expected, shown.actual) = (first.expected, first.actual) }
    shown.nearest = secrets.masked(nearest)
    // A note on an outcome belongs to it as a whole. In a request, one on a single value may have a part of it.
    if isHidden, part != .outcome { shown.ownNotes.removeAll { $0.hasValue || differenceCount == 1 } }
    for index in shown.ownNotes.indices {
      let lines = Mask(secrets).notes(shown.ownNotes[index].text, hasHidden: hasHidden)
      shown.ownNotes[index].text = lines.joined(separator: "\n")
    }
    return shown
  }
}

extension Mismatch.Difference {
  fileprivate func shown(by mask: Mask, in part: Mismatch.Part) -> Mismatch.Difference {
    if isHidden { return self }
    var difference = self
    guard hasSecret(by: mask.secrets, in: part) else {
      (difference.expected, difference.actual) = (element(expected, mask), actual.map { element($0, mask) })
      difference.lines = lines.map { mask.text($0) }
      difference.note = note.map {
        mask.notes($0, hasHidden: difference.hidesMore(than: self)).joined(separator: "\n")
      }
      return difference
    }
    func shown(_ text: String) -> String? {
      guard let json = JSON.parse(Array(text.utf8)) else { return nil }
      if !json.canHaveSecret { return text }
      guard let value = json.string else { return "…" }
      let isHeader = if case .header = part { true } else { false }
      return JSON.string(isHeader ? mask.value(value, of: name ?? "") : Mask.hidden(value)).text
    }
    // For something unexpected, this says in words that there must be nothing.
    if kind != .unexpected, !Secrets.isPlainPattern(expected) { difference.expected = shown(expected) ?? "a secret" }
    // A judge may show multiple values, with the secrets in them hidden.
    let unreadable = kind == .unexpected ? "a secret" : "another value"
    difference.actual = actual.map { shown($0) ?? (hiding == .values ? $0 : unreadable) }
    if difference.expected == expected, difference.actual == actual, hiding == .nothing { return self }
    if difference.actual == difference.expected {
      difference.actual = difference.actual.map { "\($0), which differs" }
    }
    difference.lines = nil
    difference.isHidden = true
    difference.note = "the values are not shown, because they are secret"
    return difference
  }

  /// Returns whether values are hidden here that were not, or were before they were cut.
  fileprivate func hidesMore(than other: Mismatch.Difference) -> Bool {
    hiding != .nothing || expected != other.expected || actual != other.actual
  }

  /// Returns a text without secrets. An element of an array may be a pair of a name and a value.
  private func element(_ text: String, _ mask: Mask) -> String {
    guard text.hasPrefix("["), let step = pointer.split(separator: "/").last, Int(step) != nil else {
      return mask.text(text)
    }
    let shown = mask.text("[\(text)]").dropFirst()
    return String(shown.hasSuffix("]") ? shown.dropLast() : shown)
  }

  /// Returns whether the values stand under a secret name.
  private func hasSecret(by secrets: Secrets, in part: Mismatch.Part) -> Bool {
    let texts = [expected, actual].compactMap(\.self)
    if let name = part.nameOfValue, secrets.isSecret(name: name, ofOneOf: texts) { return true }
    if case .cookie(let name) = part,
      texts.contains(where: { text in
        JSON.parse(Array(text.utf8))?.string.map { secrets.isSecret(cookie: $0, under: name) } ?? false
      })
    {
      return true
    }
    return secrets.hasSecret(pointer: pointer, to: texts)
      || names.contains { secrets.isSecret(name: $0, ofOneOf: texts) }
  }
}

extension Mismatch.Part {
  /// The name of the compared value; nil if it has none.
  fileprivate var nameOfValue: String? {
    switch self {
    case .multipart(_, let name, .body), .multipart(_, let name, .whole): name
    case .multipart, .line: nil
    default: detail
    }
  }
}

extension Mask {
  /// Returns the lines of a note without secrets, also those of the nearest alternative: `/pin: expected 1, got 2`.
  ///
  /// - Parameter hasHidden: Whether something is hidden in the values that the note is about. A name beside a value is
  ///   not in the note.
  fileprivate func notes(_ notes: String, hasHidden: Bool) -> [String] {
    notes.split(separator: "\n").map { note in
      let shown = text(note)
      guard let place = note.firstMatch(of: #/(\S+): expected /#) else { return shown }
      let isBeside = place.1.split(separator: "/").contains { $0.isSameName("value") || $0 == "1" }
      guard secrets.hasSecret(pointer: String(place.1), to: []) || hasHidden && isBeside else { return shown }
      return note[..<place.range.lowerBound] + "\(place.1): …"
    }
  }
}

extension Secrets {
  /// Returns whether the words for a pattern have no secret: neither a value nor an expression that may contain one.
  fileprivate static func isPlainPattern(_ words: String) -> Bool {
    guard ["a ", "an ", "anything", "nothing"].contains(where: words.hasPrefix) else { return false }
    guard let match = words.wholeMatch(of: #/([^"\/]* contains a match of )\/(.*)\/([^"\/]*)/#) else {
      return !words.utf8.contains { #""/"#.utf8.contains($0) }
    }
    return !hasText(expression: String(match.2))
  }

  /// Returns whether one of the steps of a pointer is a secret name.
  ///
  /// - Parameter texts: The values at the pointer.
  fileprivate func hasSecret(pointer: String, to texts: [String]) -> Bool {
    let steps = pointer.split(separator: "/").map { String($0).replacing("~1", with: "/").replacing("~0", with: "~") }
    return steps.enumerated().contains { index, step in
      // The members of an object that is called `auth` have names of their own.
      let isLast = index == steps.count - 1
      return isLast || Self.words(of: step) != ["auth"] ? isSecret(name: step, ofOneOf: texts) : false
    }
  }

  /// - Parameter texts: The values, as they are shown.
  fileprivate func isSecret(name: String, ofOneOf texts: [String]) -> Bool {
    if texts.isEmpty { return isSecret(name: name) }
    return texts.contains { text in
      JSON.parse(Array(text.utf8)).map { isSecret(name: name, of: $0) } ?? isSecret(name: name)
    }
  }
}

extension NearestRequest: Maskable {
  package static var secretParts: [SecretPart<Self>] { [.init(\.sent), .init(\.described), .init(\.mismatches)] }
}
