extension Pattern.Regex {
  /// The results of all searches in one comparison. They limit the total time, whatever a value contains. An expression
  /// that was stopped is not tried again on the next of many elements. Once the slow searches have used up their time,
  /// no expression is tried. An instance belongs to one comparison and one thread.
  package final class Searches {
    /// How long the slow searches of one comparison may keep their thread busy in total.
    private let limit: Duration

    private var stopped: Set<ExactString> = []
    private var spent: Duration = .zero
    /// What stopped the schemas that begin at these places.
    private var schemas: [SourceRange.Beginning: Matcher.Doubts.Stopped] = [:]

    /// - Parameter limit: The limit for all slow searches together; by default far more than an ordinary body needs.
    init(limit: Duration = .seconds(10)) { self.limit = limit }

    /// Searches a text for an expression.
    func find(_ regex: Pattern.Regex, in text: String) -> Finding {
      if spent >= limit || !stopped.isEmpty && stopped.contains(ExactString(regex.text)) { return .stopped }
      let (finding, took) = regex.search(in: text)
      spent += took
      if finding == .stopped { stopped.insert(ExactString(regex.text)) }
      return finding
    }

    /// Returns what stopped the schema of a pattern; nil if nothing did.
    func stopped(at range: SourceRange) -> Matcher.Doubts.Stopped? {
      schemas.isEmpty ? nil : schemas[SourceRange.Beginning(range)]
    }

    func stop(at range: SourceRange, by stopped: Matcher.Doubts.Stopped) {
      schemas[SourceRange.Beginning(range)] = stopped
    }
  }
}
