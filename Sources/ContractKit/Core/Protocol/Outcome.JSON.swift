extension Outcome {
  /// The outcome as a message's member.
  package var json: JSON {
    switch self {
    case .success(let value): return ["success": value]
    case .failure(let failure, nil): return ["failure": failure]
    case .failure(let failure, let values?): return ["failure": failure, "values": values]
    case .neverCompleted: return ["neverCompleted": true]
    case .completedTwice: return ["completedTwice": true]
    case .neverResumed: return ["neverResumed": true]
    case .unsupported(nil): return ["unsupported": true]
    case .unsupported(let why?): return ["unsupported": .string(why)]
    }
  }

  /// The names of outcomes; an outcome has exactly one.
  package static let names = ["success", "failure", "neverCompleted", "completedTwice", "neverResumed", "unsupported"]

  /// Reads an outcome; throws what is wrong with it.
  ///
  /// The bare ones are written with `true`, an object or null; `unsupported` may have its reason instead.
  package init(_ json: JSON) throws(MessageFault) {
    guard json.isObject else {
      throw MessageFault(
        "result.outcome is \(json.typeName), expected an object with one of \(Self.names.joined(separator: ", "))")
    }
    var found: (name: String, value: JSON)?
    for name in Self.names {
      guard let value = json[name] else { continue }
      if found != nil { throw Self.notOne }
      found = (name, value)
    }
    guard let (name, value) = found else { throw Self.notOne }
    switch name {
    case "success": self = .success(value)
    case "failure":
      let values = try Self.values(json)
      self = .failure(try Failure.checked(value, path: "result.outcome.failure"), values: values)
    case "neverCompleted": self = try Self.bare(.neverCompleted, name, value)
    case "completedTwice": self = try Self.bare(.completedTwice, name, value)
    case "neverResumed": self = try Self.bare(.neverResumed, name, value)
    default:
      if let why = value.string {
        self = .unsupported(why: why)
      } else {
        self = try Self.bare(.unsupported(why: nil), name, value, or: " or a string")
      }
    }
  }

  private static var notOne: MessageFault {
    MessageFault("result.outcome must have exactly one of \(names.joined(separator: ", "))")
  }

  /// What a stream gave before it failed; nil where it gave nothing.
  static func values(_ outcome: JSON) throws(MessageFault) -> JSON? {
    guard let values = MessagePart(name: "result.outcome", json: outcome).optional("values") else { return nil }
    if !values.isArray { throw MessageFault("result.outcome.values is \(values.typeName), expected an array") }
    return values
  }

  /// An outcome that has nothing to say but its name: written with `true`, or, as `bye` is, with an empty value.
  private static func bare(
    _ outcome: Outcome, _ name: String, _ value: JSON, or others: String = ""
  ) throws(MessageFault) -> Outcome {
    if value.bool == true || value.isNull || value.isObject { return outcome }
    let found = value.bool == false ? "false" : value.typeName
    throw MessageFault("result.outcome.\(name) is \(found), expected true\(others)")
  }
}

extension Failure {
  /// Checks a failure's members, and those of the failures under it.
  ///
  /// - Returns: The failure without optional members that are null: null and left out mean the same, but for
  ///   `payload`, which may be null itself.
  static func checked(_ json: JSON, path: String) throws(MessageFault) -> JSON {
    try check(json, path: path)
    // Nearly always there is nothing to leave out, and the failure stays as it was read.
    return hasNull(json) ? withoutNull(json) : json
  }

  private static func check(_ json: JSON, path: String) throws(MessageFault) {
    let part = try MessagePart(checking: json, named: path)
    try check(categoryOf: part)
    for name in texts { _ = try part.string(name, default: "") }
    _ = try part.int("code", default: 0)
    if let underlying = part.optional("underlying") { try check(underlying, path: "\(path).underlying") }
  }

  private static func hasNull(_ json: JSON) -> Bool {
    if members.contains(where: { $0 != "payload" && json[$0]?.isNull == true }) { return true }
    return json["underlying"].map(hasNull) ?? false
  }

  private static func withoutNull(_ json: JSON) -> JSON {
    var members: [JSON.Object.Member] = []
    for var member in json.object?.members ?? [] {
      if member.value.isNull, member.name != "payload", self.members.contains(member.name) { continue }
      if member.name == "underlying" { member.value = withoutNull(member.value) }
      members.append(member)
    }
    return JSON(.object(JSON.Object(members)), range: json.range)
  }

  /// The members that are strings or left out.
  static let texts = ["type", "case", "domain", "message"]

  static func check(categoryOf failure: MessagePart) throws(MessageFault) {
    let category = try failure.string("category")
    guard categories.contains(category) else {
      throw MessageFault(
        "\(failure.name).category is \"\(category)\", expected one of \(categories.joined(separator: ", "))")
    }
  }
}
