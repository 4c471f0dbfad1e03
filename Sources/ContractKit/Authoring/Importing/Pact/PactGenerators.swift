import ContractCore

/// The generators of an answer. They make a value in place of one that the file does not have.
struct PactGenerators {
  private let value: ImportValue?
  /// The generators of values in the body, by their places.
  private let places: [(path: PactPath, generator: JSON)]

  init(_ value: ImportValue?) {
    self.value = value
    let body = value?.json["body"]?.members ?? []
    places = body.compactMap { member in PactPath(member.name).map { ($0, member.value) } }
    value?.lose("the values of generators are those of the example", level: .information)
  }

  /// Returns a header as the client gets it. `{{baseURL}}` stands for the mock server.
  func header(_ name: String, _ text: String) -> String {
    guard let generator = value?.json["header"]?[name] else { return text }
    if generator["type"] == "MockServerURL" { return Self.relative(text) }
    return text.isEmpty ? Self.made(by: generator)?.asText ?? text : text
  }

  func body(_ json: JSON, at steps: [PactPath.Step] = []) -> JSON {
    if places.isEmpty { return json }
    if let object = json.object { return object.mapValues { body($0.value, at: steps + [.name($0.name)]) } }
    if let elements = json.array { return .array(elements.enumerated().map { body($1, at: steps + [.index($0)]) }) }
    let generator = places.first { $0.path.steps.count == steps.count && $0.path.weight(of: steps) > 0 }?.generator
    guard let generator else { return json }
    if generator["type"] == "MockServerURL" { return json.string.map { .string(Self.relative($0)) } ?? json }
    if !json.isNull, json.string != "" { return json }
    if let made = Self.made(by: generator) { return made }
    value?.note("the file has no example for a generator of the type \(generator["type"]?.asText ?? "?")")
    return json
  }

  private static func relative(_ url: String) -> String {
    guard let scheme = url.firstRange(of: "://") else { return url }
    return "{{baseURL}}" + url[scheme.upperBound...].drop { $0 != "/" }
  }

  /// Returns a value that a generator can make (Pact specification, version 4); nil if it is not known.
  private static func made(by generator: JSON) -> JSON? {
    let format = generator["format"]?.string
    switch generator["type"]?.string {
    case "RandomInt": return generator["min"] ?? 1
    case "RandomDecimal": return JSON.Number(literal: "1.5").map { JSON(.number($0)) }
    case "RandomBoolean": return true
    case "RandomHexadecimal": return .string(String(repeating: "a", count: count(generator["digits"], 8)))
    case "RandomString": return .string(String(repeating: "a", count: count(generator["size"], 20)))
    case "Regex": return generator["regex"]?.string.flatMap { SampleText.make($0, length: 0...1_000) }.map(JSON.string)
    case "Uuid" where format == nil || format == "lower-case-hyphenated": return "123e4567-e89b-42d3-a456-426614174000"
    case "Uuid" where format == "upper-case-hyphenated": return "123E4567-E89B-42D3-A456-426614174000"
    case "Uuid" where format == "simple": return "123e4567e89b42d3a456426614174000"
    case "Uuid" where format == "URN": return "urn:uuid:123e4567-e89b-42d3-a456-426614174000"
    case "Date" where format == nil || format == "yyyy-MM-dd": return "2024-01-02"
    case "Time" where format == nil || format == "HH:mm:ss": return "03:04:05"
    case "DateTime" where format == nil || format == "yyyy-MM-dd'T'HH:mm:ss": return "2024-01-02T03:04:05"
    default: return nil
    }
  }

  private static func count(_ json: JSON?, _ usual: Int) -> Int { min(max(json?.int ?? usual, 0), 1_000) }
}
