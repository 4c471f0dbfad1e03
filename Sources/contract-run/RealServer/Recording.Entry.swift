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
        "content": data(reply.body ?? [], reply.headers, size: reply.body?.count ?? 0),
      ],
    ])
  }

  private static func headers(_ headers: Headers) -> JSON {
    .array(headers.lines.map { ["name": .string($0.name), "value": .string($0.value)] })
  }

  /// Returns a body: a text, or base64.
  ///
  /// - Parameter size: Its size in bytes; nil, as by default, where the format has none.
  private static func data(_ body: [UInt8], _ headers: Headers, size: Int? = nil) -> JSON {
    let text = String(validating: body, as: UTF8.self)
    return JSON(members: [
      "size": size.map { .number($0) }, "mimeType": .string(headers["Content-Type"] ?? ""),
      "text": .string(text ?? Data(body).base64EncodedString()), "encoding": text == nil ? "base64" : nil,
    ])
  }
}
