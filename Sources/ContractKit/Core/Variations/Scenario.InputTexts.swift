// Strings of the input, and where they come from.

extension Scenario {
  /// The strings of the input that a test can choose, each once, with its first place.
  var inputTexts: [(pointer: String, text: String)] {
    var seen: Set<ExactString> = []
    return input.strings().filter { _, text in
      // A placeholder stands for a base URL, which a test cannot choose.
      !text.isEmpty && Addresses.placeholders(in: text.utf8).isEmpty && seen.insert(ExactString(text)).inserted
    }
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
