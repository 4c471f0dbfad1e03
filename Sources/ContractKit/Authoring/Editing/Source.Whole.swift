package import ContractCore

extension Source {
  /// The range of the whole value.
  package var whole: SourceRange? {
    var ignored: [Diagnostic] = []
    return JSON.parse(self, diagnostics: &ignored)?.range
  }
}
