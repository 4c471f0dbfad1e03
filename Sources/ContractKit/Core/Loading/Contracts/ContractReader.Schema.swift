// `$jsonSchema`: a schema in the contract itself, or the name of a file that holds one.
extension ContractReader {
  /// The schemas that were compiled for one contract. They are kept because parts that multiple scenarios share are
  /// read more than once.
  final class Schemas {
    /// The schemas by the absolute location of the file and the place in it.
    private var known: [String: [Int: JSONSchema]] = [:]

    fileprivate func schema(at start: Int, of location: String, _ make: () -> JSONSchema) -> JSONSchema {
      if let known = known[location]?[start] { return known }
      let made = make()
      known[location, default: [:]][start] = made
      return made
    }
  }

  /// Reads the value of `$jsonSchema`. Notes mistakes in it and in the files that it leads to.
  func schema(_ argument: JSON, in context: PatternContext, at range: SourceRange) -> Pattern {
    let anything = Pattern(.any, at: range)
    let argumentRange = argument.range ?? range
    switch argument.kind {
    case .string(let file):
      guard let read = files.document(file, namedAt: argumentRange) else { return anything }
      let schema = schemas.schema(at: read.json.range?.start ?? 0, of: read.location) {
        SchemaCompiler.compile(read.json, file: file, uri: URIReference(file: read.location), reading, diagnostics)
      }
      return Pattern(.schema(JSONSchema(file: file, json: schema.json, program: schema.program)), at: range)
    case .object, .bool:
      let location = files.location(of: argumentRange.source)
      let schema = schemas.schema(at: argumentRange.start, of: location) {
        SchemaCompiler.compile(argument, uri: URIReference(file: location), reading, diagnostics)
      }
      return Pattern(.schema(schema), at: range)
    default:
      let expected = "a schema, or the name of a file that holds one"
      return diagnostics.wrong(argument, called: "$jsonSchema", expected: expected, at: range) ?? anything
    }
  }

  /// The source of the documents that a schema refers to: files below the folder of the run, and nothing else.
  private var reading: SchemaLibrary.Reading {
    SchemaLibrary.Reading(
      document: { uri, range in
        guard let path = uri.filePath else { return nil }
        // A path is relative to the file that contains it, whatever `$id` its schema has.
        let folder = FileSystem.parent(files.location(of: range.source))
        guard let read = files.document(FileSystem.relative(path, from: folder), namedAt: range) else { return nil }
        return (read.json, URIReference(file: read.location))
      },
      hasFile: { FileSystem.kind($0) == .file })
  }
}
