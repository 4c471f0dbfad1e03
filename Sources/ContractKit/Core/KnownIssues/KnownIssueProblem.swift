/// What can be wrong with a file of known issues, beyond what can be wrong with any JSON file.
enum KnownIssueProblem: Diagnostic.Problem {
  /// The file cannot be read. The place is where the configuration names it.
  case unreadable(path: String, why: String)
  /// An entry has a pointer, but is not about mismatches.
  case pointerWithoutMismatch
  /// The client does not read the file.
  case otherClient(String)
  /// No client of the entry runs on its transport.
  case otherTransport(String)
  /// The last day of the entry is over.
  case expired(String)

  var text: (message: String, help: [String]) {
    switch self {
    case .unreadable(let path, let why):
      (
        "the known issues in \(path) cannot be read: \(why)",
        ["write a list of entries into the file; an empty one is []"]
      )
    case .pointerWithoutMismatch:
      ("only a mismatch has a pointer", ["write \"code\": \"mismatch\", or remove \"pointer\""])
    case .otherClient(let client):
      (
        "the client \"\(client)\" does not use this file",
        ["name the file in \"knownIssues\" of this client, or move the entry to the file of this client"]
      )
    case .otherTransport(let transport):
      ("no client of this entry runs on \(transport)", ["correct or remove \"transport\""])
    case .expired(let day):
      ("this entry does not cover failures any more: its last day was \(day)", ["remove the entry, or set a later day"])
    }
  }
}
