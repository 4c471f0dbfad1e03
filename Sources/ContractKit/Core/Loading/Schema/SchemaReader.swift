/// The reader of the keywords of one schema.
struct SchemaReader {
  let compiler: SchemaCompiler
  let node: Int
  let object: JSON.Object
  var draft: SchemaDraft
  /// The `$dynamicRef` rules that use a dynamic anchor.
  private(set) var dynamicReferences: [(rule: Int, anchor: String)] = []
  private let dialect: SchemaDialect

  init(compiler: SchemaCompiler, node: Int, object: JSON.Object) {
    self.compiler = compiler
    self.node = node
    self.object = object
    draft = compiler.drafts[node]
    dialect = compiler.library.resources[draft.resource].dialect
  }

  mutating func read() {
    for member in object.members {
      if core(member) { continue }
      if SchemaKeyword.applicators.contains(member.name) {
        if dialect.contains(.applicator) { applicator(member) }
      } else if member.name == "unevaluatedItems" {
        if dialect.contains(.unevaluated) { draft.arrays.unevaluated = ranged(member) }
      } else if member.name == "unevaluatedProperties" {
        if dialect.contains(.unevaluated) { draft.unevaluatedProperties = ranged(member) }
      } else if member.name == "format" {
        format(member)
      } else if SchemaKeyword.assertions.contains(member.name) {
        if dialect.contains(.validation) { assertion(member) }
      } else {
        annotation(member)
      }
    }
  }

  // MARK: Core

  private mutating func core(_ member: JSON.Object.Member) -> Bool {
    switch member.name {
    case "$ref", "$dynamicRef":
      let isDynamic = member.name == "$dynamicRef"
      guard let reference = string(member),
        let target = compiler.target(of: reference, from: node, isDynamic: isDynamic)
      else { return true }
      if let anchor = target.dynamicAnchor {
        dynamicReferences.append((draft.rules.count, anchor))
        add(.dynamicReference(target.node, byResource: [:]), member)
      } else {
        add(.reference(target.node), member)
      }
    case "$defs", "definitions": _ = map(member, role: .unasserted)
    // Their values are used when a document is added. Here only their types are checked.
    case "$id", "$schema", "$anchor", "$dynamicAnchor", "$comment": _ = string(member)
    case "$vocabulary":
      guard let vocabularies = member.value.object else {
        note(member, expected: "an object that maps the URI of each vocabulary to true or false")
        return true
      }
      for vocabulary in vocabularies.members { _ = bool(vocabulary) }
    default: return false
    }
    return true
  }

  // MARK: Applicators

  private mutating func applicator(_ member: JSON.Object.Member) {
    switch member.name {
    case "allOf": if let schemas = list(member, inPlace: true) { add(.allOf(schemas), member) }
    case "anyOf": if let schemas = list(member, inPlace: true) { add(.anyOf(schemas), member) }
    case "oneOf": if let schemas = list(member, inPlace: true) { add(.oneOf(schemas), member) }
    case "prefixItems": draft.arrays.prefix = list(member) ?? []
    case "not": add(.not(schema(member, inPlace: true, role: .negated)), member)
    case "if":
      draft.condition = Ranged(value: schema(member, inPlace: true, role: .unasserted), rangeIndex: rangeIndex(member))
    case "then": draft.then = schema(member, inPlace: object["if"] != nil)
    case "else": draft.otherwise = schema(member, inPlace: object["if"] != nil)
    case "items":
      if member.value.array != nil {
        diagnostics.note(.listOfItems, at: member.value.range ?? .nowhere)
      } else {
        draft.arrays.items = ranged(member)
      }
    case "contains": draft.arrays.contains = ranged(member)
    case "additionalProperties": draft.additional = ranged(member)
    case "propertyNames": draft.propertyNames = ranged(member)
    case "properties": draft.properties = map(member).map { ($0.member.name, $0.schema) }
    case "dependentSchemas":
      draft.dependentSchemas = map(member, inPlace: true).map { ($0.member.name, $0.schema) }
    default:
      // patternProperties
      for (pattern, schema) in map(member) {
        if let expression = self.pattern(pattern.name, at: pattern.nameRange) {
          draft.patterns.append((expression, schema, rangeIndex(pattern)))
        }
      }
    }
  }

