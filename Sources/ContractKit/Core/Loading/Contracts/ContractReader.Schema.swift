// `$jsonSchema`: a schema that stands in the contract, or the name of a file that holds one.
extension ContractReader {
  /// The schemas that were compiled for one contract: parts that several scenarios share are read several times.
  final class Schemas {
    private var known: [Place: JSONSchema] = [:]

    private struct Place: Hashable {
      /// The file's absolute location.
      var location: String
      var start: Int
    }

    fileprivate func schema(at start: Int, of location: String, _ make: () -> JSONSchema) -> JSONSchema {
      let place = Place(location: location, start: start)
      if let known = known[place] { return known }
      let made = make()
      known[place] = made
      return made
    }
  }

  /// Reads what stands under `$jsonSchema`; what is wrong is noted, also in the files that it leads to.
  func schema(_ argument: JSON, in place: PatternPlace, at range: SourceRange) -> Pattern {
    let anything = Pattern(.any, at: range)
    let argumentRange = argument.range ?? range
    switch argument.kind {
    case .string(let file):
      guard let read = document(file, namedAt: argumentRange) else { return anything }
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
      diagnostics.note(
        .wrongValue("$jsonSchema", found: argument.phrase, expected: "a schema, or the name of a file that holds one"),
        at: argumentRange)
      return anything
    }
  }

  /// Where documents come from that a schema refers to: from files below the folder of the run, and nowhere else.
  private var reading: SchemaLibrary.Reading {
    SchemaLibrary.Reading(
      document: { uri, range in
        guard let path = uri.filePath else { return nil }
        // Paths count from the file that says them, whatever `$id` the schema in it has.
        let folder = Path.parent(files.location(of: range.source))
        guard let read = document(Path.relative(path, from: folder), namedAt: range) else { return nil }
        return (read.json, URIReference(file: read.location))
      },
      hasFile: { Path.kind($0) == .file })
  }
}
