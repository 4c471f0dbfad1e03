extension ContractWarning {
  /// What is doubtful, with the warning's code; what to do about it, and where to read more.
  package var text: (message: String, help: [String]) {
    let (message, help) = words
    return ("\(message) [\(code)]", help + [reference])
  }

  private var words: (message: String, help: [String]) {
    switch self {
    case .methodCase(let method):
      (
        "methods are compared exactly, and \"\(method)\" is not \"\(method.uppercased())\"",
        ["did you mean \"\(method.uppercased())\"?"]
      )
    case .lenientJSON(isJSON5: false):
      (
        "this is not JSON by RFC 8259, but Foundation reads it as such",
        ["a client on JSONDecoder or JSONSerialization may well succeed; {\"text\": \"{{}\"} fails everywhere"]
      )
    case .lenientJSON(isJSON5: true):
      (
        "this response's body is not JSON by RFC 8259, but readers of JSON5 take it",
        ["a client whose decoder allows JSON5 may well succeed; {\"text\": \"{{}\"} fails everywhere"]
      )
    case .assertsMessage:
      (
        "an error's message differs between platforms and languages",
        ["\"category\", \"type\", \"case\", \"domain\" and \"code\" are safer"]
      )
    case .misspeltKeyword(let name, let near):
      ("JSON Schema has no keyword \"\(name)\": it asks for nothing", ["did you mean \"\(near)\"?"])
    case .oldKeyword(let name, let now):
      ("\"\(name)\" belongs to an older draft: in 2020-12 it asks for nothing", ["write \(now)"])
    case .unusedRequest(let name):
      (
        "no exchange names the request \"\(name)\"",
        ["an exchange does it by \"request\": \"\(name)\"; or take it away"]
      )
    case .unusedOverlay:
      (
        "no exchange has this request: each names one of \"requests\", which stand by themselves",
        ["take it away, or write it into the exchanges"]
      )
    case .loneSame(let name):
      (
        "the name \"\(name)\" stands nowhere else in its scenario: any value matches it",
        ["write it again where the same value must come, or {\"$any\": true} here"]
      )
    case .sameAnswer(let other, let range, let transports):
      (
        "the client is handed and answered the same as in \"\(other)\", and something else is expected"
          + (transports.count == 1 ? " on \(transports[0])" : ""),
        ["the other one is at \(range.description)", "change what differs between the two, or take one of them away"]
      )
    case .missingKind(let kinds):
      (
        "no response is of the kind\(kinds.count == 1 ? "" : "s") \(Words.listed(kinds))",
        ["add a scenario each; where one can never come, say why in its \"skip\""]
      )
    case .unnamedFile(let near):
      (
        "no contract names this file",
        [
          near.map { "did you mean \($0)? contracts are files whose names end in .contract.json" }
            ?? "take it away, or name it in a contract; files whose names begin with a dot are left alone"
        ]
      )
    case .matchesAnything(let pattern, let isFailure):
      (
        isFailure
          ? "every failure matches \(pattern): whatever goes wrong, the scenario passes"
          : "\(pattern) says nothing of the client's result",
        [
          isFailure
            ? "say which failure: a category at least, such as \"network\""
            : "say what comes out: the value, or {\"$type\": …} and {\"$partial\": {…}} for what is not certain"
        ]
      )
    case .codeWithoutPlatform(let code, let why):
      (
        "the code \(code) holds on one platform only: \(why)",
        [
          "on loopback assert the category, or several codes: {\"code\": {\"$anyOf\": [\(code), …]}}",
          "an outcome of its own for loopback leaves memory's as it is: \"loopback\": {\"failure\": \"network\"}",
        ]
      )
    }
  }
}
