import ContractCore

/// Lines about the command itself, for people.
enum StandardError {
  /// Writes a line to standard error, after the command's name.
  static func print(_ line: CleanText) { StandardOutput.write("contract-run: \(line)\n", to: 2) }

  /// Writes a file. Returns whether it could be written; otherwise, the reason is printed.
  static func hasWritten(_ write: () throws -> Void) -> Bool {
    do {
      try write()
      return true
    } catch {
      print("error: \(String(describing: error))")
      return false
    }
  }
}
