// Mismatches as reports show them: if the values that differ are secrets, only that they differ.

extension Mismatch {
  /// Returns the mismatch with secrets hidden, in the contract's values and in the client's.
  package func masked(by secrets: Secrets) -> Mismatch {
    var masked = self
    var isHidden = false
    var hasHidden = false
    masked.collected.replace { difference in
      let shown = difference.masked(by: secrets, in: difference.part ?? part)
      isHidden = isHidden || shown.isHidden
      hasHidden = hasHidden || shown.hidesMore(than: difference)
      return shown
    }
    if let first = masked.collected.reported.first { (masked.expected, masked.actual) = (first.expected, first.actual) }
    masked.nearest = nearest?.masked(by: secrets)
    var notes = (ownNote ?? "").split(separator: "\n").map { secrets.masked(note: String($0), hasHidden: hasHidden) }
    if isHidden, differenceCount == 1 {
      // It belongs to the outcome as a whole. In a request, it has the text that was sent.
      if part != .outcome { notes = [] }
    } else if isHidden, part != .outcome {
      notes.removeAll { $0.hasPrefix("sent as ") }
    }
    masked.replaceNote(notes)
    return masked
  }
}

extension Mismatch.Difference {
  fileprivate func masked(by secrets: Secrets, in part: Mismatch.Part) -> Mismatch.Difference {
    if isHidden { return self }
    var masked = self
    guard hasSecret(by: secrets, in: part) else {
      (masked.expected, masked.actual) = (element(expected, secrets), actual.map { element($0, secrets) })
      masked.lines = lines.map { secrets.masked($0) }
      masked.note = note.map {
        let hasHidden = masked.hidesMore(than: self)
        return $0.split(separator: "\n").map { secrets.masked(note: String($0), hasHidden: hasHidden) }
          .joined(separator: "\n")
      }
      return masked
    }
    func shown(_ text: String) -> String? {
      guard let json = JSON.parse(Array(text.utf8)) else { return nil }
      if !json.canHaveSecret { return text }
      guard let value = json.string else { return "…" }
      let isHeader = if case .header = part { true } else { false }
      return JSON.string(isHeader ? secrets.masked(value, of: name ?? "") : Secrets.hidden(value)).text
    }
    // For something unexpected, this says in words that there must be nothing.
    if kind != .unexpected, !Secrets.isPlainPattern(expected) { masked.expected = shown(expected) ?? "a secret" }
    // A judge may show multiple values, with the secrets in them hidden.
    let unreadable = kind == .unexpected ? "a secret" : "another value"
    masked.actual = actual.map { shown($0) ?? (hiding == .values ? $0 : unreadable) }
    if masked.expected == expected, masked.actual == actual, hiding == .nothing { return self }
    if masked.actual == masked.expected { masked.actual = masked.actual.map { "\($0), which differs" } }
    masked.lines = nil
    masked.isHidden = true
    masked.note = "the values are not shown, because they are secret"
    return masked
  }

  /// Returns whether values are hidden here that were not, or were before they were cut.
  fileprivate func hidesMore(than other: Mismatch.Difference) -> Bool {
    hiding != .nothing || expected != other.expected || actual != other.actual
  }

  /// Returns a text with secrets hidden. An element of an array may be a pair of a name and a value.
  private func element(_ text: String, _ secrets: Secrets) -> String {
    guard text.hasPrefix("["), let step = pointer.split(separator: "/").last, Int(step) != nil else {
      return secrets.masked(text)
    }
    let shown = secrets.masked("[\(text)]").dropFirst()
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
    case .query(let name), .header(let name), .cookie(let name), .pathParameter(let name), .formField(let name): name
    case .multipart(_, let name, .body), .multipart(_, let name, .whole): name
    default: nil
    }
  }
}

extension Secrets {
  /// Returns a line of a note with secrets hidden, also those of the nearest alternative: `/pin: expected 1, got 2`.
  ///
  /// - Parameter hasHidden: Whether something is hidden in the values that the note is about. A name beside a value is
  ///   not in the note.
  fileprivate func masked(note: String, hasHidden: Bool) -> String {
    let shown = masked(note)
    guard let place = note.firstMatch(of: #/(\S+): expected /#) else { return shown }
    let isBeside = place.1.split(separator: "/").contains { $0.isSameName("value") || $0 == "1" }
    guard hasSecret(pointer: String(place.1), to: []) || hasHidden && isBeside else { return shown }
    return note[..<place.range.lowerBound] + "\(place.1): …"
  }

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

extension NearestRequest {
  func masked(by secrets: Secrets) -> NearestRequest {
    var masked = self
    (masked.sent, masked.described) = (secrets.masked(sent), secrets.masked(described))
    masked.mismatches = mismatches.map { $0.masked(by: secrets) }
    return masked
  }
}
