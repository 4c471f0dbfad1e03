import Foundation

extension Diagnostic.Problem {
  /// Returns the text of a problem: what is wrong, and what to do about it, one note for each line. nil is left out.
  func words(_ message: String, _ help: String?...) -> (message: String, help: [String]) {
    (message, help.compactMap(\.self))
  }
}

extension ContractProblem {
  private static let relativePaths = "paths are relative to the file that contains them"

  package var text: (message: String, help: [String]) {
    switch self {
    // MARK: Files
    case .noContracts: words("no contracts found", "a contract is a file whose name ends in .contract.json")
    case .sameContractName(let name, let other):
      words(
        "the contract name \"\(name)\" is already used by \(other)",
        "verdict ids contain this name; rename one of the files")
    case .sameVerdict(let id, let other):
      words(
        "the verdict id \"\(id)\" is already used by another scenario", "the other scenario is at \(other.description)",
        "rename the scenario or its file")
    case .fileLeaves(let path, let folder):
      words(
        "\"\(path)\" is outside the specs folder \(folder)",
        "all files of a contract must be inside its specs folder; " + Self.relativePaths)
    case .fileMissing(let path, let looked, let near):
      words(
        "file not found: \"\(path)\"", near.map { "did you mean \"\($0)\"?" },
        "looked for it at \(looked); \(Self.relativePaths)")
    case .fileAbsolute(let path):
      words(
        "\"\(path)\" is an absolute path, expected a relative one",
        "other machines do not have this path; \(Self.relativePaths)")
    case .fileIsAddress(let path):
      words(
        "\"\(path)\" is a URL; a contract can only name files",
        "contract-run downloads nothing; save the file next to the contract")
    case .fileUnreadable(let path, let why): words("\"\(path)\" cannot be read: \(why)")
    case .fileBroken(let path, let first):
      words("\"\(path)\" is not valid JSON", "the first error is at \(first.description)")
    case .extendsContract(let path):
      words(
        "\"\(path)\" is a contract; \"extends\" cannot name a contract",
        "move the shared part into a file whose name does not end in .contract.json, such as base.json")
    case .badReference(let reference, let error): Self.badReference(reference, error)
    case .referenceNowhere(let reference, let end): Self.nowhere(reference, end)
    case .referenceNotHere: words("\"$ref\" is not allowed here", FileProblem.referenceLocations)
    case .referenceToParent(let range):
      words("this reference is inside the value that it refers to", "that value begins at \(range.description)")
    case .referenceCircle(let steps, let name): Self.circle(steps, by: name)
    case .referenceChain(let limit):
      words(
        "a chain of more than \(limit) references starts here", "refer directly to the last file or value of the chain")
    case .referencesTooLarge:
      words(
        "with all references replaced by their values, the contract is larger than 64 MiB",
        "if one body is large, store its bytes in a file and name it with \"file\"")

    // MARK: The contract
    case .noVersion:
      words("missing member \"contract\" in a contract", "write \"contract\": 1, the version of the format")
    case .unknownVersion(let version):
      words(
        "unknown version \(version) of the contract format; this contract-run reads version 1",
        "write \"contract\": 1, or use a newer contract-run")
    case .badBaseURL(let url):
      words(
        "\"\(url)\" is not a base URL",
        "allowed: http or https, a host, optionally a port and a path prefix; no query, fragment or user")
    case .badAddressName(let name):
      words(
        "\"\(name)\" cannot be the name of a base URL",
        "a name is text on one line without { } \" and \\, because {{baseURL.NAME}} refers to it")
    case .noAddresses(let name):
      words(
        "unknown base URL \"\(name)\": the contract has no \"baseURLs\"",
        "add it: \"baseURLs\": {\"\(name)\": \"http://…\"}")
    case .sameName(let name, let what, let first):
      words("duplicate \(what) name \"\(name)\"", "first written at \(first.description)")
    case .badName(let what, let why): words("\(what) \(why)", "reports show it on one line; write plain text")
    case .movedMember(let name, let place, let help): words("\"\(name)\" is a member of \"\(place)\"", help)
    case .sameElement(let element, let list): words("duplicate \"\(element)\" in \"\(list)\"", "remove one of them")

    // MARK: Requests
    case .earlyWithoutOrder:
      words(
        "with \"order\": \"any\", the whole request chooses the exchange that answers, so it cannot be answered early",
        "remove \"early\" or \"order\"")
    case .noRequestToMatch(let scenario):
      words(
        "an exchange of the scenario \"\(scenario)\" has no \"request\"",
        "with \"order\": \"any\", the request chooses the exchange that answers; describe the request of each exchange")
    case .requestOfNothing:
      words(
        "\"exchanges\": [] means that the client sends nothing, but \"request\" describes a request",
        "remove one of them")
    case .badMethod(let method):
      words(
        "\"\(method)\" is not an HTTP method", "allowed: letters, digits and !#$%&'*+-.^_`|~ (RFC 9110, section 5.6.2)")
    case .pathHasQuery:
      words(
        "a path cannot contain a query",
        "describe it in \"query\": {\"name\": \"value\"}; a literal question mark is %3F")
    case .pathStart(let path):
      words(
        "the path \"\(path)\" does not begin with a slash",
        path.contains("://") ? "write scheme and host in the contract's \"baseURL\"" : "did you mean \"/\(path)\"?")
    case .pathBrace:
      words("this brace does not enclose a name", "write a name as {name}; write a literal brace as %7B or %7D")
    case .pathCharacter(let found):
      words(
        "'\(found)' is not allowed in a path",
        "percent-encode it, as the client sends it; a literal percent sign is %25")
    case .headerName(let name):
      words(
        "\"\(name)\" is not a header name", "allowed: letters, digits and !#$%&'*+-.^_`|~ (RFC 9110, section 5.6.2)")
    case .headerValue(let why): words("the header value \(why)", "see RFC 9110, section 5.5")
    case .sameHeader(let name, let first):
      words(
        "duplicate header \"\(name)\"; header names are case-insensitive", "first written at \(first.description)",
        "for multiple lines, write a list of values")
    case .nothingToTake(let name, let map):
      words(
        "null cannot remove \"\(name)\": the request that this one is merged over has no \"\(name)\" in \"\(map)\"",
        map == "pathParameters" ? "remove this member" : "remove this member, or write {\"$absent\": true}")
    case .nullOutsideOverlay(let map):
      words(
        "null removes an inherited name, but this request is not merged over another one",
        map == "pathParameters"
          ? "write a pattern for it" : "to forbid a name in \"\(map)\", write {\"$absent\": true}")
    case .noValues(let name):
      words("\"\(name)\" has an empty list of values", "to forbid the name, write {\"$absent\": true}")

    case .matcherAsName(let matcher, let map):
      words(
        "\"\(map)\" maps names to patterns; \(matcher) would be a name here, not a matcher",
        "write a pattern for each name"
          + (["query", "headers"].contains(map)
            ? "; for names that are not described, use \"other\(map.capitalized)\"" : ""))
    case .adjacentNames(let first, let second):
      words(
        "no text between {\(first)} and {\(second)}: the end of {\(first)} is ambiguous",
        "put text between them, or combine them into one name")
    case .sameNameInPath(let name):
      words("duplicate {\(name)} in the path", "rename one of them")
    case .noPathParameter(let name):
      words(
        "missing pattern for {\(name)} in the path",
        "add it: \"pathParameters\": {\"\(name)\": …}; literal braces are %7B and %7D")
    case .notInPath(let name, let path, let place, let names):
      words(
        "the path \"\(path)\" has no {\(name)}",
        Suggestion.of(name, in: names).map { "did you mean \"\($0)\"?" }, "the path is at \(place.description)",
        "if this request is merged over another, \"pathParameters\": {\"\(name)\": null} removes the name")
    case .noRequests(let name):
      words(
        "unknown request \"\(name)\": the contract has no \"requests\"",
        "add it: \"requests\": {\"\(name)\": {\"method\": …, \"path\": …}}")

    // MARK: Bodies
    case .bodyForms(let owner, let found, let allowed):
      words(
        found.isEmpty
          ? "\(owner) has no content"
          : "\(owner) has \(found.map { "\"\($0)\"" }.joined(separator: " and ")), expected only one",
        "allowed: exactly one of \(allowed.joined(separator: ", "))")
    case .notBase64:
      words("invalid base64", "allowed: A to Z, a to z, 0 to 9, + and /, padded with = to a multiple of 4 (RFC 4648)")
    case .emptyChunk:
      words("an empty chunk would end the body", "remove it; to pause, write \"delay\" in the chunk after the pause")
    case .truncateOutsideCorruptJSON:
      words(
        "only a \"corruptJSON\" response can use the truncated body of another scenario",
        "write the body itself, or change \"kind\"")
    case .noSuchScenario(let name, let all):
      words(
        "unknown scenario \"\(name)\"", Suggestion.of(name, in: all).map { "did you mean \"\($0)\"?" },
        "allowed: \(all.joined(separator: ", "))")
    case .truncateSelf:
      words("a scenario cannot truncate its own body", "name another scenario that has a whole body")
    case .noBodyToTruncate(let name):
      words("the scenario \"\(name)\" has no body", "name a scenario whose response has one")
    case .truncateChain(let name):
      words(
        "the body of the scenario \"\(name)\" is itself a truncated body", "name the scenario that has the whole body")
    case .nothingTruncated(let name, let bytes, let truncate):
      words(
        "nothing is truncated: the body of \"\(name)\" has \(bytes) bytes, and \"truncate\" keeps \(truncate)",
        bytes == 0 ? "name a scenario with a longer body" : "allowed: 0 to \(bytes - 1)")

