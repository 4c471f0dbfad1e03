import Foundation

extension ContractProblem {
  /// What is wrong, and what to do about it.
  package var text: (message: String, help: [String]) {
    switch self {
    // MARK: Files
    case .noContracts: ("there is no contract here", ["contracts are files whose names end in .contract.json"])
    case .sameContractName(let name, let other):
      (
        "the contract's name \"\(name)\" is already that of \(other)",
        ["verdict ids are made of it; rename one of the files"]
      )
    case .sameVerdict(let id, let other):
      (
        "the verdict id \"\(id)\" is already that of another scenario",
        ["the other one is at \(other.description)", "rename the scenario or its file"]
      )
    case .fileLeaves(let path, let folder):
      (
        "\"\(path)\" leaves the specs folder \(folder)",
        ["a contract's files lie below its specs folder, links followed; paths count from the file that says them"]
      )
    case .fileMissing(let path, let looked, let near):
      (
        "there is no file \"\(path)\"",
        (near.map { ["did you mean \"\($0)\"?"] } ?? []) + [
          "looked at \(looked); paths count from the file that says them"
        ]
      )
    case .fileAbsolute(let path):
      (
        "\"\(path)\" is an absolute path, which is another file on another machine",
        ["paths count from the file that says them"]
      )
    case .fileIsAddress(let path):
      (
        "\"\(path)\" is an address, and contracts name files only",
        ["nothing is fetched; put the file beside the contract"]
      )
    case .fileUnreadable(let path, let why): ("\"\(path)\" cannot be read: \(why)", [])
    case .fileBroken(let path, let first): ("\"\(path)\" is no JSON", ["the first mistake is at \(first.description)"])
    case .extendsContract(let path):
      (
        "\"\(path)\" is a contract, and what a contract extends is none",
        ["put what both share into a file of another name, such as base.json"]
      )
    case .badReference(let reference, let error): Self.badReference(reference, error)
    case .referenceNowhere(let reference, let end): Self.nowhere(reference, end)
    case .referenceNotHere: ("\"$ref\" cannot stand here", [FileProblem.referencePlaces])
    case .referenceToParent(let range):
      ("this reference stands within what it names", ["that begins at \(range.description)"])
    case .referenceCircle(let steps, let name): Self.circle(steps, by: name)
    case .referenceChain(let limit):
      ("more than \(limit) files or values lead on from here, each to the next", ["name the last of them here"])
    case .referencesTooLarge:
      (
        "with everything in place of its references, the contract has more than 64 MiB",
        ["where it is one large body, name a \"file\" of its bytes"]
      )

    // MARK: The contract
    case .noVersion: ("a contract needs a member \"contract\"", ["write \"contract\": 1, the version of the format"])
    case .unknownVersion(let version):
      (
        "version \(version) of the contract format is unknown; this contract-run reads version 1",
        ["write \"contract\": 1, or use a newer contract-run"]
      )
    case .badBaseURL(let url):
      (
        "\"\(url)\" is no base URL",
        ["allowed: http or https, a host, perhaps a port and a path prefix; no query, fragment or user"]
      )
    case .badAddressName(let name):
      (
        "\"\(name)\" cannot be the name of an address",
        ["a name is some text on one line without { } \" and \\: {{baseURL.NAME}} stands for it"]
      )
    case .noAddresses(let name):
      (
        "there is no address \"\(name)\": the contract has no \"baseURLs\"",
        ["write it there: \"baseURLs\": {\"\(name)\": \"http://…\"}"]
      )
    case .sameScenario(let name, let first):
      ("the scenario name \"\(name)\" is there twice", ["first written at \(first.description)"])
    case .badName(let what, let why): ("\(what) \(why)", ["reports show it on one line; use plain text"])
    case .sameElement(let element, let list): ("\"\(element)\" is twice in \"\(list)\"", [])

    // MARK: Requests
    case .noRequest(let scenario):
      (
        "nothing says what the request of the scenario \"\(scenario)\" looks like",
        ["add \"request\" to the contract or to the scenario; for no request at all write \"exchanges\": []"]
      )
    case .requestOfNothing:
      ("\"exchanges\": [] means that nothing is sent, and \"request\" describes something", ["take one of them away"])
    case .badMethod(let method):
      ("\"\(method)\" is no HTTP method", ["a method is letters, digits and !#$%&'*+-.^_`|~ (RFC 9110, section 5.6.2)"])
    case .pathHasQuery:
      ("a path has no query", ["describe it in \"query\": {\"name\": \"value\"}; a literal question mark is %3F"])
    case .pathStart(let path):
      (
        "the path \"\(path)\" does not begin with a slash",
        [path.contains("://") ? "scheme and host belong into the contract's \"baseURL\"" : "did you mean \"/\(path)\"?"]
      )
    case .pathBrace: ("a brace in a path stands for no name", ["a literal brace is %7B or %7D"])
    case .pathCharacter(let found):
      ("'\(found)' cannot stand in a path", ["percent-encode it, as it is sent; a literal percent sign is %25"])
    case .headerName(let name):
      ("\"\(name)\" is no header name", ["a name is letters, digits and !#$%&'*+-.^_`|~ (RFC 9110, section 5.6.2)"])
    case .headerValue(let why): ("a header's value \(why)", ["RFC 9110, section 5.5"])
    case .sameHeader(let name, let first):
      (
        "the header \"\(name)\" is there twice; case does not count",
        ["first written at \(first.description)", "for several lines give it a list"]
      )
    case .nothingToTake(let name, let map):
      (
        "null takes \"\(name)\" away, and the request below has none in \"\(map)\"",
        [map == "pathParameters" ? "take the member out" : "take the member out, or write {\"$absent\": true}"]
      )
    case .nullOutsideOverlay(let map):
      (
        "null takes a name away where a request is laid over another; there is none below this one",
        [
          map == "pathParameters"
            ? "write a pattern for it" : "to forbid a name in \"\(map)\" write {\"$absent\": true}"
        ]
      )
    case .noValues(let name):
      ("\"\(name)\" has an empty list of values", ["to forbid the name write {\"$absent\": true}"])

    case .matcherAsName(let matcher, let map):
      (
        "\(matcher) would be a name in \"\(map)\", which is a map by name and never a matcher itself",
        [
          "give each name a pattern of its own"
            + (["query", "headers"].contains(map)
              ? "; for names that are not described there is \"other\(map.capitalized)\"" : "")
        ]
      )
    case .adjacentNames(let first, let second):
      (
        "nothing stands between {\(first)} and {\(second)}: where the one ends cannot be told",
        ["put some text between them, or make one name of them"]
      )
    case .sameNameInPath(let name):
      ("{\(name)} is in the path twice", ["give one of them another name"])
    case .noPathParameter(let name):
      (
        "nothing says what {\(name)} in the path stands for",
        ["add it: \"pathParameters\": {\"\(name)\": …}; literal braces are %7B and %7D"]
      )
    case .notInPath(let name, let path, let place, let names):
      (
        "the path \"\(path)\" has no {\(name)}",
        (NearName.of(name, in: names).map { ["did you mean \"\($0)\"?"] } ?? []) + [
          "the path is at \(place.description)",
          "where it is laid over another, \"pathParameters\": {\"\(name)\": null} takes the name away",
        ]
      )
    case .noRequests(let name):
      (
        "there is no request \"\(name)\": the contract has no \"requests\"",
        ["write it there: \"requests\": {\"\(name)\": {\"method\": …, \"path\": …}}"]
      )

    // MARK: Bodies
    case .bodyForms(let owner, let found, let allowed):
      (
        found.isEmpty
          ? "\(owner) says nothing"
          : "\(owner) has \(found.map { "\"\($0)\"" }.joined(separator: " and ")), expected one of them",
        ["allowed: exactly one of \(allowed.joined(separator: ", "))"]
      )
    case .notBase64:
      (
        "this is not base64",
        ["allowed: A to Z, a to z, 0 to 9, + and /, filled up with = to a multiple of 4 (RFC 4648)"]
      )
    case .emptyChunk:
      ("a chunk without bytes would end the body", ["take it out; a pause belongs to the chunk after it"])
    case .truncateOutsideCorruptJSON:
      ("a body cut from another scenario's is for \"corruptJSON\" only", ["write the body itself, or change \"kind\""])
    case .noSuchScenario(let name, let all):
      (
        "there is no scenario \"\(name)\"",
        (NearName.of(name, in: all).map { ["did you mean \"\($0)\"?"] } ?? []) + [
          "allowed: \(all.joined(separator: ", "))"
        ]
      )
    case .truncateSelf: ("a body cannot be cut from itself", ["name another scenario, one with a whole body"])
    case .noBodyToTruncate(let name):
      ("the scenario \"\(name)\" has no body", ["name a scenario whose response has one"])
    case .truncateChain(let name):
      (
        "the body of the scenario \"\(name)\" is itself cut from another's",
        ["name the scenario that has the whole body"]
      )
    case .nothingTruncated(let name, let bytes, let truncate):
      (
        "nothing is cut off: the body of \"\(name)\" has \(bytes) bytes, and \(truncate) are kept",
        [bytes == 0 ? "name a scenario with a longer body" : "allowed: 0 to \(bytes - 1)"]
      )

