extension Diagnostic.Collector {
  /// Notes a problem, and returns nil in place of what cannot be read because of it.
  package func mistake<Value>(_ problem: FileProblem, at range: SourceRange) -> Value? {
    note(problem, at: range)
    return nil
  }

  /// Returns the string if it is one of the allowed names; otherwise notes the mistake and returns nil.
  ///
  /// - Parameter what: What the names stand for, without an article, as in messages: `transport`.
  package func name(_ string: SourceLocated<String>, of allowed: [String], what: String) -> SourceLocated<String>? {
    allowed.contains(string.value)
      ? string : mistake(.unknownName(string.value, what: what, allowed: allowed), at: string.range)
  }

  /// Returns the choice whose name a string is; otherwise notes the mistake and returns nil.
  package func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ string: SourceLocated<String>, of _: Choice.Type = Choice.self, what: String
  ) -> Choice? {
    Choice(rawValue: string.value)
      ?? mistake(.unknownName(string.value, what: what, allowed: Choice.allCases.map(\.rawValue)), at: string.range)
  }

  /// Reads strict JSON. Notes all mistakes, and returns nil if reading stopped early.
  package func parse(_ source: Source) -> JSON? {
    var found: [Diagnostic] = []
    let json = JSON.parse(source, diagnostics: &found)
    note(parsing: found)
    return json
  }
}

extension JSON {
  /// A short description of the value, for "X is …, expected …": its type with an article, or the
  /// value itself if it is short.
  package var phrase: String {
    switch kind {
    case .null: "null"
    case .bool(let bool): bool ? "true" : "false"
    case .number(let number): number.literal.utf8.count <= 24 ? "the number \(number.literal)" : "a number"
    case .string(let string):
      string.isEmpty
        ? "an empty string" : string.count <= 24 && !string.contains("\n") ? "the string \"\(string)\"" : "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
