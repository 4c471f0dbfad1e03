import Foundation

/// A driver that writes one large message. It speaks the protocol without ContractKit, so that only the runner is
/// measured.
struct LargeDriver {
  /// The large part.
  enum Message: String, CaseIterable {
    case values, body, text, most

    /// The description of the message in the table.
    var text: String {
      switch self {
      case .values: "a result of 60 MiB `[0,0,…]`"
      case .body: "a request with a body of 60 MiB `[0,0,…]`"
      case .text: "a result that is one string of 60 MiB and differs from the expected one"
      case .most: "a result of 60 MiB in 999,000 strings, which all differ"
      }
    }

    /// The exit status of the runner.
    var status: Int32 { self == .values ? 3 : 1 }

    var contract: String {
      let expected =
        switch self {
        case .values: #"{ "$any": true }"#
        case .body: "null"
        case .text: #""y""#
        case .most: #"{ "$each": { "$type": "number" } }"#
        }
      let exchanges = self == .body ? #"{ "response": { "kind": "valid" } }"# : ""
      return """
        {
          "contract": 1, "endpoint": "large", "operation": "large", "baseURL": "http://localhost",
          "request": { "method": "POST", "path": "/", "body": { "json": [0] } },
          "scenarios": [
            { "name": "large", "exchanges": [\(exchanges)], "expect": { "success": \(expected) } }
          ]
        }
        """
    }
  }

  let message: Message
  let bytes: Int

  init(_ name: String, _ bytes: String) throws {
    guard let message = Message(rawValue: name), let bytes = Int(bytes) else { throw Wrong("no message \(name)") }
    self.message = message
    self.bytes = bytes
  }

  /// Answers calls until the runner sends bye.
  func run() {
    write(#"{"hello":{"protocol":1,"driver":"large","operations":["large"],"transports":["memory"]}}"#)
    while let line = readLine() {
      if line.contains(#""bye""#) { return }
      if line.contains(#""call""#) { call() } else if line.contains(#""response""#) { finish("null") }
    }
  }

  private func call() {
    // Even at 4 MiB it has more values than the runner accepts.
    let zeros = "[" + String(repeating: "0,", count: bytes / 2 - 1) + "0]"
    switch message {
    case .values: finish(zeros)
    case .body:
      write(
        #"{"request":{"id":1,"n":1,"method":"POST","url":"http://localhost/","body":{"text":"\#(zeros)"},"unobserved":["timeout"]}}"#
      )
    case .text: finish("\"" + String(repeating: "x", count: bytes) + "\"")
    case .most:
      let text = "\"" + String(repeating: "x", count: bytes / 999_000 - 3) + "\","
      finish("[" + String(repeating: text, count: 998_999) + "0]")
    }
  }

  private func finish(_ result: String) { write(#"{"result":{"id":1,"outcome":{"success":\#(result)}}}"#) }

  private func write(_ line: String) { Pipe.write(Array(line.utf8) + [0x0A], to: STDOUT_FILENO) }
}
