import Foundation

/// The contract that all cases edit.
enum BaseContract {
  static let text = #"""
    {
      "contract": 1,
      "endpoint": "create todo",
      "operation": "createTodo",
      "baseURL": "http://localhost:8080",
      "input": {"title": "test"},
      "request": {
        "method": "POST",
        "path": "/todos",
        "headers": {"Content-Type": "application/json"},
        "timeout": 10,
        "body": {"json": {"title": "test"}}
      },
      "scenarios": [
        {
          "name": "created",
          "response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}},
          "expect": {"success": {"id": 1}}
        },
        {
          "name": "garbled",
          "response": {"kind": "corruptJSON", "body": {"text": "{{}"}},
          "expect": {"failure": "decoding"}
        },
        {
          "name": "server down",
          "response": {"kind": "networkError", "error": "cannotConnectToHost"},
          "expect": {"failure": {"code": -1004}}
        }
      ]
    }

    """#

  /// Returns the base with one part replaced: its first occurrence.
  static func edited(_ old: String, _ new: String) -> String {
    guard !old.isEmpty, let range = text.range(of: old) else { return text }
    return text.replacingCharacters(in: range, with: new)
  }
}
