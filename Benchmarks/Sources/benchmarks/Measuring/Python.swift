import Foundation

/// Comparisons with Python, if the machine has it.
enum Python {
  /// Returns what is missing of Python and the given modules, or nil if nothing is.
  static func missing(_ modules: String...) -> Missing? {
    func runs(_ program: String) -> Bool { (try? Child.run(["python3", "-c", program])) != nil }
    if !runs("pass") { return Missing("there is no python3; install it") }
    return modules.first { !runs("import \($0)") }
      .map { Missing("python3 has no \($0): python3 -m pip install \($0)") }
  }

  /// Returns the seconds of processor time that an expression over a file's bytes takes, as Python counts them. This
  /// leaves out Python's start, reading the file, and a first evaluation.
  static func seconds(of expression: String, file: String) throws -> Double {
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

  /// Returns which documents of a list jsonschema accepts, and the seconds of processor time that it takes.
  static func validity(schema: String, documents: String) throws -> (valid: [Bool], seconds: Double) {
    let program = """
      import json, sys, time
      from jsonschema import Draft202012Validator
      validator = Draft202012Validator(json.load(open(sys.argv[1])))
      documents = json.load(open(sys.argv[2]))
      began = time.process_time()
      valid = [validator.is_valid(document) for document in documents]
      print(time.process_time() - began)
      print("".join("01"[each] for each in valid))
      """
    let lines = try Child.output(of: ["python3", "-c", program, schema, documents]).split(separator: "\n")
    guard lines.count == 2, let seconds = Double(lines[0]) else { throw Wrong(lines.joined(separator: " ")) }
    return (lines[1].map { $0 == "1" }, seconds)
  }
}
