import Foundation

/// A contract with twelve scenarios, and a driver that writes the input of each call into a file.
enum NotingSample {
  /// The arguments that run the sample, for a file that gets the inputs.
  static func arguments(_ options: [String], file: String) -> [String] {
    ["thing.contract.json", "--jobs", "1"] + options + ["--", "/bin/sh", "noting.sh", file]
  }

  /// Returns the inputs in the order of their calls.
  static func calls(_ folder: URL, file: String) -> [Substring] { (folder.text(file) ?? "").split(separator: "\n") }

  static func write(to folder: URL) throws {
    let scenarios = (0..<12).map {
      #"{ "name": "s\#($0)", "input": "s\#($0)", "response": { "kind": "valid" }, "expect": { "success": 1 } }"#
    }
    try folder.write(
      #"""
      {
        "contract": 1, "endpoint": "thing", "operation": "get", "request": { "method": "GET", "path": "/" },
        "scenarios": [\#(scenarios.joined(separator: ","))]
      }
      """#, to: "thing.contract.json")
    try folder.write(
      #"""
      read -r hello
      echo '{"hello": {"protocol": 1, "driver": "noting", "operations": ["get"], "transports": ["memory"]}}'
      while read -r line; do
        case $line in '{"bye"'*) exit 0 ;; esac
        input=${line#*\"input\":}
        echo "${input%%,*}" >> "$1"
        id=${line#*\"id\":}
        echo "{\"result\": {\"id\": ${id%%,*}, \"outcome\": {\"success\": 1}}}"
      done
      """#, to: "noting.sh")
  }
}
