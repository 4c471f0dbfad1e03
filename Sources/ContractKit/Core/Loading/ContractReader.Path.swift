// Names in braces in a request's path, and what says what they stand for.
extension ContractReader {
  /// What cannot stand in a path that has no query and begins with a slash; nil where nothing is wrong.
  static func fault(inTextOf path: String) -> Diagnostic.Rule? {
    do throws(PathTemplate.Fault) {
      for text in try PathTemplate(path).segments.flatMap(\.texts) {
        if let wrong = HTTPText.firstNotInPath(PercentText.text(text.units[...])) { return .pathCharacter(wrong) }
      }
      return nil
    } catch {
      return switch error {
      case .brace: .pathBrace
      case .adjacent(let first, let second): .adjacentNames(first, second)
      case .twice(let name): .sameNameInPath(name)
      }
    }
  }

  /// Notes names in a path that nothing describes, and descriptions of names that are not in it.
  func check(_ path: Located<String>, has parameters: [RequestShape.Named]) {
    // What is wrong with the path itself was noted.
    guard Self.fault(inTextOf: path.value) == nil, let template = try? PathTemplate(path.value) else { return }
    let names = template.names
    let (inPath, described) = (Set(names.map(ExactString.init)), Set(parameters.map { ExactString($0.name) }))
    for name in names where !described.contains(ExactString(name)) {
      diagnostics.note(.broken(.noPathParameter(name)), at: path.range)
    }
    for parameter in parameters where !inPath.contains(ExactString(parameter.name)) {
      diagnostics.note(
        .broken(.notInPath(parameter.name, path: path.value, at: path.range, names: names)), at: parameter.range)
    }
  }
}
