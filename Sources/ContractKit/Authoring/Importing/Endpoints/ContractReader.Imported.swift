import ContractCore

extension ContractReader {
  /// Returns the first mistake of a contract that is imported; nil if it can be read.
  static func firstError(in source: Source) -> Diagnostic? {
    let file = ContractFile(path: "", location: "/imported\(ContractFile.ending)", root: "/")
    return read(source, file: file).diagnostics.first { $0.severity == .error }
  }
}

extension JSON {
  /// The value as the text of a parameter or a header.
  var asText: String { string ?? (isNull ? "" : text) }
}
