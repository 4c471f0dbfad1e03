/// A reader of a `text/event-stream` (HTML, "server-sent events"). It accepts pieces that are cut anywhere. Lines end
/// in LF, CR, or CR LF.
struct ServerSentEvents {
  private var line: [UInt8] = []
  private var data: [String] = []
  /// Whether the last byte was a CR, so that an LF after it belongs to the same line end.
  private var hasEndedInCR = false

  /// Whether an event has begun and no empty line has ended it yet.
  var isWithinEvent: Bool { !line.isEmpty || !data.isEmpty }

  /// Reads a piece, and returns the data of the events that it completes.
  mutating func events(in piece: Data) -> [String] {
    var events: [String] = []
    for byte in piece {
      let (isCR, isLF) = (byte == UInt8(ascii: "\r"), byte == UInt8(ascii: "\n"))
      defer { hasEndedInCR = isCR }
      if isLF, hasEndedInCR { continue }
      guard isCR || isLF else {
        line.append(byte)
        continue
      }
      let text = String(decoding: line, as: UTF8.self)
      line = []
      if text.isEmpty, !data.isEmpty {
        events.append(data.joined(separator: "\n"))
        data = []
      } else if text.hasPrefix("data:") {
        data.append(text.dropFirst(5).trimmingPrefix(" ").description)
      }
      // Other lines do not describe an album. For example, a comment keeps the connection open.
    }
    return events
  }
}
