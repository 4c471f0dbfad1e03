import Foundation

/// Python beside us, where it is there.
enum Python {
  /// Finds out whether modules are there.
  ///
  /// - Throws: `Missing`, which says what to install.
  static func need(_ modules: String...) throws {
    guard (try? Child.run(["python3", "-c", "pass"])) != nil else { throw Missing("there is no python3; install it") }
    for module in modules where (try? Child.run(["python3", "-c", "import \(module)"])) == nil {
      throw Missing("python3 has no \(module): python3 -m pip install \(module)")
    }
  }

  /// Seconds of processor time that an expression over a file's bytes takes, by Python's own count: its start and the reading
  /// of the file aside, and after a first time that does not count.
  static func seconds(of expression: String, file: String) throws -> Double {
    try need()
    let program = """
      import json, sys, time
      data = open(sys.argv[1], "rb").read()
      \(expression)
      began = time.process_time()
      \(expression)
      print(time.process_time() - began)
      """
    let text = try Child.output(of: ["python3", "-c", program, file])
    guard let seconds = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else { throw Wrong(text) }
    return seconds
  }
}
