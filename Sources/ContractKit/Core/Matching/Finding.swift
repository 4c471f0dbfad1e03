/// What a judge says of one part of a request or an outcome.
enum Finding {
  /// It is not as described.
  case mismatch(Mismatch)
  /// The contract asks for a part of a request that the driver could not see.
  case unobservable(part: String, at: SourceRange?)
  /// Whether it is as described is not known: a regular expression took too long.
  case regexStopped(String, at: SourceRange)
  /// The same, of a JSON Schema that leads on without end.
  case schemaStopped(at: SourceRange)
}
