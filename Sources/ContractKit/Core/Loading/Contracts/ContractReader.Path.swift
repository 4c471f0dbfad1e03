// Names in braces in a request's path, and their descriptions in `pathParameters`.
extension ContractReader {
  /// Returns the names in a path in order, or the problem that makes it invalid. The path must begin with a slash and
  /// have no query.
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

  /// Notes names in a path that have no description, and descriptions of names that are not in the path.
  func check(_ path: RequestLayer.Path, has parameters: [RequestShape.Named]) {
    // Problems of the path itself were already noted.
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