    // MARK: Responses
    case .validStatus(let status):
      ("a valid response has a status of 200 to 299, not \(status)", ["for any other write \"kind\": \"statusError\""])
    case .statusErrorStatus(let status):
      (
        "a statusError response has a status outside 200 to 299, not \(status)",
        ["for this one write \"kind\": \"valid\""]
      )
    case .interimStatus(let status):
      ("\(status) is no final status", ["a status of 100 to 199 announces another response; allowed: 200 to 999"])
    case .bodyForbidden(let why): ("no body goes out \(why)", ["take \"body\" away (RFC 9110, section 6.4.1)"])
    case .corruptParses:
      ("this body is JSON, and a corruptJSON response's is not", ["break it, or write \"kind\": \"valid\""])
    case .corruptParsesTruncated:
      ("what is left of the body is JSON, and a corruptJSON response's is not", ["cut it elsewhere"])
    case .errorByNumber(let code, let name):
      (
        "an error of the network is named, not numbered",
        [name.map { "write \"\($0)\"" } ?? "write {\"domain\": \"NSURLErrorDomain\", \"code\": \(code)}"]
      )
    case .bodyWithoutAfter:
      (
        "this body is never sent: the network fails before its first byte",
        ["say with \"after\" how many bytes go out first"]
      )
    case .headersWithoutAfter:
      (
        "these headers are never sent: the network fails before them",
        ["say with \"body\" and \"after\" what goes out first, or write \"during\": \"headers\""]
      )
    case .afterWithoutBody: ("\"after\" counts bytes of a body, and there is none", ["add \"body\""])
    case .afterBeyondBody(let after, let bytes):
      ("\"after\" is \(after), and the body has \(bytes) bytes", ["allowed: 0 to \(bytes)"])

