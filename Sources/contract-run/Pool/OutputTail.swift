import ContractCore

/// What a process printed, cut in the middle: the first and the last 4 kB.
struct OutputTail {
  /// How many bytes are kept at each end.
  static let limit = 4096

  private var head: [UInt8] = []
  private var tail: [UInt8] = []
  private var total = 0

  mutating func append(_ bytes: ArraySlice<UInt8>) {
    total += bytes.count
    let room = Self.limit - head.count
    if room > 0 { head += bytes.prefix(room) }
    let rest = bytes.dropFirst(max(0, room))
    if rest.isEmpty { return }
    tail += rest.suffix(Self.limit)
    if tail.count > 4 * Self.limit { tail.removeFirst(tail.count - Self.limit) }
  }

  /// The text. If something was left out, a line reports how much.
  var text: String {
    if total == 0 { return "" }
    let end = tail.suffix(Self.limit)
    let left = total - head.count - end.count
    if left <= 0 { return String(decoding: head + end, as: UTF8.self) }
    return String(decoding: head, as: UTF8.self) + "\n… \(left) bytes omitted …\n"
      + String(decoding: end, as: UTF8.self)
  }
}
