// `$jsonSchema`: a schema in the contract itself, or the name of a file that holds one.
extension ContractReader {
  /// Reads the value of `$jsonSchema`. Notes mistakes in it and in the files that it leads to.
  func schema(_ argument: JSON, in context: PatternContext, at range: SourceRange) -> Pattern {
    let anything = Pattern(.any, at: range)
    let argumentRange = argument.range ?? range
    switch argument.kind {
    case .string(let file):
      guard let read = files.document(file, namedAt: argumentRange) else { return anything }
      return Pattern(.schema(compiled(read.json, file: file, of: read.location)), at: range)
    case .object, .bool:
      return Pattern(.schema(compiled(argument, of: files.location(of: argumentRange.source))), at: range)
    default:
      let expected = "a schema, or the name of a file that holds one"
      return diagnostics.wrong(argument, called: "$jsonSchema", expected: expected, at: range) ?? anything
    }
  }

  /// Returns a compiled schema. It is kept, because parts that multiple scenarios share are read more than once.
  private func compiled(_ json: JSON, file: String? = nil, of location: String) -> JSONSchema {
    if let made = json.range.flatMap({ known.schemas[$0] }) {
      return JSONSchema(file: file, json: made.json, program: made.program)
    }
    let made = SchemaCompiler.compile(json, file: file, uri: URIReference(file: location), document, diagnostics)
    if let range = json.range { known.schemas[range] = made }
    return made
  }

  /// Returns a document that a schema refers to: a file below the folder of the run, and nothing else.
  private func document(at uri: URIReference, namedAt range: SourceRange) -> (json: JSON, uri: URIReference)? {
    guard let path = uri.filePath else { return nil }
    // A path is relative to the file that contains it, whatever `$id` its schema has.
    let folder = FileSystem.parent(files.location(of: range.source))
    guard let read = files.document(FileSystem.relative(path, from: folder), namedAt: range) else { return nil }
    return (read.json, URIReference(file: read.location))
  }
}
