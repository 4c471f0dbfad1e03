/// What can be wrong with a file of reviews, beyond what can be wrong with any JSON file.
enum FieldReviewProblem: Diagnostic.Problem {
  /// The file cannot be read. The place is where the configuration names it.
  case unreadable(path: String, why: String)
  /// Another entry covers the same change; without its place, the same entry does twice.
  case duplicate(change: String, first: SourceRange?)
  /// The entry names variations that do not exist.
  case stale(StaleFieldReview)

  var text: (message: String, help: [String]) {
    switch self {
    case .unreadable(let path, let why):
      (
        "the reviews in \(path) cannot be read: \(why)",
        ["write [] into the file, and learn its entries"]
      )
    case .duplicate(let change, nil):
      ("this entry has \(change) twice", ["remove one of the equal pointers or changes"])
    case .duplicate(let change, let first?):
      ("line \(first.line) already has a result for \(change)", ["remove one of the entries"])
    case .stale(let stale):
      (stale.summary, ["it names \(stale.scope)", "remove them, or learn the reviews again"])
    }
  }
}
