extension Pattern.Regex {
  /// What the searches of one comparison have come to. It bounds them all, whatever a value holds: an expression that
  /// was stopped is not tried again on the next of a hundred thousand elements, and where the slow ones have had their
  /// time, none is tried. Belongs to one comparison, and to one thread.
  final class Searches {
    /// How long the slow searches of one comparison may keep their thread busy together.
    private let limit: Duration

    private var stopped: Set<ExactString> = []
    private var spent: Duration = .zero
    /// What stopped the schemas that begin at these places.
    private var schemas: [SourceRange.Beginning: Matcher.Doubts.Stopped] = [:]

    /// - Parameter limit: For all slow searches together; by default far more than those of an honest body take.
    init(limit: Duration = .seconds(10)) { self.limit = limit }

    /// Looks for an expression.
    func find(_ regex: Pattern.Regex, in text: String) -> Finding {
      if spent >= limit || !stopped.isEmpty && stopped.contains(ExactString(regex.text)) { return .stopped }
      let (finding, took) = regex.search(in: text)
      spent += took
      if finding == .stopped { stopped.insert(ExactString(regex.text)) }
      return finding
    }

    /// What stopped the schema of a pattern; nil where nothing did.
    func stopped(at range: SourceRange) -> Matcher.Doubts.Stopped? {
      schemas.isEmpty ? nil : schemas[SourceRange.Beginning(range)]
    }

    func stop(at range: SourceRange, by stopped: Matcher.Doubts.Stopped) {
      schemas[SourceRange.Beginning(range)] = stopped
    }
  }
}
