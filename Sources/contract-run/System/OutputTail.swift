import ContractCore

/// What a process printed, cut in the middle.
struct OutputTail {
  private let limit: Int

  private var head: [UInt8] = []
  private var tail: [UInt8] = []
  private var total = 0

  /// - Parameter limit: How many bytes are kept at each end.
  init(limit: Int = 4096) { self.limit = limit }

  mutating func append(_ bytes: ArraySlice<UInt8>) {
    total += bytes.count
    let room = limit - head.count
    if room > 0 { head += bytes.prefix(room) }
    // The type matters: `suffix` of any sequence copies byte by byte, and a driver can print very much.
    let rest: ArraySlice<UInt8> = bytes.dropFirst(max(0, room)).suffix(limit)
    if rest.isEmpty { return }
    tail += rest
    if tail.count > 4 * limit { tail.removeFirst(tail.count - limit) }
  }

  /// The text. If something was left out, a line reports how much.
  var text: String {
    if total == 0 { return "" }
    let end = tail.suffix(limit)
    let left = total - head.count - end.count
    if left <= 0 { return String(decoding: head + end, as: UTF8.self) }
    return String(decoding: head, as: UTF8.self) + "\n… \(left) bytes omitted …\n"
      + String(decoding: end, as: UTF8.self)
  }
}
