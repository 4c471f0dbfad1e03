import Foundation
import TestSupport
import Testing

@testable import ContractProtocol

/// Lines made from the protocol's schema: every message, and every member of each message in every form, good and bad.
///
/// The corpus does not contain the expected results. The schema and the reader both judge each line, and must agree.
struct ProtocolCorpus {
  struct Line {
    /// The member, its message, and its change: `request.n is 0`.
    var name: String
    /// The path of the member, or of the message.
    var path: String
    var text: String
  }

  private let definitions: JSON

  init() throws {
    let file = TestFolder.package.appendingPathComponent("docs/driver-protocol.schema.json")
    definitions = try #require(JSON.parse(Array(Data(contentsOf: file)))?["$defs"])
  }

  /// Returns the lines of one side: `fromDriver` or `fromRunner`.
  func lines(_ side: String) throws -> [Line] {
    let messages = try #require(definitions[side]?["anyOf"]?.array)
    return try messages.flatMap { message -> [Line] in
      let name = try #require(resolved(message)["required"]?.array?.first?.string)
      let inner = try #require(resolved(message)["properties"]?[name])
      let whole = goods(inner, depth: 0)
      let good = whole.map { Variant(name: "\(name) is good", path: name, json: $0) }
      let values = variants(inner, path: name, depth: 0) + good
      return values.map { Line(name: $0.name, path: $0.path, text: JSON.object([(name, $0.json)]).text) }
        + whole.flatMap { Self.lines(around: .object([(name, $0)]), name) }
    }
  }

  private struct Variant {
    var name: String
    var path: String
    var json: JSON
  }

  /// The values that replace each member.
  static let values: [String] = [
    "null", "true", "false", "0", "1", "2", "-1", "-0", "1.0", "1e0", "10e-1", "0.5", "1.5", "1e400", "-1e400",
    "9223372036854775807", "9223372036854775808", "123456789012345678901234567890",
    #""""#, #""x""#, #""1""#, #""null""#, #""\u0000""#, #""\ud83d\ude00""#,
    "[]", #"["x"]"#, "[1]", "[null]", "[[]]", #"["x","x"]"#, "{}", #"{"x":1}"#, #"{"text":"x"}"#,
    #""eA==""#, #""eA""#, #""eA===""#, #""eB==""#, #""e A=""#, #""eA==\n""#, #""_-8=""#, #""====""#,
    #""memory""#, #""Memory""#, #"["memory"]"#, #"["memory","disk"]"#, #"["loopback",null]"#,
    String(repeating: "[", count: 100) + String(repeating: "]", count: 100),
  ]

  // MARK: From the schema

  /// Returns the schema that a reference names, with the members beside the reference.
  private func resolved(_ schema: JSON) -> JSON {
    guard let name = schema["$ref"]?.string?.split(separator: "/").last,
      let named = definitions[String(name)].map(resolved)
    else { return schema }
    guard let properties = schema["properties"] else { return named }
    let own = JSON.object([("properties", properties)] + (schema["required"].map { [("required", $0)] } ?? []))
    let choices = (named.object?.members ?? []).filter { ["anyOf", "oneOf"].contains($0.name) }
    return JSON(.object(JSON.Object((merged(named, own).object?.members ?? []) + choices)))
  }

  /// Returns the alternatives of a schema. Each includes the keywords beside the alternatives, without the members that
  /// only the other alternatives require.
  private func alternatives(_ schema: JSON) -> [JSON] {
    let schema = resolved(schema)
    let choices = ((schema["anyOf"] ?? schema["oneOf"])?.array ?? []).map(resolved)
    if choices.isEmpty { return [schema] }
    return choices.map { merged(without(required(choices).subtracting(required([$0])), schema), $0) }
  }

  private func required(_ schemas: [JSON]) -> Set<String> {
    Set(schemas.flatMap { $0["required"]?.array ?? [] }.compactMap(\.string))
  }

  private func without(_ names: Set<String>, _ schema: JSON) -> JSON {
    var members = schema.object?.members ?? []
    for index in members.indices where members[index].name == "properties" {
      let kept = (members[index].value.object?.members ?? []).filter { !names.contains($0.name) }
      members[index].value = JSON(.object(JSON.Object(kept)))
    }
    return JSON(.object(JSON.Object(members)))
  }

  /// Returns the combination of two schemas of one object.
  private func merged(_ a: JSON, _ b: JSON) -> JSON {
    let properties = (a["properties"]?.object?.members ?? []) + (b["properties"]?.object?.members ?? [])
    let required = (a["required"]?.array ?? []) + (b["required"]?.array ?? [])
    var members = (a.object?.members ?? []) + (b.object?.members ?? [])
    members.removeAll { ["properties", "required", "anyOf", "oneOf"].contains($0.name) }
    return JSON(
      .object(
        JSON.Object(
          members + [
            JSON.Object.Member(name: "properties", value: JSON(.object(JSON.Object(properties)))),
            JSON.Object.Member(name: "required", value: .array(required)),
          ])))
  }

  /// Returns the members that a schema names, without those that it forbids.
  private func members(_ schema: JSON) -> [(name: String, schema: JSON)] {
    let named = (schema["properties"]?.object?.members ?? []).filter { $0.value.bool != false }
    let required = (schema["required"]?.array ?? []).compactMap(\.string)
    let unnamed = required.filter { name in !named.contains { $0.name == name } }
    return named.map { ($0.name, $0.value) } + unnamed.map { ($0, JSON.object([])) }
  }

