// Names in braces in a request's path, and what says what they stand for.
extension ContractReader {
  /// The names in the text of a path, in order, or what cannot stand in a path that has no query and begins with a slash.
  static func names(inPath path: String) -> (names: [String]?, problem: ContractProblem?) {
    if path.utf8.allSatisfy(HTTPText.isPlainInPath) { return ([], nil) }
    do throws(PathTemplate.SyntaxError) {
      let template = try PathTemplate(path)
      for text in template.segments.flatMap(\.texts) {
        if let wrong = HTTPText.firstNotInPath(PercentText.text(text.units[...])) {
          return (nil, .pathCharacter(wrong))
        }
      }
      return (template.names, nil)
    } catch {
      return switch error {
      case .brace: (nil, .pathBrace)
      case .adjacent(let first, let second): (nil, .adjacentNames(first, second))
      case .twice(let name): (nil, .sameNameInPath(name))
      }
    }
  }

  /// Notes names in a path that nothing describes, and descriptions of names that are not in it.
  func check(_ path: RequestLayer.Path, has parameters: [RequestShape.Named]) {
    // What is wrong with the path itself was noted.
    guard let names = path.names, !names.isEmpty || !parameters.isEmpty else { return }
    let (inPath, described) = (Set(names.map(ExactString.init)), Set(parameters.map { ExactString($0.name) }))
    for name in names where !described.contains(ExactString(name)) {
      diagnostics.note(.noPathParameter(name), at: path.text.range)
    }
    for parameter in parameters where !inPath.contains(ExactString(parameter.name)) {
      diagnostics.note(
        .notInPath(parameter.name, path: path.text.value, at: path.text.range, names: names),
        at: parameter.range)
    }
  }
}