    // MARK: Responses
    case .validStatus(let status):
      words(
        "a valid response needs a status from 200 to 299, found \(status)",
        "for any other status, write \"kind\": \"statusError\"")
    case .statusErrorStatus(let status):
      words(
        "a statusError response needs a status outside 200 to 299, found \(status)",
        "for this status, write \"kind\": \"valid\"")
    case .interimStatus(let status):
      words(
        "\(status) is not a final status",
        "after a status from 100 to 199 another response follows; allowed: 200 to 999")
    case .bodyForbidden(let why):
      words("a response \(why) cannot have a body", "remove \"body\" (RFC 9110, section 6.4.1)")
    case .corruptParses(let isTruncated):
      words(
        "the \(isTruncated ? "truncated " : "")body of a corruptJSON response must be invalid JSON, found valid JSON",
        isTruncated
          ? "change the number of bytes in \"truncate\"" : "make the body invalid, or write \"kind\": \"valid\"")
    case .errorByNumber(let code, let name):
      words(
        "a network error needs a name, found the number \(code)",
        name.map { "write \"\($0)\"" } ?? "write {\"domain\": \"NSURLErrorDomain\", \"code\": \(code)}")
    case .bodyWithoutAfter:
      words(
        "this body is never sent: the network fails before its first byte",
        "write the number of bytes to send first in \"after\"")
    case .headersWithoutAfter:
      words(
        "these headers are never sent: the network fails before them",
        "use \"body\" and \"after\" to describe what is sent first, or write \"during\": \"headers\"")
    case .httpDate:
      words(
        "this is not the time of the response",
        "write {{httpDate}}, or {{httpDate +2}} for 2 s later; at most a day (86400) earlier or later")
    case .statusWithoutAfter:
      words(
        "this status is never sent: the network fails before the end of the head",
        "use \"body\" and \"after\" to describe what is sent first, or remove \"status\"")
    case .afterWithoutBody: words("\"after\" counts the bytes of a body, but this response has no body", "add \"body\"")
    case .afterBeyondBody(let after, let bytes):
      words("\"after\" is \(after), but the body has only \(bytes) bytes", "allowed: 0 to \(bytes)")

