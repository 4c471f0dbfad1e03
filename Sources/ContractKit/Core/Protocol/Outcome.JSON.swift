extension Outcome {
  /// The outcome as a message's member.
  public var json: JSON {
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
  public static let names = ["success", "failure", "neverCompleted", "completedTwice", "neverResumed", "unsupported"]

  /// Reads an outcome; throws what is wrong with it.
  ///
  /// The bare ones are written with `true`, an object or null; `unsupported` may have its reason instead.
  package init(_ json: JSON) throws(MessageFault) {
    guard let members = json.object?.members else {
      throw MessageFault(
        "result.outcome is \(json.typeName), expected an object with one of \(Self.names.joined(separator: ", "))")
    }
    let named = members.filter { Self.names.contains($0.name) }
    guard named.count == 1, let member = named.first else {
      throw MessageFault("result.outcome must have exactly one of \(Self.names.joined(separator: ", "))")
    }
    switch member.name {
    case "success": self = .success(member.value)
    case "failure":
      let values = try Self.values(json)
      self = .failure(try Failure.checked(member.value, path: "result.outcome.failure"), values: values)
    case "neverCompleted": self = try Self.bare(.neverCompleted, member)
    case "completedTwice": self = try Self.bare(.completedTwice, member)
    case "neverResumed": self = try Self.bare(.neverResumed, member)
    default:
      if let why = member.value.string {
        self = .unsupported(why: why)
      } else {
        self = try Self.bare(.unsupported(why: nil), member, or: " or a string")
      }
    }
  }

  /// What a stream gave before it failed; nil where it gave nothing.
  static func values(_ outcome: JSON) throws(MessageFault) -> JSON? {
    guard let values = MessagePart(name: "result.outcome", json: outcome).optional("values") else { return nil }
    if values.array == nil { throw MessageFault("result.outcome.values is \(values.typeName), expected an array") }
    return values
  }

  /// An outcome that has nothing to say but its name: written with `true`, or, as `bye` is, with an empty value.
  private static func bare(
    _ outcome: Outcome, _ member: JSONObject.Member, or others: String = ""
  ) throws(MessageFault) -> Outcome {
    if member.value.bool == true || member.value.isNull || member.value.object != nil { return outcome }
    let found = member.value.bool == false ? "false" : member.value.typeName
    throw MessageFault("result.outcome.\(member.name) is \(found), expected true\(others)")
  }
}

extension Failure {
  /// Checks a failure's members, and those of the failures under it.
  ///
  /// - Returns: The failure without optional members that are null: null and left out mean the same, but for
  ///   `payload`, which may be null itself.
  static func checked(_ json: JSON, path: String) throws(MessageFault) -> JSON {
    let part = try MessagePart(checking: json, named: path)
    try check(categoryOf: part)
    for name in texts { _ = try part.string(name, default: "") }
    _ = try part.int("code", default: 0)
    var members: [JSONObject.Member] = []
    for var member in json.object?.members ?? [] {
      if member.value.isNull, member.name != "payload", self.members.contains(member.name) { continue }
      if member.name == "underlying" { member.value = try checked(member.value, path: "\(path).underlying") }
      members.append(member)
    }
    return JSON(.object(JSONObject(members)), range: json.range)
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
