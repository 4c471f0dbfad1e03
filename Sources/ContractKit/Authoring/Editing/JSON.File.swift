import ContractCore

extension JSON {
  /// The value as the text of a file that people read: what fits is on one line, everything else on lines of its own.
  package var asFile: [UInt8] {
    // Values are written recursively.
    DeepStack.run {
      var text: [UInt8] = []
      let item = JSONStyle.Item(name: nil, value: self)
      JSONStyle(of: []).write(item, indentation: [], column: 0, tail: 0, to: &text)
      return text + [UInt8(ascii: "\n")]
    }
  }
}
