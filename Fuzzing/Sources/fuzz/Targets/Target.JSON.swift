@testable import ContractCore
@testable import ContractProtocol

extension Target {
  /// The fast and the careful reader accept the same texts, with the same value. What is written is read again.
  static func checkJSON(_ bytes: [UInt8]) {
    let source = Source(path: "fuzz", bytes: bytes)
    var diagnostics: [Diagnostic] = []
    let read = JSON.parseCarefully(source, diagnostics: &diagnostics)
    requireUsable(diagnostics, in: source)
    guard let careful = read, diagnostics.isEmpty else {
      require(read != nil || !diagnostics.isEmpty, "the careful reader refuses the text, and does not say why")
      if case .document = JSON.Document.read(source) {
        require(false, "only the fast reader accepts the text; the other one: \(diagnostics.map(\.message))")
      }
      return
    }
    guard case .document(let document) = JSON.Document.read(source) else {
      return require(false, "only the careful reader accepts the text")
    }
    let fast = document.value(0)
    for value in [fast, fast.unfolded] {
      let difference = difference(value, careful)
      require(difference == nil, "the fast and the careful reader differ: \(difference ?? "")")
      require(value == careful, "the values of the fast and the careful reader are not equal")
      require(value.utf8 == careful.utf8, "the written texts differ: \(value.text) and \(careful.text)")
      require(value.prettyText == careful.prettyText, "the written texts with line ends differ")
    }
    for text in [careful.utf8, Array(careful.prettyText.utf8)] {
      let again = JSON.parse(text)
      require(again == careful, "what was written is not read as the same value: \(shown(text))")
      require(again?.utf8 == careful.utf8, "what was written, read and written again is another text: \(shown(text))")
    }
  }

  /// Returns where and how two values differ; nil if they are the same in everything.
  private static func difference(_ a: JSON, _ b: JSON, at pointer: String = "") -> String? {
    func differ(_ what: String, _ a: some Any, _ b: some Any) -> String {
      "the \(what) of \"\(pointer)\" is \(a), and \(b)"
    }
    func range(_ value: JSON) -> Range<Int>? { value.range.map { $0.start..<$0.end } }
    if range(a) != range(b) { return differ("range", range(a) as Any, range(b) as Any) }
    if a.typeName != b.typeName { return differ("type", a.typeName, b.typeName) }
    if a.count != b.count { return differ("count", a.count, b.count) }
    if a.int != b.int { return differ("whole number", a.int as Any, b.int as Any) }
    if a.double?.bitPattern != b.double?.bitPattern { return differ("number", a.double as Any, b.double as Any) }
    if a.utf8OfString != b.utf8OfString { return differ("string", a.text, b.text) }
    switch (a.kind, b.kind) {
    case (.null, .null): return nil
    case (.bool(let a), .bool(let b)): return a == b ? nil : differ("value", a, b)
    case (.number(let a), .number(let b)):
      return a.literal == b.literal ? nil : differ("literal", a.literal, b.literal)
    case (.string(let a), .string(let b)): return a.isExactly(b) ? nil : differ("string", a, b)
    case (.array(let a), .array(let b)):
      for (index, pair) in zip(a, b).enumerated() {
        if let found = difference(pair.0, pair.1, at: "\(pointer)/\(index)") { return found }
      }
      return nil
    case (.object(let first), .object(let second)):
      for (left, right) in zip(first.members, second.members) {
        if !left.name.isExactly(right.name) { return differ("name of a member", left.name, right.name) }
        if let found = difference(left.value, right.value, at: pointer + JSONPointer.step(left.name)) { return found }
        let found = a[left.name]?.range?.start
        if found != right.value.range?.start {
          return differ("place of \"\(left.name)\"", found as Any, right.value.range?.start as Any)
        }
      }
      return nil
    default: return differ("kind", a.text, b.text)
    }
  }
}