    case .bodyAfterFault(let members):
      (
        "the network fails within the head, before any body",
        ["take \(members.map { "\"\($0)\"" }.joined(separator: " and ")) away, or \"during\""]
      )

    // MARK: Scenarios
    case .responseAndExchanges:
      ("a scenario has \"response\" or \"exchanges\", not both", ["put the response into the list"])
    case .noResponse:
      (
        "a scenario needs a member \"response\" or \"exchanges\"",
        ["where the client must send nothing write \"exchanges\": []"]
      )
    case .nowhereToRun:
      (
        "this scenario runs nowhere: a nonHTTP response on loopback needs to know what becomes of it there",
        ["add {\"loopback\": {\"failure\": …}} to \"expect\", or \"memory\" to \"transports\""]
      )
    case .noOutcome(let transport):
      (
        "nothing says what is expected on \(transport)",
        [
          "add \"success\" or \"failure\", or \"\(transport)\" with one of them, or leave \(transport) out of \"transports\""
        ]
      )
    case .notBeforeFirst:
      (
        "no request comes before this one",
        ["\"notBefore\" counts from the request before: write it in the exchange that has to wait"]
      )
    case .unusedOutcome(let transport):
      ("the scenario never runs on \(transport)", ["take this away, or add \"\(transport)\" to \"transports\""])

    // MARK: Expectations and patterns
    case .successAndFailure: ("an outcome is \"success\" or \"failure\", not both", ["take one of them away"])
    case .neitherSuccessNorFailure: ("\"success\" or \"failure\" is missing", ["{\"$any\": true} is any of them"])
    case .valuesWithSuccess:
      ("\"values\" are those before a failure", ["the values of a stream that succeeds are the array in \"success\""])
    case .referenceInData:
      ("\"$ref\" does not stand inside data and patterns", ["as data it is {\"$literal\": {\"$ref\": …}}"])
    case .referenceNotAlone: ("\"$ref\" stands alone in its object", ["take the other members away"])
    case .severalMatchers(let names):
      (
        "this object has several matchers: \(names.joined(separator: ", "))",
        ["a matcher stands alone in its object; to ask for any of several use {\"$anyOf\": […]}"]
      )
    case .matcherWithMembers(let name):
      (
        "\(name) stands beside other members, and a matcher stands alone in its object",
        ["where \"\(name)\" is a member's real name, wrap the object: {\"$literal\": {…}}"]
      )
    case .onlyTrue(let name): ("\(name) takes true", ["write {\"\(name)\": true}"])
    case .notHere(let name):
      (
        "\(name) cannot stand here",
        [
          "it speaks of a member that may be missing: allowed as the value of an object's member, a header, a query name or a form field"
        ]
      )
    case .absentInside(let name):
      ("\(name) cannot stand inside $optional, which is absence already", ["take one of them away"])
    case .badRegex(let text):
      (
        "'\(text)' is no regular expression",
        ["ICU's syntax; in JSON each of its backslashes is written twice (\"\\\\d+\")"]
      )
    case .neverMatches(let what, let why): ("\(what) never matches: \(why)", [])
    case .sameOnlyInNot(let name):
      (
        "the name \"\(name)\" stands only inside $not, where it is bound to nothing",
        ["write {\"$same\": \"\(name)\"} where the value comes that this one must differ from"]
      )
    }
  }
}
