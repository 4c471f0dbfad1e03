@testable import ContractCore

extension Target {
  /// A driver's output has the same lines, whatever pieces it arrives in. Each message is written as it is read, and
  /// each malformed one has a description. The first byte of the input is the size of the pieces.
  static func checkMessages(_ bytes: [UInt8]) {
    let output = Array(bytes.dropFirst())
    let whole = lines(of: output, inPiecesOf: max(1, output.count))
    let pieces = lines(of: output, inPiecesOf: max(1, Int(bytes.first ?? 1)))
    require(whole.messages == pieces.messages, "the lines depend on the pieces in which they arrive")
    require(whole.output == pieces.output, "the output without the lines depends on the pieces in which it arrives")
    for line in whole.messages { check(line: line) }
  }

  private static func lines(of output: [UInt8], inPiecesOf size: Int) -> (messages: [[UInt8]], output: [UInt8]) {
    var result: (messages: [[UInt8]], output: [UInt8]) = ([], [])
    var splitter = LineSplitter()
    for start in stride(from: 0, to: output.count, by: size) {
      let piece = Array(output[start...].prefix(size))
      splitter.append(piece, piece.indices) {
        switch $0 {
        case .line(let line): result.messages.append(line)
        case .output(let bytes): result.output += bytes
        case .tooLong: require(false, "a line of \(output.count) bytes is too long")
        }
      }
    }
    result.messages.append(splitter.takePartial())
    return result
  }

  private static func check(line: [UInt8]) {
    switch DriverMessage.Line(line) {
    case .output: break
    case .malformed(let errors, _):
      require(!errors.isEmpty, "the message is malformed, without an error: \(shown(line))")
      require(errors.allSatisfy { !$0.description.isEmpty }, "an error has no description: \(shown(line))")
    case .message(let message, let json):
      _ = DriverMessage.unknownMembers(in: json)
      guard case .message(let again, _) = DriverMessage.Line(message.utf8) else {
        return require(false, "the message is not read as it was written: \(shown(message.utf8))")
      }
      require(
        again.utf8 == message.utf8,
        "the message is read and written as \(shown(again.utf8)), not \(shown(message.utf8))")
      if case .request(_, _, let old) = message, case .request(_, _, let new) = again {
        require(old == new, "the request \(old) is \(new) after it was written")
      }
    }
    guard let json = JSON.parse(line), let message = try? RunnerMessage(json) else { return }
    guard let again = try? RunnerMessage(message.json) else {
      return require(false, "the runner's message is not read as it was written: \(shown(message.utf8))")
    }
    require(
      again.utf8 == message.utf8,
      "the runner's message is read and written as \(shown(again.utf8)), not \(shown(message.utf8))")
    if case .response(_, _, let old) = message, case .response(_, _, let new) = again {
      require(old == new, "the reply \(old) is \(new) after it was written")
    }
  }
}
