/// Reads a `text/event-stream` (HTML, "server-sent events") piece by piece, wherever the pieces are cut. Its lines end in LF
/// or CR LF.
struct ServerSentEvents {
  private var line: [UInt8] = []
  private var data: [String] = []

  /// Whether something came that no empty line has ended.
  var isWithinEvent: Bool { !line.isEmpty || !data.isEmpty }

  /// The data of the events that a piece completes.
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
      // Anything else says nothing of an album: a comment keeps the connection open.
    }
    return events
  }
}
