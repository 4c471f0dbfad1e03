import Foundation

// What can be wrong with requests and responses.
extension ContractProblem {
  /// What a method and the name of a header may have.
  private static let token = "allowed: letters, digits and !#$%&'*+-.^_`|~ (RFC 9110, section 5.6.2)"

  // MARK: Requests

  static let earlyWithoutOrder = Self(
    "with \"order\": \"any\", the whole request chooses the exchange that answers, so it cannot be answered early",
    "remove \"early\" or \"order\"")
  static func noRequestToMatch(scenario: String) -> Self {
    Self(
      "an exchange of the scenario \"\(scenario)\" has no \"request\"",
      "with \"order\": \"any\", the request chooses the exchange that answers; describe the request of each exchange")
  }
  static let requestOfNothing = Self(
    "\"exchanges\": [] means that the client sends nothing, but \"request\" describes a request", "remove one of them")
  static func badMethod(_ method: String) -> Self {
    Self("\"\(method)\" is not an HTTP method", token)
  }
  static let pathHasQuery = Self(
    "a path cannot contain a query", "describe it in \"query\": {\"name\": \"value\"}; a literal question mark is %3F")
  static func pathStart(_ path: String) -> Self {
    Self(
      "the path \"\(path)\" does not begin with a slash",
      path.contains("://") ? "write scheme and host in the contract's \"baseURL\"" : "did you mean \"/\(path)\"?")
  }
  static let pathBrace = Self(
    "this brace does not enclose a name", "write a name as {name}; write a literal brace as %7B or %7D")
  static func pathCharacter(_ found: String) -> Self {
    Self(
      "'\(found)' is not allowed in a path", "percent-encode it, as the client sends it; a literal percent sign is %25")
  }
  static func headerName(_ name: String) -> Self {
    Self("\"\(name)\" is not a header name", token)
  }
  static func headerValue(_ why: String) -> Self { Self("the header value \(why)", "see RFC 9110, section 5.5") }
  static func sameHeader(_ name: String, first: SourceRange) -> Self {
    Self(
      "duplicate header \"\(name)\"; header names are case-insensitive", "first written at \(first.description)",
      "for multiple lines, write a list of values")
  }
  static func nothingToTake(_ name: String, map: String) -> Self {
    Self(
      "null cannot remove \"\(name)\": the request that this one is merged over has no \"\(name)\" in \"\(map)\"",
      map == "pathParameters" ? "remove this member" : "remove this member, or write {\"$absent\": true}")
  }
  static func nullOutsideOverlay(map: String) -> Self {
    Self(
      "null removes an inherited name, but this request is not merged over another one",
      map == "pathParameters"
        ? "write a pattern for it" : "to forbid a name in \"\(map)\", write {\"$absent\": true}")
  }
  static func noValues(_ name: String) -> Self {
    Self("\"\(name)\" has an empty list of values", "to forbid the name, write {\"$absent\": true}")
  }
  static func matcherAsName(_ matcher: String, map: String) -> Self {
    Self(
      "\"\(map)\" maps names to patterns; \(matcher) would be a name here, not a matcher",
      "write a pattern for each name"
        + (["query", "headers"].contains(map)
          ? "; for names that are not described, use \"other\(map.capitalized)\"" : ""))
  }
  static func adjacentNames(_ first: String, _ second: String) -> Self {
    Self(
      "no text between {\(first)} and {\(second)}: the end of {\(first)} is ambiguous",
      "put text between them, or combine them into one name")
  }
  static func sameNameInPath(_ name: String) -> Self { Self("duplicate {\(name)} in the path", "rename one of them") }
  static func noPathParameter(_ name: String) -> Self {
    Self(
      "missing pattern for {\(name)} in the path",
      "add it: \"pathParameters\": {\"\(name)\": …}; literal braces are %7B and %7D")
  }
  static func notInPath(_ name: String, path: String, at place: SourceRange, names: [String]) -> Self {
    Self(
      "the path \"\(path)\" has no {\(name)}",
      Suggestion.of(name, in: names).map { "did you mean \"\($0)\"?" }, "the path is at \(place.description)",
      "if this request is merged over another, \"pathParameters\": {\"\(name)\": null} removes the name")
  }
  static func noRequests(_ name: String) -> Self {
    Self(
      "unknown request \"\(name)\": the contract has no \"requests\"",
      "add it: \"requests\": {\"\(name)\": {\"method\": …, \"path\": …}}")
  }

  // MARK: Bodies

