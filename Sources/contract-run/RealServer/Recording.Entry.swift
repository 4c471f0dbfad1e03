import ContractCore
import Foundation

// The form of a recording: HTTP archives (HAR 1.2).
extension Recording {
  /// Returns a request with its answer as an entry of an archive.
  ///
  /// - Parameter varying: The places at which the same request had another answer.
  static func entry(
    _ request: CapturedRequest, _ answer: CurlCall.Answer, _ began: Date, _ varying: [String]
  ) -> JSON {
    let reply = answer.reply
    var status = 0
    if case .status(let number) = reply.kind { status = number }
    return JSON(members: [
      "startedDateTime": .string(began.formatted(.iso8601)),
      "_varying": varying.isEmpty ? nil : .array(varying.map { .string($0) }),
      "request": JSON(members: [
        "method": .string(request.method), "url": .string(request.url), "headers": headers(request.headers),
        "postData": request.body.flatMap { $0.isEmpty ? nil : data($0, request.headers) },
        "bodySize": .number(request.body?.count ?? 0),
      ]),
      "response": [
        "status": .number(status), "statusText": .string(answer.phrase), "headers": headers(reply.headers),
        "content": content(reply),
      ],
    ])
  }

  private static func headers(_ headers: Headers) -> JSON {
    .array(headers.lines.map { ["name": .string($0.name), "value": .string($0.value)] })
  }

  private static func data(_ body: [UInt8], _ headers: Headers) -> JSON {
    let type = JSON.string(headers["Content-Type"] ?? "")
    if let text = String(validating: body, as: UTF8.self) { return ["mimeType": type, "text": .string(text)] }
    return ["mimeType": type, "text": .string(Data(body).base64EncodedString()), "encoding": "base64"]
  }

  private static func content(_ reply: Reply) -> JSON {
    let type = JSON.string(reply.headers["Content-Type"] ?? "")
    let body = reply.body ?? []
    if let text = String(validating: body, as: UTF8.self) {
      return ["size": .number(body.count), "mimeType": type, "text": .string(text)]
    }
    return [
      "size": .number(body.count), "mimeType": type, "text": .string(Data(body).base64EncodedString()),
      "encoding": "base64",
    ]
  }
}
