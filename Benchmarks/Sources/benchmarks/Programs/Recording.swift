import Foundation

/// What a runner and a driver said to each other, and a bare loop that says the runner's part again.
struct Recording {
  /// What a line of the runner's begins with in the file, and one of the driver's.
  static let toDriver = UInt8(ascii: ">")
  static let fromDriver = UInt8(ascii: "<")

  private enum Step {
    /// Lines that go out in one write.
    case write([UInt8])
    /// So many lines come.
    case read(Int)
  }

  private var steps: [Step] = []

  /// Reads what a `Recorder` wrote.
  init(file: String) throws {
    var (out, lines) = ([UInt8](), 0)
    for line in try Data(contentsOf: URL(fileURLWithPath: file)).split(separator: UInt8(ascii: "\n")) {
      if line.first == Self.toDriver {
        if lines > 0 {
          steps.append(.read(lines))
          lines = 0
        }
        out += line.dropFirst() + [UInt8(ascii: "\n")]
      } else {
        if !out.isEmpty {
          steps.append(.write(out))
          out = []
        }
        lines += 1
      }
    }
    if lines > 0 { steps.append(.read(lines)) }
    if !out.isEmpty { steps.append(.write(out)) }
  }

  /// Starts the driver, writes what the runner wrote, and waits for as many lines as came: blocking reads and writes on
  /// one thread, nothing looked at. Its standard error is read now and then, so that it never fills and nobody is woken
  /// for it.
  func replay(to driver: [String]) throws -> Child.Usage {
    let (input, output, errors) = (try Pipe(), try Pipe(), try Pipe())
    let child = try Child(driver, streams: [input.reading, output.writing, errors.writing])
    for end in [input.reading, output.writing, errors.writing] { close(end) }
    defer { for end in [output.reading, errors.reading] { close(end) } }
    _ = fcntl(errors.reading, F_SETFL, O_NONBLOCK)
    var (come, wanted) = (0, 0)
    for (number, step) in steps.enumerated() {
      switch step {
      case .write(let bytes): Pipe.write(bytes, to: input.writing)
      case .read(let count):
        wanted += count
        while come < wanted {
          let bytes = Pipe.read(output.reading)
          if bytes.isEmpty {
            close(input.writing)
            _ = child.wait()
            throw Wrong("the driver ended after \(come) lines of \(wanted)")
          }
          come += bytes.count { $0 == UInt8(ascii: "\n") }
        }
      }
      if number % 200 == 0 { while !Pipe.read(errors.reading).isEmpty {} }
    }
    close(input.writing)
    let usage = child.wait()
    if usage.status != 0 { throw Wrong("the driver ended with status \(usage.status)") }
    return usage
  }
}