  private func ranged(_ member: JSON.Object.Member) -> Ranged<Int> {
    Ranged(value: schema(member), rangeIndex: rangeIndex(member))
  }

  // MARK: Assertions

  private mutating func assertion(_ member: JSON.Object.Member) {
    switch member.name {
    case "type":
      let types = diagnostics.types(member.value, called: "\"type\"", list: "type", at: .nowhere)
      draft.types = types.isEmpty ? nil : Ranged(value: types, rangeIndex: rangeIndex(member))
    case "const": add(.const(member.value.unfolded), member)
    case "enum":
      guard let values = member.value.array else { return note(member, expected: "a list of values") }
      if values.isEmpty { compiler.emptyEnums.append((node, member.value.range ?? .nowhere)) }
      add(.oneOfValues(SchemaValues(values.map(\.unfolded))), member)
    case "minimum": bound(member) { .minimum($0) }
    case "exclusiveMinimum": bound(member) { .exclusiveMinimum($0) }
    case "maximum": bound(member) { .maximum($0) }
    case "exclusiveMaximum": bound(member) { .exclusiveMaximum($0) }
    case "multipleOf":
      guard let number = member.value.number, JSON.Number(0) < number else {
        return note(member, expected: "a number greater than 0")
      }
      draft.numbers.append(SchemaRule(kind: .multipleOf(SchemaBound(number)), rangeIndex: rangeIndex(member)))
    case "minLength": length(member) { .minLength($0) }
    case "maxLength": length(member) { .maxLength($0) }
    case "pattern":
      guard let text = string(member), let pattern = pattern(text.value, at: text.range) else { return }
      draft.strings.append(SchemaRule(kind: .pattern(pattern), rangeIndex: rangeIndex(member)))
    case "minItems": draft.arrays.minItems = count(member)
    case "maxItems": draft.arrays.maxItems = count(member)
    case "minContains": draft.arrays.minContains = count(member)
    case "maxContains": draft.arrays.maxContains = count(member)
    case "minProperties": draft.minProperties = count(member)
    case "maxProperties": draft.maxProperties = count(member)
    case "uniqueItems": if bool(member) == true { draft.arrays.unique = rangeIndex(member) }
    case "required": draft.required = names(member).map { ($0.value, compiler.rangeIndex($0.range)) }
    default:
      // dependentRequired
      guard let map = member.value.object else {
        return note(member, expected: "an object that maps each name to a list of names")
      }
      for entry in map.members {
        draft.dependentRequired.append((entry.name, names(entry).map(\.value), rangeIndex(entry)))
      }
    }
  }

  private mutating func format(_ member: JSON.Object.Member) {
    guard let name = string(member), dialect.contains(.formatAssertion),
      let format = diagnostics.choice(name, of: Format.self, what: "schema format")
    else { return }
    draft.strings.append(SchemaRule(kind: .format(format), rangeIndex: rangeIndex(member)))
  }

  // MARK: Annotations

  private func annotation(_ member: JSON.Object.Member) {
    switch member.name {
    case "title", "description", "contentEncoding", "contentMediaType": _ = string(member)
    case "deprecated", "readOnly", "writeOnly": _ = bool(member)
    case "examples": if member.value.array == nil { note(member, expected: "a list of values") }
    case "contentSchema": _ = schema(member, role: .unasserted)
    case "default": break
    default:
      // Anything else is a custom annotation, unless it looks like a misspelled keyword.
      if let now = SchemaKeyword.old[member.name], member.name != "id" || member.value.string != nil {
        diagnostics.warn(.oldKeyword(member.name, of: "an older draft", now: now), at: member.nameRange ?? .nowhere)
      } else if member.name == "nullable", member.value.bool == true {
        compiler.nullables.append((node, member.nameRange ?? .nowhere))
      } else if let near = SchemaKeyword.near(member.name) {
        diagnostics.warn(.misspelledKeyword(member.name, near: near), at: member.nameRange ?? .nowhere)
      }
    }
  }
}
