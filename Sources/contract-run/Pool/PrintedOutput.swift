import ContractCore

/// What a driver's process printed, by the call that it belongs to.
///
/// If the driver marks the beginning of each call, the marks show to which call the following output belongs. If it
/// does not, output belongs to the call that is in flight when it is read. If multiple calls are in flight, it belongs
/// to each of them.
struct PrintedOutput {
  /// The outputs by call, of which there are at most a few hundred. The id 0 is for the output before the first call.
  private var outputs: [(id: Int, tail: OutputTail)] = [(0, OutputTail())]
  /// The calls to which output is added.
  private var speakers: [Int] = [0]
  /// Whether the driver has marked its standard error.
  private(set) var isMarked = false
  private var marks = CallMark.Reader()

  /// How many outputs are kept before those of ended calls are removed.
  private static let mostKept = 128

  /// Records that a call begins. `isAlone` is true if no other call is in flight.
  mutating func begin(_ id: Int, isAlone: Bool) {
    _ = index(of: id)
    if isMarked { return }
    speakers = isAlone ? [id] : speakers + [id]
  }

  /// Adds standard output that was not a message.
  ///
  /// - Parameter next: The call whose result comes next. The output before the result belongs to it, even if the mark
  ///   of another call was read already.
  mutating func append(_ bytes: ArraySlice<UInt8>, before next: Int?) {
    guard isMarked, let next, let marked = speakers.first, marked > next else { return append(bytes) }
    outputs[index(of: next)].tail.append(bytes)
  }

  mutating func append(_ bytes: ArraySlice<UInt8>) {
    if bytes.isEmpty { return }
    for id in speakers { outputs[index(of: id)].tail.append(bytes) }
  }

  /// Returns the position of a call's output, and adds it if there is none.
  private mutating func index(of id: Int) -> Int {
    if let index = outputs.firstIndex(where: { $0.id == id }) { return index }
    outputs.append((id, OutputTail()))
    return outputs.count - 1
  }

  /// Adds bytes of standard error, including marks.
  ///
  /// - Parameter calls: How many calls the driver was sent. A mark of any other call is output.
  mutating func appendErrors(_ bytes: ArraySlice<UInt8>, calls: Int) {
    if bytes.isEmpty { return }
    var reader = marks
    marks = CallMark.Reader()
    reader.append(bytes) { piece in
      switch piece {
      case .output(let bytes): append(bytes)
      case .mark(let id) where id < 1 || id > calls: append(CallMark.line(id: id)[...])
      case .mark(let id):
        isMarked = true
        if speakers.count == 1 { speakers[0] = id } else { speakers = [id] }
        _ = index(of: id)
      }
    }
    marks = reader
  }

  mutating func end() { append(marks.takeRest()[...]) }

  func text(of id: Int) -> String { outputs.first { $0.id == id }?.tail.text ?? "" }

  /// Removes the calls that are over, because a driver may run a hundred thousand calls.
  ///
  /// - Parameters:
  ///   - last: The call that ended last. It may continue to print.
  ///   - open: The calls that have not ended.
  mutating func keep(_ last: Int, and open: some Collection<Int>) {
    // Not after each call, because a few calls that are over need very little memory.
    if outputs.count > Self.mostKept { outputs.removeAll { $0.id != last && !open.contains($0.id) } }
    if isMarked { return }
    speakers.removeAll { $0 != last && !open.contains($0) }
    if speakers.isEmpty { speakers = [Array(open).last ?? last] }
  }
}
