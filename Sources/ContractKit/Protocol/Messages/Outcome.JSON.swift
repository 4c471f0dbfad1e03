extension Outcome {
  package var json: JSON { .object(members.map { ("\($0.name)", $0.value) }) }

  var members: [(name: StaticString, value: JSON)] {
    switch self {
    case .success(let value): [("success", value)]
    case .failure(let failure, nil): [("failure", failure)]
    case .failure(let failure, let values?): [("failure", failure), ("values", values)]
    case .neverCompleted: [("neverCompleted", true)]
    case .completedTwice: [("completedTwice", true)]
    case .neverResumed: [("neverResumed", true)]
    case .unsupported(nil): [("unsupported", true)]
    case .unsupported(let why?): [("unsupported", .string(why))]
    }
  }

  /// The names of outcomes. An outcome has exactly one.
  package static let names = ["success", "failure", "neverCompleted", "completedTwice", "neverResumed", "unsupported"]

  /// Reads the outcome of a result. If it is not valid, notes an error and returns nil.
  ///
  /// The bare outcomes are written with `true`, an object or null. `unsupported` may have its reason instead.
  package init?(of result: MessagePart) {
    guard let json = result["outcome"] else {
      result.note("result has no member outcome")
      return nil
    }
    guard json.isObject else {
      result.note(
        "result.outcome is \(json.phrase), expected an object with one of \(Self.names.joined(separator: ", "))")
      return nil
    }
    let members = JSON.Members(json)
    var found: [(name: String, value: JSON)] = []
    for name in Self.names {
      if let value = members[name] { found.append((name, value)) }
    }
    guard found.count == 1 else {
      result.note("result.outcome must have exactly one of \(Self.names.joined(separator: ", "))")
      return nil
    }
    let (name, value) = found[0]
    switch name {
    case "success": self = .success(value)
    case "failure":
      // The values of a stream before it failed. null means the same as a missing member. The cases are spelled out,
      // because `nil` could also be read as JSON's null.
      let values = members["values"].flatMap { $0.isNull ? Optional<JSON>.none : $0 }
      if let values, !values.isArray {
        result.note("result.outcome.values is \(values.phrase), expected an array")
      }
      Failure.check(value, path: "result.outcome.failure", result.errors)
      // Usually there is nothing to remove, and the failure stays as it was read.
      self = .failure(value.mayHaveNull ? Failure.withoutNull(value) : value, values: values)
    default:
      // A bare outcome is written with `true` or, like `bye`, with an empty value.
      let isBare = value.bool == true || value.isNull || value.isObject
      switch name {
      case "neverCompleted": self = .neverCompleted
      case "completedTwice": self = .completedTwice
      case "neverResumed": self = .neverResumed
      default: self = .unsupported(why: value.string)
      }
      if isBare || name == "unsupported" && value.string != nil { return }
      let expected = name == "unsupported" ? "true or a string" : "true"
      result.note("result.outcome.\(name) is \(value.phrase), expected \(expected)")
    }
  }
}

extension Failure {
  /// Checks a failure's members, and those of its underlying failures.
  fileprivate static func check(_ json: JSON, path: String, _ errors: MessageErrors) {
    guard let part = MessagePart(json, named: path, errors) else { return }
    _ = part.choice("category", or: "one of \(categories.joined(separator: ", "))", Category.init(rawValue:))
    for name: StaticString in ["type", "case", "domain", "message"] { _ = part.string(name, default: "") }
    _ = part.int("code", default: 0)
    if let underlying = part.optional("underlying") { check(underlying, path: "\(path).underlying", errors) }
  }

  /// Returns the failure without the optional members that are null, because null means the same as a missing member.
  /// `payload` is an exception: it may itself be null.
  fileprivate static func withoutNull(_ json: JSON) -> JSON {
    var members: [JSON.Object.Member] = []
    for var member in json.object?.members ?? [] {
      if member.value.isNull, member.name != "payload", self.members.contains(member.name) { continue }
      if member.name == "underlying" { member.value = withoutNull(member.value) }
      members.append(member)
    }
    return JSON(.object(JSON.Object(members)), range: json.range)
  }
}

extension JSON {
  /// Whether the JSON that was read may contain a null, at any depth.
  fileprivate var mayHaveNull: Bool {
    guard case .read(let document, let index) = storage else { return true }
    // A token of the kind `null` whose length is not that of the word is the second token of a container.
    return document.tokens[Int(index)..<document.tokens.after(Int(index))].contains {
      $0.kind == .null && $0.end - $0.start == "null".utf8.count
    }
  }
}
