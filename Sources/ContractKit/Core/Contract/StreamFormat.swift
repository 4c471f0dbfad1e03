/// A format of bodies that are streams of values, each of which a client can read before the next one has come.
package enum StreamFormat: Sendable {
  /// Server-sent events (WHATWG HTML, section 9.2): blocks of lines, each of which ends with an empty line.
  case events
  /// JSON lines: one JSON value on each line (jsonlines.org).
  case jsonLines

  /// Makes the format that a Content-Type names; nil if it names none.
  package init?(contentType: String?) {
    switch MediaType.name(of: contentType) {
    case "text/event-stream": self = .events
    case "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines",
      "application/jsonlines", "application/json-lines", "application/x-json-stream", "application/stream+json":
      self = .jsonLines
    default: return nil
    }
  }
}

extension Response {
  /// The format of the body, if it is a stream; otherwise nil.
  var streamFormat: StreamFormat? { StreamFormat(contentType: headers["Content-Type"]) }
}
