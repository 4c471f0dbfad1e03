/// A reader of a `text/event-stream` (HTML, "server-sent events"). It accepts pieces that are cut anywhere. Lines end
/// in LF or CR LF.
struct ServerSentEvents {
  private var line: [UInt8] = []
  private var data: [String] = []

  /// Whether an event has begun and no empty line has ended it yet.
  var isWithinEvent: Bool { !line.isEmpty || !data.isEmpty }

  /// Reads a piece, and returns the data of the events that it completes.
  mutating func events(in piece: Data) -> [String] {
    var events: [String] = []
    for byte in piece {
      guard byte == UInt8(ascii: "\n") else {
        line.append(byte)
        continue
      }
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
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
