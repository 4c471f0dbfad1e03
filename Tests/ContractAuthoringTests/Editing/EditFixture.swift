import Testing

@testable import ContractAuthoring
@testable import ContractCore

/// Edits of a text, with pointers in place of ranges.
enum EditFixture {
  /// Returns a text after edits of the values at some pointers.
  static func edited(_ text: String, _ edits: [(pointer: String, change: JSONEdit.Change)]) throws -> String {
    let source = Source(path: "a.json", text: text)
    var diagnostics: [Diagnostic] = []
    let root = try #require(JSON.parse(source, diagnostics: &diagnostics))
    let made = try edits.map { edit in
      let value = try #require(try self.value(at: edit.pointer, in: root), "nothing at \(edit.pointer)")
      return JSONEdit(at: try #require(value.range), edit.change)
    }
    let bytes = source.edited(made)
    #expect(JSON.parse(bytes) != nil, "the result is not valid JSON")
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a text after one edit.
  static func edited(_ text: String, at pointer: String = "", _ change: JSONEdit.Change) throws -> String {
    try edited(text, [(pointer, change)])
  }

  private static func value(at pointer: String, in root: JSON) throws -> JSON? {
    try JSONPointer.steps(pointer).reduce(root as JSON?) { value, step in
      value?.isArray == true ? JSONPointer.index(step).flatMap { value?.array?[$0] } : value?[step]
    }
  }
}
