extension ContractReader {
  /// Reads `hostile` of `variations`: the exceptions. Nil if hostile values are not played, or if something is wrong,
  /// which was noted.
  func hostileExceptions(_ variations: ObjectReader) -> Set<String>? {
    guard let json = variations.value("hostile"), !isReference(json) else { return nil }
    if let isOn = json.bool { return isOn ? [] : nil }
    guard json.isObject else {
      variations.noteWrong("hostile", expected: #"true, false or an object with "except""#)
      return nil
    }
    guard let reader = variations.reader("hostile", as: "\"hostile\"", allowed: ["except"]) else { return nil }
    let names = reader.strings("except", required: true) ?? []
    for name in names { checkException(name) }
    return Set(distinct(names, list: "except"))
  }

  /// Notes an exception that is not the name of a hostile value, or of all values of a string.
  private func checkException(_ name: SourceLocated<String>) {
    guard name.value == "input" || name.value.hasPrefix("/") || name.value.hasPrefix("input: ") else {
      root.note(
        .wrongValue(
          "an element of \"except\"", found: JSON.string(name.value).phrase,
          expected: "a pointer into the input, such as /title, or one value, such as /title: space"),
        at: name.range)
      return
    }
    guard let colon = name.value.firstRange(of: ": ") else { return }
    let kind = SourceLocated(String(name.value[colon.upperBound...]), at: name.range)
    _ = diagnostics.name(kind, of: HostileValue.Kind.names, what: "hostile value")
  }
}
