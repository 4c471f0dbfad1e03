import ContractCore

/// What `--watch` prints besides the output of its runs.
enum WatchText {
  /// Returns the line about what is waited for.
  static func status(files: Int, filter: String?, typed: String?, hasKeys: Bool) -> CleanText {
    if let typed { return "filter: \(typed.asLine)▏ Enter: run  Esc: cancel" }
    let watching = "watching \(English.counted(files, "file"))"
    let chosen = filter.map { ", filter \"\($0.asLine)\"" } ?? ""
    return "\(watching)\(chosen)" + (hasKeys ? "  a all  f failed  t filter  q quit  h help" : "")
  }

  static func changed(_ paths: [String]) -> CleanText { "changed: \(listed(paths))" }

  static func changedByRuns(_ paths: [String]) -> CleanText {
    "note: every run changes \(listed(paths)), so --watch does not run again because of it; add it to .gitignore"
  }

  private static func listed(_ paths: [String]) -> String {
    let names = paths.prefix(3).map { FileSystem.shown($0).asLine }
    return names.joined(separator: ", ") + (paths.count > 3 ? " and \(paths.count - 3) more" : "")
  }

  static let help: CleanText = """
    a         run everything
    f         run what did not pass the last time
    r, Enter  run the same again
    t, /      type a part of an id; only these scenarios run. An empty text stands for all
    q         quit
    h, ?      show this
    """
}
