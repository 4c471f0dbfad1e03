import Foundation
package import Testing

/// The Python 3 of this machine.
package enum Python {
  /// The path of the interpreter itself, not of a wrapper that selects it. Nil if there is none.
  package static let path: String? = {
    guard let ended = try? CommandLineTool("python3")?.run(["-c", "import sys; print(sys.executable)"]) else {
      return nil
    }
    let path = ended.output.trimmingCharacters(in: .whitespacesAndNewlines)
    return ended.status == 0 && !path.isEmpty ? path : nil
  }()

  package static var isThere: Bool { path != nil }
  package static let absence: Comment = "python3 is not on PATH"

  /// Returns whether the interpreter has a module.
  package static func has(_ module: String) -> Bool { CommandLineTool.canRun(["python3", "-c", "import \(module)"]) }
}
