// swift-format-ignore-file
// What a user sees is pinned as it is, whatever its length.

extension BrokenContract {
  /// What belongs to the format and is not available yet.
  static let later: [BrokenContract] = [
    BrokenContract("$jsonSchema", #"{"success": {"id": 1}}"#, #"{"success": {"$jsonSchema": 1}}"#, schema: .accepts, #"""
      todo.contract.json:18:30: error: the matcher $jsonSchema is not available yet
                "expect": {"success": {"$jsonSchema": 1}}
                                       ^~~~~~~~~~~~~
        note: this version knows it and does not run it; docs/contract-format.md lists what is still to come
      """#),
    BrokenContract("$format", #"{"success": {"id": 1}}"#, #"{"success": {"$format": 1}}"#, schema: .accepts, #"""
      todo.contract.json:18:30: error: the matcher $format is not available yet
                "expect": {"success": {"$format": 1}}
                                       ^~~~~~~~~
        note: this version knows it and does not run it; docs/contract-format.md lists what is still to come
      """#),
    BrokenContract("$contains", #"{"success": {"id": 1}}"#, #"{"success": {"$contains": 1}}"#, schema: .accepts, #"""
      todo.contract.json:18:30: error: the matcher $contains is not available yet
                "expect": {"success": {"$contains": 1}}
                                       ^~~~~~~~~~~
        note: this version knows it and does not run it; docs/contract-format.md lists what is still to come
      """#),
    BrokenContract("$each", #"{"success": {"id": 1}}"#, #"{"success": {"$each": 1}}"#, schema: .accepts, #"""
      todo.contract.json:18:30: error: the matcher $each is not available yet
                "expect": {"success": {"$each": 1}}
                                       ^~~~~~~
        note: this version knows it and does not run it; docs/contract-format.md lists what is still to come
      """#),
    BrokenContract("$unordered", #"{"success": {"id": 1}}"#, #"{"success": {"$unordered": 1}}"#, schema: .accepts, #"""
      todo.contract.json:18:30: error: the matcher $unordered is not available yet
                "expect": {"success": {"$unordered": 1}}
                                       ^~~~~~~~~~~~
        note: this version knows it and does not run it; docs/contract-format.md lists what is still to come
      """#),
    BrokenContract("$allOf", #"{"success": {"id": 1}}"#, #"{"success": {"$allOf": 1}}"#, schema: .accepts, #"""
      todo.contract.json:18:30: error: the matcher $allOf is not available yet
                "expect": {"success": {"$allOf": 1}}
                                       ^~~~~~~~
        note: this version knows it and does not run it; docs/contract-format.md lists what is still to come
      """#),
    BrokenContract("$not", #"{"success": {"id": 1}}"#, #"{"success": {"$not": 1}}"#, schema: .accepts, #"""
      todo.contract.json:18:30: error: the matcher $not is not available yet
                "expect": {"success": {"$not": 1}}
                                       ^~~~~~
        note: this version knows it and does not run it; docs/contract-format.md lists what is still to come
      """#),
    BrokenContract("$same", #"{"success": {"id": 1}}"#, #"{"success": {"$same": 1}}"#, schema: .accepts, #"""
      todo.contract.json:18:30: error: the matcher $same is not available yet
                "expect": {"success": {"$same": 1}}
                                       ^~~~~~~
        note: this version knows it and does not run it; docs/contract-format.md lists what is still to come
      """#),
  ]
}
