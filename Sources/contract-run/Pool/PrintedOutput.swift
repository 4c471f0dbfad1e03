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
  private var isMarked = false
  private var marks = CallMark.Reader()

  /// A call begins; `isAlone` where no other is in flight.
  mutating func begin(_ id: Int, isAlone: Bool) {
    _ = place(of: id)
    if isMarked { return }
    speakers = isAlone ? [id] : speakers + [id]
  }

  /// Standard output that was no message.
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
    var pieces: [CallMark.Piece] = []
    marks.append(bytes) { pieces.append($0) }
    for piece in pieces {
      switch piece {
      case .output(let bytes): append(bytes)
      case .mark(let id):
        isMarked = true
        speakers = [id]
        _ = place(of: id)
      }
    }
  }

  /// The streams have ended.
  mutating func end() { append(marks.takeRest()[...]) }

  /// What a call printed.
  func text(of id: Int) -> String { outputs.first { $0.id == id }?.tail.text ?? "" }

  /// Lets go of the calls that are over: a driver may run a hundred thousand.
  ///
  /// - Parameter open: The calls whose output is still of use.
  mutating func keep(_ open: [Int]) {
    outputs.removeAll { !open.contains($0.id) }
    if !isMarked { speakers = speakers.filter(open.contains) }
    if speakers.isEmpty { speakers = open.suffix(1) }
  }
}
