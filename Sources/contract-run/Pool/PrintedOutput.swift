import ContractCore

/// What a driver's process printed, by the call that it belongs to.
///
/// Where the driver marks the beginning of each call, its marks say whose output follows. Where it does not, output
/// belongs to the call in flight when it is read; of several calls in flight, to each.
struct PrintedOutput {
  /// By call, a handful; 0 for what came before the first.
  private var outputs: [(id: Int, tail: OutputTail)] = [(0, OutputTail())]
  /// The calls that output is added to.
  private var speakers: [Int] = [0]
  /// Whether the driver has marked its standard error.
  private(set) var isMarked = false
  private var marks = CallMark.Reader()

  /// A call begins; `isAlone` where no other is in flight.
  mutating func begin(_ id: Int, isAlone: Bool) {
    _ = place(of: id)
    if isMarked { return }
    speakers = isAlone ? [id] : speakers + [id]
  }

  /// Standard output that was no message.
  ///
  /// - Parameter next: The call whose result comes next: what stands before it is not another one's, whose mark was read.
  mutating func append(_ bytes: ArraySlice<UInt8>, before next: Int?) {
    guard isMarked, let next, let marked = speakers.first, marked > next else { return append(bytes) }
    outputs[place(of: next)].tail.append(bytes)
  }

  /// Output of the calls that speak.
  mutating func append(_ bytes: ArraySlice<UInt8>) {
    if bytes.isEmpty { return }
    for id in speakers { outputs[place(of: id)].tail.append(bytes) }
  }

  /// Where a call's output is kept, from now on if it was not.
  private mutating func place(of id: Int) -> Int {
    if let place = outputs.firstIndex(where: { $0.id == id }) { return place }
    outputs.append((id, OutputTail()))
    return outputs.count - 1
  }

  /// Standard error, marks and all.
  mutating func appendErrors(_ bytes: ArraySlice<UInt8>) {
    if bytes.isEmpty { return }
    var reader = marks
    marks = CallMark.Reader()
    reader.append(bytes) { piece in
      switch piece {
      case .output(let bytes): append(bytes)
      case .mark(let id):
        isMarked = true
        if speakers.count == 1 { speakers[0] = id } else { speakers = [id] }
        _ = place(of: id)
      }
    }
    marks = reader
  }

  /// The streams have ended.
  mutating func end() { append(marks.takeRest()[...]) }

  /// What a call printed.
  func text(of id: Int) -> String { outputs.first { $0.id == id }?.tail.text ?? "" }

  /// Lets go of the calls that are over: a driver may run a hundred thousand.
  ///
  /// - Parameters:
  ///   - last: The call that ended last: it may print on.
  ///   - open: The calls that have not ended.
  mutating func keep(_ last: Int, and open: some Collection<Int>) {
    // Not after each call: a few that are over take next to nothing.
    if outputs.count > 8 { outputs.removeAll { $0.id != last && !open.contains($0.id) } }
    if isMarked { return }
    speakers.removeAll { $0 != last && !open.contains($0) }
    if speakers.isEmpty { speakers = [Array(open).last ?? last] }
  }
}
