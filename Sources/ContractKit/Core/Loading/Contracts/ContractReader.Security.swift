extension ContractReader {
  /// Reads `security` of `variations`; nil if nothing of it is played, or if something is wrong, which was noted.
  func security(_ variations: ObjectReader) -> SecurityRules? {
    typealias Member = SecurityVariation.Member
    guard let json = variations.value("security"), json.bool != false, !isReference(json) else { return nil }
    let range = json.range ?? variations.range
    if json.bool == true {
      let members = Member.allCases.map { ($0, Scenario.Expectation?.none) }
      return SecurityRules(members: Dictionary(uniqueKeysWithValues: members), range: range)
    }
    guard json.isObject else {
      variations.noteWrong("security", expected: "true, false or an object")
      return nil
    }
    let names = Member.allCases.map(\.rawValue)
    guard let reader = variations.reader("security", as: "\"security\"", allowed: names + ["body", "except"])
    else { return nil }
    var rules = SecurityRules(members: [:], range: range)
    for member in Member.allCases {
      guard let json = reader.value(member.rawValue), json.bool != false, !isReference(json) else { continue }
      if json.bool == true {
        rules.members[member] = .some(nil)
      } else if !json.isObject {
        reader.noteWrong(member.rawValue, expected: "true, false or an expectation, such as {\"failure\": \"any\"}")
      } else if let own = ObjectReader(json, as: "\"\(member.rawValue)\"", allowed: nil, diagnostics) {
        rules.members[member] = expectation(own, transports: nil, and: []).allowingValues
      }
    }
    rules.watchesBody = reader.bool("body")?.value ?? false
    let exceptions = reader.strings("except") ?? []
    for name in exceptions where !SecurityVariation.isName(name.value) {
      reader.note(
        .wrongValue(
          "an element of \"except\"", found: JSON.string(name.value).phrase,
          expected: "the name of a variation, as in the brackets of its id, such as \"redirect 301 to another host\""),
        at: name.range)
    }
    rules.exceptions = Set(distinct(exceptions, list: "except"))
    return rules
  }
}