    case .bodyAfterFault(let members):
      words(
        "the network fails within the head, before any byte of the body is sent",
        "remove \(members.map { "\"\($0)\"" }.joined(separator: " and ")), or remove \"during\"")

    // MARK: Scenarios
    case .responseAndExchanges:
      words(
        "a scenario has either \"response\" or \"exchanges\", found both",
        "move the response into the list \"exchanges\"")
    case .noResponse:
      words(
        "missing member \"response\" or \"exchanges\" in a scenario",
        "if the client must send nothing, write \"exchanges\": []")
    case .nowhereToRun:
      words(
        "this scenario cannot run: a nonHTTP response needs a separate outcome for loopback",
        "add \"loopback\": {\"failure\": …} to \"expect\", or add \"memory\" to \"transports\"")
    case .noOutcome(let transport):
      words(
        "missing expectation for \(transport)",
        "add \"success\" or \"failure\", or \"\(transport)\" with one of them, or remove \(transport) from \"transports\""
      )
    case .nameOfVariation(let name):
      words(
        "\"\(name)\" is the name of a variation of another scenario", "verdict ids contain this name; write another one"
      )
    case .unacceptedBody(let scenario, let range):
      words(
        "this schema does not accept the body of \"\(scenario)\" itself", "the body is at \(range.description)",
        "correct the schema, or the body")
    case .varyWithoutValidResponse:
      words(
        "the scenario has no valid response at its end, so there are no variations of it",
        "variations change a valid response; remove \"vary\"")
    case .badVariable:
      words(
        "\"$env\" needs the name of an environment variable, and nothing beside it",
        "write it as {\"$env\": \"API_TOKEN\"}: letters, digits and _, and no digit first")
    case .notBeforeFirst:
      words(
        "\"notBefore\" is not allowed in the first exchange, because no request comes before it",
        "\"notBefore\" is the time since the previous request; write it in the exchange of the later request")

    case .followsInSequence:
      words(
        "\"follows\" has no effect in sequence: every exchange follows the one before it",
        "write \"order\": \"any\" in the scenario, or remove \"follows\"")
    case .noExchangeNames(let name):
      words(
        "unknown exchange \"\(name)\": no exchange of this scenario has a name",
        "write \"name\": \"\(name)\" in the exchange whose answer must come first")
    case .followsCircle(let names):
      words(
        names.count == 1
          ? "the exchange \"\(names[0])\" follows itself"
          : "these exchanges follow each other in a circle: "
            + Excerpt.beginning(of: (names.suffix(1) + names).joined(separator: " follows ")),
        names.count == 1
          ? "remove the name from \"follows\""
          : "the request of none of them could come first; remove one of the names in \"follows\"")
    case .unusedOutcome(let transport):
      words(
        "unused outcome: the scenario never runs on \(transport)",
        "remove it, or add \"\(transport)\" to \"transports\"")

    // MARK: Expectations and patterns
    case .successAndFailure: words("an outcome is either \"success\" or \"failure\", found both", "remove one of them")
    case .neitherSuccessNorFailure:
      words(
        "missing member \"success\" or \"failure\"", "if the value does not matter, write \"success\": {\"$any\": true}"
      )
    case .valuesWithSuccess:
      words(
        "\"values\" is only for the values before a failure",
        "if a stream succeeds, write its values as the array in \"success\"")
    case .referenceInData:
      words(
        "\"$ref\" is not allowed inside data and patterns", "to write it as data, use {\"$literal\": {\"$ref\": …}}")
    case .referenceNotAlone: words("\"$ref\" must be the only member of its object", "remove the other members")
    case .severalMatchers(let names):
      words(
        "this object has more than one matcher: \(names.joined(separator: ", "))",
        "a matcher must be the only member of its object; to accept any one of them, use {\"$anyOf\": […]}")
    case .matcherWithMembers(let name):
      words(
        "a matcher must be the only member of its object, found \(name) beside other members",
        "if \"\(name)\" is the real name of a member, wrap the object: {\"$literal\": {…}}")
    case .onlyTrue(let name): words("the value of \(name) must be true", "write {\"\(name)\": true}")
    case .notHere(let name):
      words(
        "\(name) is not allowed here",
        "allowed for what may be missing: an object's member, a header, a query item, a form field, a part or a body")
    case .absentInside(let name):
      words("\(name) is not allowed inside $optional, which already allows absence", "remove one of them")
    case .badRegex(let text, let why):
      words(
        "'\(text)' is not a regular expression: \(why)",
        "the syntax is that of ECMA-262; in JSON, write each backslash twice (\"\\\\d+\")")
    case .neverMatches(let what, let why): words("\(what) never matches: \(why)")
    case .sameOnlyInNot(let name):
      words(
        "the name \"\(name)\" is used only inside $not, which never binds it to a value",
        "write {\"$same\": \"\(name)\"} also outside $not, in the place that this value must differ from")
    }
  }
}
