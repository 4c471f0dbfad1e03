extension Matcher {
  /// Compares a value with a JSON Schema. Each keyword that the value violates is a difference at the keyword's place.
  mutating func match(_ schema: JSONSchema, _ pattern: Pattern, _ value: JSON) {
    // A schema that was stopped on one element is not tried again on the next of many elements.
    if let stopped = searches.stopped(at: pattern.range) { return doubts.add(stopped) }
    // Many schemas look up members of the same value.
    let value = value.unfolded
    var evaluator = SchemaEvaluator(schema.program, isQuiet: true, searches: searches)
    if evaluator.matches(0, value) { return }
    if evaluator.stop == nil, !isQuiet {
      // Texts cost more than answers, so they are made only once it is known that there is a failure.
      evaluator = SchemaEvaluator(schema.program, isQuiet: false, searches: searches)
      _ = evaluator.matches(0, value)
    }
    if let stopped = evaluator.stop {
      searches.stop(at: pattern.range, by: stopped)
      return doubts.add(stopped)
    }
    if isQuiet { return differ(pattern, value, expected: pattern.text) }
    let outside = path
    for failure in evaluator.failures {
      path = outside + failure.path
      differ(
        Pattern(pattern.kind, at: failure.range), expected: failure.expected, actual: failure.actual, note: failure.note
      )
    }
    path = outside
    differ(times: evaluator.count - evaluator.failures.count)
  }
}

extension JSONSchema {
  var text: String {
    guard let file else { return "a match of the JSON schema \(Excerpt.beginning(of: json.text, limit: 80))" }
    return "a match of the JSON schema in \(Excerpt.visible(file))"
  }
}
