/// What a judge says of one part of a request or an outcome.
enum Finding {
  /// It is not as described.
  case mismatch(Mismatch)
  /// The contract asks for what this door cannot see: the part, and the doors that see it.
  case unobservable(part: String, doors: String, at: SourceRange?)
  /// Whether it is as described is not known: a regular expression took too long.
  case regexStopped(String, at: SourceRange)
}
