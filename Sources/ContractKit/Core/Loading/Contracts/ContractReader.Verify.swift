extension ContractReader {
  /// Reads the member `verify` of a contract or a scenario.
  ///
  /// - Parameter above: What the contract says, for one of its scenarios.
  func verification(_ reader: ObjectReader, over above: Verification = Verification()) -> Verification {
    guard let json = reader.value("verify") else { return above }
    var verification = above
    if json.bool == false {
      verification.isOff = true
      return verification
    }
    guard json.isObject else {
      reader.noteWrong("verify", expected: "false or an object")
      return above
    }
    guard let own = ObjectReader(json, as: "\"verify\"", allowed: ["input"], diagnostics) else { return above }
    verification.isOff = false
    if let input = own.value("input", required: true) {
      checkVariables(input)
      verification.inputs.append(input.alone)
    }
    return verification
  }

  /// Notes environment variables that are not named by one name.
  private func checkVariables(_ json: JSON) {
    if let name = json[Verification.variable] {
      let isName = name.string.map { text in
        text.utf8.first.map { !$0.isDigit } == true
          && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
      }
      if isName != true || json.members.count != 1 {
        diagnostics.note(.badVariable, at: json.range ?? root.range)
      }
      return
    }
    for value in json.values { checkVariables(value) }
  }
}