  /// Returns values that should match a schema: for each alternative, one with its required members and one with all
  /// its members.
  private func goods(_ schema: JSON, depth: Int) -> [JSON] {
    if depth > 6 { return [.null] }
    return alternatives(schema).flatMap { schema -> [JSON] in
      if let value = schema["const"] ?? schema["enum"]?.array?.first { return [value] }
      let type = schema["type"]?.string ?? schema["type"]?.array?.first?.string
      switch type {
      case "object": return objects(schema, depth: depth)
      case nil where !members(schema).isEmpty: return objects(schema, depth: depth)
      case "array": return [.array([schema["items"].flatMap { goods($0, depth: depth + 1).first } ?? 1])]
      case "string": return [.string(schema["pattern"] == nil ? "x" : "eA==")]
      case "boolean": return [true]
      case "null": return [.null]
      default: return [1]
      }
    }
  }

  private func objects(_ schema: JSON, depth: Int) -> [JSON] {
    let required = (schema["required"]?.array ?? []).compactMap(\.string)
    func object(_ members: [(name: String, schema: JSON)]) -> JSON {
      .object(members.compactMap { name, schema in goods(schema, depth: depth + 1).last.map { (name, $0) } })
    }
    var objects = [object(members(schema).filter { required.contains($0.name) }), object(members(schema))]
    if let more = schema["additionalProperties"] {
      objects += goods(more, depth: depth + 1).map { .object([("A", $0)]) }
    }
    return objects
  }

  /// Returns the values to try at a place: those that every place is tried with, and variations of the schema.
  private func variants(_ schema: JSON, path: String, depth: Int) -> [Variant] {
    var variants = Self.values.compactMap { text in
      JSON.parse(text).map { Variant(name: "\(path) is \(text.prefix(40))", path: path, json: $0) }
    }
    guard depth < 4 else { return variants }
    for schema in alternatives(schema) {
      for choice in schema["enum"]?.array ?? [] {
        variants.append(Variant(name: "\(path) is \(choice.text)", path: path, json: choice))
      }
      if let items = schema["items"] {
        variants += self.variants(items, path: "\(path)[]", depth: depth + 2).map {
          Variant(name: $0.name, path: path, json: [$0.json])
        }
      }
      if let more = schema["additionalProperties"] {
        variants += self.variants(more, path: "\(path)[\"A\"]", depth: depth + 2).map {
          Variant(name: $0.name, path: path, json: ["A": $0.json])
        }
      }
      let members = objects(schema, depth: 0).dropFirst().first?.object?.members ?? []
      for member in self.members(schema) {
        let others = members.filter { $0.name != member.name }
        let path = "\(path).\(member.name)"
        variants.append(Variant(name: "\(path) is left out", path: path, json: JSON(.object(JSON.Object(others)))))
        variants += self.variants(member.schema, path: path, depth: depth + 1).map { variant in
          let added = others + [JSON.Object.Member(name: member.name, value: variant.json)]
          return Variant(name: variant.name, path: variant.path, json: JSON(.object(JSON.Object(added))))
        }
      }
      if !members.isEmpty {
        let extra = JSON.Object.Member(name: "more", value: ["x": [1]])
        variants.append(
          Variant(name: "\(path).more is added", path: path, json: JSON(.object(JSON.Object(members + [extra])))))
      }
    }
    // Two alternatives at the same time.
    let whole = alternatives(schema).flatMap { goods($0, depth: depth) }
    for (index, one) in whole.enumerated() {
      for other in whole[..<index] {
        guard let first = one.object?.members, let second = other.object?.members else { continue }
        let both = first + second.filter { member in !first.contains { $0.name == member.name } }
        variants.append(Variant(name: "\(path) is two at once", path: path, json: JSON(.object(JSON.Object(both)))))
      }
    }
    return variants
  }

  // MARK: Mistakes that only a text can have

  /// Returns a good message in forms that only its text can have.
  private static func lines(around message: JSON, _ name: String) -> [Line] {
    let text = message.text
    let open = String(text.dropLast())
    /// Returns the text with another member at the beginning of the message.
    func with(_ member: String) -> String {
      let beginning = "{\"\(name)\":{"
      let rest = text.dropFirst(beginning.count)
      return beginning + member + (rest.hasPrefix("}") ? "" : ",") + rest
    }
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    let capital = name.prefix(1).uppercased() + name.dropFirst()
    let escaped = "\\u00\(String(name.utf8.first ?? 0, radix: 16))\(name.dropFirst())"
    let lines = [
      ("white space around it", " \t\(text) \r"), ("a byte order mark", "\u{FEFF}\(text)"),
      ("text after it", "\(text) x"), ("twice on a line", text + text), ("in an array", "[\(text)]"),
      ("a member beside it", "\(open),\"more\":1}"), ("itself beside it", "\(open),\(text.dropFirst())"),
      ("a comma after it", "\(open),}"), ("cut", open), ("in quotes", JSON.string(text).text),
      ("a name in capitals", text.replacingOccurrences(of: "\"\(name)\":", with: "\"\(capital)\":")),
      ("a name with an escape", text.replacingOccurrences(of: "\"\(name)\":", with: "\"\(escaped)\":")),
      ("quotes of another kind", text.replacingOccurrences(of: "\"", with: "'")),
      ("a member twice", with("\"more\":1,\"more\":2")), ("half a surrogate pair", with("\"more\":\"\\ud800\"")),
      ("NaN", with("\"more\":NaN")), ("a comment", with("/**/\"more\":1")),
      ("a zero before a number", with("\"more\":01")),
      ("400 deep", with("\"more\":\(nested(400))")), ("600 deep", with("\"more\":\(nested(600))")),
    ]
    return lines.map { Line(name: "\(name): \($0)", path: name, text: $1) }
  }
}
