extension ContractWarning {
  /// The suspicious content with the warning's code, what to do about it, and where to read more.
  package var text: (message: String, help: [String]) {
    let (code, message, help) = words
    return ("\(message) [\(code)]", help + [reference])
  }

  private func warning(
    _ code: String, _ message: String, _ help: String...
  ) -> (code: String, message: String, help: [String]) {
    (code, message, help)
  }

  /// The code, the message without it, and what to do.
  var words: (code: String, message: String, help: [String]) {
    switch self {
    case .methodCase(let method):
      warning(
        "method-case", "methods are case-sensitive: \"\(method)\" is not \"\(method.uppercased())\"",
        "did you mean \"\(method.uppercased())\"?")
    case .lenientJSON(let isJSON5):
      warning(
        "lenient-json",
        "this body is not valid JSON (RFC 8259), but \(isJSON5 ? "JSON5 parsers accept" : "Foundation accepts") it",
        "a client \(isJSON5 ? "whose decoder allows JSON5" : "with JSONDecoder or JSONSerialization") may succeed;"
          + " use {\"text\": \"{{}\"}, which no client accepts")
    case .assertsMessage:
      warning(
        "asserts-message", "this asserts an error message, which differs between platforms and languages",
        "use \"category\", \"type\", \"case\", \"domain\" or \"code\" instead")
    case .misspelledKeyword(let name, let near):
      warning(
        "misspelled-keyword", "unknown JSON Schema keyword \"\(name)\": it has no effect", "did you mean \"\(near)\"?")
    case .oldKeyword(let name, let origin, let now):
      warning("old-keyword", "\"\(name)\" is a keyword of \(origin): it has no effect in 2020-12", "write \(now)")
    case .emptyEnum:
      warning(
        "empty-enum", "\"enum\" lists no value, so no value is valid",
        "list the values, or remove \"enum\"; if no value is meant, write false as the schema")
    case .literalURL(let name, let url):
      warning(
        "literal-url", "this contains \(url), which an exchange answers; on loopback, that server has another URL",
        "write {{baseURL\(name.map { ".\($0)" } ?? "")}} in place of the base URL")
    case .contentEncoding(let coding):
      warning(
        "content-encoding", "the Content-Encoding of this response is \(coding), but its body is plain text",
        "remove the header, or name a file with the encoded bytes: {\"file\": \"body.json.gz\"}",
        "on loopback, a client that decodes the body fails; in memory, nothing decodes it")
    case .lostCookie(let name, let cause, let base):
      warning(
        "lost-cookie", "clients do not send the cookie \(name) back: they do not keep it with \(cause) from \(base)",
        "correct the header or the base URL: Secure needs https, and Domain the host or a domain above it")
    case .crossedCookie(let problem):
      warning(
        "lost-cookie", "the scenario is skipped: \(problem)",
        "move the cookie to a contract without the other base URL, or run the scenario in memory")
    case .unusedRequest(let name):
      warning(
        "unused-request", "no exchange uses the request \"\(name)\"",
        "write \"request\": \"\(name)\" in an exchange, or remove this request")
    case .unusedOverlay:
      warning(
        "unused-request", "no exchange uses this request: each exchange names one of \"requests\"",
        "named requests are not merged over it; remove it, or move it into the exchanges")
    case .loneSame(let name):
      warning(
        "lone-same", "the name \"\(name)\" is used only once in its scenario, so any value matches it",
        "use the name again in the place that must have the same value, or write {\"$any\": true} here")
    case .sameAnswer(let other, let range, let transports):
      warning(
        "same-answer",
        "same input and same responses as in \"\(other)\", but a different expectation"
          + (transports.count == 1 ? " on \(transports[0])" : ""),
        "the other scenario is at \(range.description)",
        "make the responses differ, or remove one of the two scenarios")
    case .missingKind(let kinds):
      warning(
        "missing-kind", "no scenario covers \(English.listed(kinds, "or"))",
        "add a scenario for each, or declare \"variations\"; if a kind can never occur, give the reason in the"
          + " scenario's \"skip\"")
    case .unnamedFile(let near):
      warning(
        "unnamed-file", "no contract refers to this file",
        near.map { "did you mean \($0)? the name of a contract ends in .contract.json" }
          ?? "remove it, or name it in a contract; files whose names begin with a dot are ignored")
    case .matchesAnything(let pattern, let isFailure):
      warning(
        "matches-anything",
        isFailure
          ? "every failure matches \(pattern): the scenario passes whatever goes wrong"
          : "every result matches \(pattern): the scenario passes whatever the client returns",
        isFailure
          ? "describe the failure: at least a category, such as \"network\""
          : "describe the result: its value, or {\"$type\": …} and {\"$partial\": {…}} for parts that vary")
    case .contentLength(let length, let count):
      warning(
        "content-length",
        "the Content-Length of this response is \(length), but "
          + (count.map { "its body has \(English.counted($0, "byte"))" }
            ?? "the length of its body depends on {{baseURL}}"),
        "correct the header, or remove it: on loopback, contract-run adds the right one",
        "to end a body too early, write \"kind\": \"networkError\" with \"body\" and \"after\"")
    case .noVariation(["vary"], let shared, _):
      warning(
        "no-variation",
        "\"vary\" is true\(shared.map { " in the scenario at \($0.description)" } ?? ""), but the contract declares no variations, so nothing is played",
        "add \"variations\" to the contract, or remove \"vary\"")
    case .noVariation(["attempts"], let shared, _):
      warning(
        "no-variation",
        "\"attempts\" is declared\(shared.map { " at \($0.description)" } ?? ""), but no family of variations that it is"
          + " about, so nothing is played",
        "declare one beside it, such as \"networkError\": {\"failure\": \"network\"}, or run with --variations all")
    case .noVariation(["recovery"], _, _):
      warning(
        "no-variation", "\"recovery\" is declared, but no exchange gets a fault",
        "declare a family beside it, such as statusError")
    case .noVariation(["optional"], _, _):
      warning(
        "no-variation", "\"optional\" is declared, but this exchange gets no fault",
        "let \"variations\" have \"steps\": true, and vary this scenario; the last exchange, and one with an error, get none"
      )
    case .noVariation(["idempotent"], _, _):
      warning(
        "no-variation", "\"idempotent\" is declared, but this request is never sent twice",
        "it is about POST and PATCH in exchanges that get faults: \"variations\" must have \"steps\": true, and \"attempts\""
          + " above 1")
    case .noVariation(let names, let shared, let reasons):
      (
        "no-variation",
        "\(English.listed(names.map { "\"\($0)\"" })) \(names.count == 1 ? "is" : "are") declared"
          + (shared.map { " at \($0.description)" } ?? "") + ", but nothing is played",
        reasons + [
          "change the scenario that is varied, choose another one with \"vary\": true, or remove the declaration"
        ]
      )
    case .codeWithoutPlatform(let code, let why):
      warning(
        "code-without-platform", "the code \(code) is specific to one platform: \(why)",
        "on loopback, assert the category or multiple codes: {\"code\": {\"$anyOf\": [\(code), …]}}",
        "to keep the code in memory, add a separate outcome: \"loopback\": {\"failure\": \"network\"}")
    }
  }
}
