// Hostile values: strings of the input that a request carries in its path or query, with characters that it must escape.

extension Scenario {
  /// The hostile values of the input, in the order in which they are played: every string once before any twice.
  var hostileValues: [HostileValue] {
    let shapes = exchanges.compactMap(\.request)
    let carried = inputTexts.map { pointer, text -> (pointer: String, kinds: Set<HostileValue.Kind>) in
      var kinds: Set<HostileValue.Kind> = []
      // Nothing instead of a segment is another path, and nobody knows what stays of a larger value.
      let isInside = shapes.contains { $0.pathHas(text) || $0.queryHas(text) }
      if isInside || shapes.contains(where: { $0.queryIs(text) }) {
        kinds = Set(HostileValue.Kind.allCases).subtracting(isInside ? [.empty, .separator] : [.separator])
      }
      let own = separator(around: text)
      if own != nil { kinds.insert(.separator) }
      // No element can have a separator that separates in each spelling.
      let others = shapes.flatMap { $0.separators(around: text) }.filter { !$0.isEscapedWithin }
      return (pointer, kinds.filter { kind in !others.contains { kind.inserted(in: own)?.contains($0.text) == true } })
    }
    return HostileValue.Kind.allCases.flatMap { kind in
      carried.compactMap { $0.kinds.contains(kind) ? HostileValue($0.pointer, kind) : nil }
    }
  }

  /// Returns the separator that can be put into an element: that of a list of the requests which has a text.
  private func separator(around text: String) -> ListSeparator? {
    exchanges.compactMap(\.request).flatMap { $0.separators(around: text) }.first(where: \.isEscapedWithin)
  }

  /// The strings of the input that a test can choose, each once, with its first place.
  var inputTexts: [(pointer: String, text: String)] {
    var seen: Set<ExactString> = []
    return input.strings().filter { _, text in
      // A placeholder stands for a base URL, which a test cannot choose.
      !text.isEmpty && Addresses.placeholders(in: text.utf8).isEmpty && seen.insert(ExactString(text)).inserted
    }
  }

  /// Returns the scenario with a hostile value everywhere in the input where its string is, and in the requests that
  /// carry it. The responses stay the same.
  ///
  /// - Throws: `nothingToChange` if the input has no string at that place.
  func with(_ value: HostileValue) throws(Variation.Obstacle) -> Scenario {
    guard let old = input.strings().first(where: { $0.pointer == value.pointer })?.text else { throw .nothingToChange }
    let inserted = value.kind.inserted(in: separator(around: old))
    func replacement(mayStay: Bool) -> CarriedText { CarriedText(old: old, inserted: inserted, mayStay: mayStay) }
    let changed = exchanges.enumerated().map { index, exchange in
      // A client can take the text from a response that it got before.
      let before = order == .any ? exchanges.indices.filter { $0 != index } : Array(0..<index)
      let mayStay = before.contains { exchanges[$0].response.mentions(old) }
      return exchange.with(request: .some(exchange.request.map(replacement(mayStay: mayStay).request)))
    }
    // If no response has the text, the outcome has it from the input.
    let isAnswered = exchanges.contains { $0.response.mentions(old) }
    let new = replacement(mayStay: false).new
    return with(
      input: input.replacing(old, with: .string(new)), exchanges: changed,
      expect: isAnswered ? nil : .some(expect.map(replacement(mayStay: true).expectation)))
  }
}

extension Response {
  /// Whether a client can read a text in the response.
  package func mentions(_ text: String) -> Bool { AnswerText(headers, body?.bytes).has(text) }
}

extension JSON {
  /// Returns all strings in the value, each with its pointer, in order.
  package func strings(at pointer: String = "") -> [(pointer: String, text: String)] {
    string.map { [(pointer, $0)] } ?? children.flatMap { $0.value.strings(at: pointer + JSONPointer.step($0.name)) }
  }

  /// Returns the value with each string that is exactly a text replaced by another value.
  func replacing(_ old: String, with new: JSON) -> JSON {
    switch kind {
    case .string(let text): return text.isExactly(old) ? JSON(new.kind, range: range) : self
    case .array(let elements): return JSON(.array(elements.map { $0.replacing(old, with: new) }), range: range)
    case .object(var object):
      for index in object.members.indices {
        object.members[index].value = object.members[index].value.replacing(old, with: new)
      }
      return JSON(.object(object), range: range)
    case .null, .bool, .number: return self
    }
  }
}
