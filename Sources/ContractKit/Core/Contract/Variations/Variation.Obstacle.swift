extension Variation {
  /// Why a variation is not played.
  package enum Obstacle: String, Error, Sendable, CaseIterable {
    case stillJSON, noJSON, nothingToChange, notValid, noSocket, noOrder, onlyLoopback, joinedPieces, unread, tooLarge
    case notAccepted, beyondStack, notHere, notAgain, longWait, noLink, noCursor, noText, unknownAuthority, longSilence
    case shortBody, noWithin, isJSON, noEnd, noPages, notMeasured, ambiguous, noError, notIdempotent
    case endedBefore, noEvents, noGroups, noCancel, noInput, notTaken, notAllowed, notInstalled, excepted, limit

    package var text: String {
      switch self {
      case .stillJSON: "the broken body would still be JSON"
      case .noJSON: "the response has no JSON body"
      case .nothingToChange: "the response has nothing to change in this way"
      case .notValid: "the response of the earlier exchange is not `valid`"
      case .noSocket: "sockets, or a proxy, cannot show it in this scenario"
      case .onlyLoopback: "only loopback can show it, which --transport loopback chooses"
      case .notAgain: "the client does not send the request again"
      case .longWait: "the client waits or sends requests for as long as the changed answer says"
      case .noLink: "no response has a link"
      case .noCursor: "no response has a cursor"
      case .noText: "no string of the input is in a path, a query or a header"
      case .joinedPieces: "the client did not get each piece of the body alone"
      case .unread: "the client returns the text of the response as it comes"
      case .tooLarge: "the outcome would have more levels or values than a message can carry"
      case .notAccepted: "the client's Accept-Encoding does not name the coding"
      case .beyondStack: "the HTTP stack that the client's User-Agent names cannot do it"
      case .notHere: "the driver has no loopback, or this system has too few hosts, or no openssl"
      case .unknownAuthority: "the client does not know the certificate authority of the run"
      case .noOrder: "the requests of the scenario have no order"
      case .longSilence: "the contract describes no timeout of at most 2 s, or `within` ends before it"
      case .shortBody: "the body is too short to come byte by byte until after the deadline"
      case .noWithin: "the scenario has no `within`"
      case .noPages: "no answer leads to a second page of a list"
      case .isJSON: "the body is JSON, which `corruptJSON` breaks"
      case .noEnd: "no event of the stream has the name of `end`"
      case .notMeasured: "this system does not show the memory of the driver"
      case .ambiguous: "two exchanges describe one request, by which calls at once cannot be told apart"
      case .notIdempotent: "a request has a method that is not idempotent, such as POST"
      case .noError: "no scenario describes an error with a body"
      case .endedBefore: "the client had its result before it was canceled"
      case .noEvents: "the response has no stream of three events or more"
      case .noGroups: "the driver does not say how its client is made"
      case .noCancel: "the driver cannot cancel calls"
      case .noInput: "no request is known to carry a value of the input"
      case .notTaken: "the operation does not take the value"
      case .notAllowed: "the schema of the body does not allow the value"
      case .notInstalled: "this machine does not have the time zone or the locale"
      case .excepted: "the contract leaves it out"
      case .limit:
        "a scenario has at most \(VariedScenario.limit) variations, and 60 of `inputs` unless its `limit` says more"
      }
    }
  }
}

extension Sequence<[Variation.Obstacle: Int]> {
  /// Why variations are left out, each reason with their number.
  package var texts: [String] {
    Variation.Obstacle.allCases.compactMap { obstacle in
      let count = reduce(0) { $0 + ($1[obstacle] ?? 0) }
      return count == 0 ? nil : "\(English.counted(count, "variation")): \(obstacle.text)"
    }
  }
}