  static func bodyForms(owner: String, found: [String], allowed: [String]) -> Self {
    Self(
      found.isEmpty
        ? "\(owner) has no content"
        : "\(owner) has \(found.map { "\"\($0)\"" }.joined(separator: " and ")), expected only one",
      "allowed: exactly one of \(allowed.joined(separator: ", "))")
  }
  static let notBase64 = Self(
    "invalid base64", "allowed: A to Z, a to z, 0 to 9, + and /, padded with = to a multiple of 4 (RFC 4648)")
  static let emptyChunk = Self(
    "an empty chunk would end the body", "remove it; to pause, write \"delay\" in the chunk after the pause")
  static let truncateOutsideCorruptJSON = Self(
    "only a \"corruptJSON\" response can use the truncated body of another scenario",
    "write the body itself, or change \"kind\"")
  static func noSuchScenario(_ name: String, all: [String]) -> Self {
    Self(
      "unknown scenario \"\(name)\"", Suggestion.of(name, in: all).map { "did you mean \"\($0)\"?" },
      "allowed: \(all.joined(separator: ", "))")
  }
  static let truncateSelf = Self(
    "a scenario cannot truncate its own body", "name another scenario that has a whole body")
  static func noBodyToTruncate(_ name: String) -> Self {
    Self("the scenario \"\(name)\" has no body", "name a scenario whose response has one")
  }
  static func truncateChain(_ name: String) -> Self {
    Self("the body of the scenario \"\(name)\" is itself a truncated body", "name the scenario that has the whole body")
  }
  static func nothingTruncated(_ name: String, bytes: Int, truncate: Int) -> Self {
    Self(
      "nothing is truncated: the body of \"\(name)\" has \(bytes) bytes, and \"truncate\" keeps \(truncate)",
      bytes == 0 ? "name a scenario with a longer body" : "allowed: 0 to \(bytes - 1)")
  }

  // MARK: Responses

  static func validStatus(_ status: Int) -> Self {
    Self(
      "a valid response needs a status from 200 to 299, found \(status)",
      "for any other status, write \"kind\": \"statusError\"")
  }
  static func statusErrorStatus(_ status: Int) -> Self {
    Self(
      "a statusError response needs a status outside 200 to 299, found \(status)",
      "for this status, write \"kind\": \"valid\"")
  }
  static func interimStatus(_ status: Int) -> Self {
    Self(
      "\(status) is not a final status", "after a status from 100 to 199 another response follows; allowed: 200 to 999")
  }
  static func bodyForbidden(why: String) -> Self {
    Self("a response \(why) cannot have a body", "remove \"body\" (RFC 9110, section 6.4.1)")
  }
  static func corruptParses(isTruncated: Bool) -> Self {
    Self(
      "the \(isTruncated ? "truncated " : "")body of a corruptJSON response must be invalid JSON, found valid JSON",
      isTruncated
        ? "change the number of bytes in \"truncate\"" : "make the body invalid, or write \"kind\": \"valid\"")
  }
  static func errorByNumber(_ code: String, name: String?) -> Self {
    Self(
      "a network error needs a name, found the number \(code)",
      name.map { "write \"\($0)\"" } ?? "write {\"domain\": \"NSURLErrorDomain\", \"code\": \(code)}")
  }
  static let bodyWithoutAfter = Self(
    "this body is never sent: the network fails before its first byte",
    "write the number of bytes to send first in \"after\"")
  static let headersWithoutAfter = Self(
    "these headers are never sent: the network fails before them",
    "use \"body\" and \"after\" to describe what is sent first, or write \"during\": \"headers\"")
  static let httpDate = Self(
    "this is not the time of the response",
    "write {{httpDate}}, or {{httpDate +2}} for 2 s later; at most a day (86400) earlier or later")
  static let statusWithoutAfter = Self(
    "this status is never sent: the network fails before the end of the head",
    "use \"body\" and \"after\" to describe what is sent first, or remove \"status\"")
  static let afterWithoutBody = Self(
    "\"after\" counts the bytes of a body, but this response has no body", "add \"body\"")
  static func afterBeyondBody(_ after: Int, bytes: Int) -> Self {
    Self("\"after\" is \(after), but the body has only \(bytes) bytes", "allowed: 0 to \(bytes)")
  }
  static func bodyAfterFault(_ members: [String]) -> Self {
    Self(
      "the network fails within the head, before any byte of the body is sent",
      "remove \(members.map { "\"\($0)\"" }.joined(separator: " and ")), or remove \"during\"")
  }
}
