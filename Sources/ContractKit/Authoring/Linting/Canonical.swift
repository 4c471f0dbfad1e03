import ContractCore

/// The meaning of parts of a contract as JSON. Parts with the same meaning are equal, wherever and however they are
/// written.
///
/// A member that is not here does not make two scenarios different.
enum Canonical {
  /// Returns everything that the client meets: its input, the requests that it must send, and their responses.
  static func situation(of scenario: Scenario) -> JSON {
    [
      "input": scenario.input, "order": .string(scenario.order.rawValue),
      "exchanges": .array(
        scenario.exchanges.map { exchange in
          JSON(members: [
            "request": exchange.request.map(json), "response": json(exchange.response),
            "notBefore": seconds(exchange.notBefore?.value ?? 0),
            "follows": .array(exchange.follows.map(\.value).sorted().map(JSON.number)),
          ])
        }),
    ]
  }

  static func json(_ outcome: Scenario.Expectation.Outcome) -> JSON {
    switch outcome {
    case .success(let pattern): ["success": pattern.json]
    case .failure(let pattern, let values), .failureOrSame(let pattern, let values):
      JSON(members: ["failure": pattern.json, "values": values?.json])
    case .anything: "anything"
    }
  }

  // MARK: Requests

  private static func json(_ request: RequestShape) -> JSON {
    JSON(members: [
      "method": .string(request.method.value), "base": JSON(orNull: request.base?.value),
      "path": .string(request.path.value), "pathParameters": json(request.pathParameters),
      "query": json(request.query), "otherQuery": .string(request.otherQuery.rawValue),
      "headers": json(request.headers, ignoresCase: true), "otherHeaders": .string(request.otherHeaders.rawValue),
      "timeout": request.timeout?.json, "body": (request.body?.value).map(json),
    ])
  }

  private static func json(_ body: RequestShape.Body) -> JSON {
    switch body {
    case .json(let pattern): ["json": pattern.json]
    case .text(let pattern): ["text": pattern.json]
    case .bytes(let bytes, _): ["bytes": .string(String(latin: bytes))]
    case .any: "any"
    case .optional(let inner): ["optional": json(inner)]
    case .form(let fields, _): ["form": json(fields)]
    case .multipart(let parts): ["multipart": .array(parts.map(json))]
    case .jsonLines(let lines): ["jsonLines": .array(lines.map(\.json))]
    }
  }

  private static func json(_ part: RequestShape.Part) -> JSON {
    JSON(members: [
      "isOptional": JSON(.bool(part.isOptional)), "name": part.name?.json, "filename": part.filename?.json,
      "contentType": part.contentType?.json, "body": (part.body?.value).map(json),
    ])
  }

  private static func json(_ names: [RequestShape.Named], ignoresCase: Bool = false) -> JSON {
    .object(
      names.map { named in
        let notation: JSON =
          switch named.notation {
          case .decoded: "decoded"
          case .asSent: "asSent"
          case .list(let separator): ["list": .string(separator.text)]
          }
        let patterns = JSON.array(named.patterns.map(\.json))
        return (ignoresCase ? named.name.lowercased() : named.name, ["notation": notation, "patterns": patterns])
      })
  }

  // MARK: Responses

  private static func json(_ response: Response) -> JSON {
    JSON(members: [
      "kind": .string(response.kind.rawValue), "status": response.status.map(JSON.number),
      "headers": .array(response.headers.lines.map { .strings([$0.name.lowercased(), $0.value]) }),
      "body": response.body.map(json),
      "error": response.error.map { [.string($0.domain), .number($0.code), JSON(orNull: $0.message)] },
      "after": .number(response.after), "during": JSON(orNull: response.during?.rawValue),
      "delay": seconds(response.delay), "isEarly": JSON(.bool(response.isEarly)),
    ])
  }

  private static func json(_ body: Response.Body) -> JSON {
    let pieces = body.pieces.map { piece in JSON.array([seconds(piece.delay), .string(String(latin: piece.bytes))]) }
    return ["isChunked": JSON(.bool(body.isChunked)), "pieces": .array(pieces)]
  }

  private static func seconds(_ seconds: Double) -> JSON { .string("\(seconds)") }
}
