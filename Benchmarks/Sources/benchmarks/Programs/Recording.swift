import Foundation

/// The conversation of a runner and a driver, and a bare loop that repeats the runner's part.
struct Recording {
  /// The first character of the runner's lines in the file, followed by that of the driver's lines.
  static let toDriver = UInt8(ascii: ">")
  static let fromDriver = UInt8(ascii: "<")

  private enum Step {
    /// Lines to send in one write.
    case write([UInt8])
    /// A number of lines to wait for.
    case read(Int)
  }

  private var steps: [Step] = []

  /// Reads the file of a `Recorder`.
  init(file: String) throws {
    var (out, lines) = ([UInt8](), 0)
    for line in try Array(Data(contentsOf: URL(fileURLWithPath: file))).split(separator: UInt8(ascii: "\n")) {
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

  /// Starts the driver, writes what the runner wrote, and waits for as many lines as were recorded. It uses blocking
  /// reads and writes on one thread, and does not look at the content. It reads standard error only now and then: the
  /// pipe never fills, and nothing wakes up for it.
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
