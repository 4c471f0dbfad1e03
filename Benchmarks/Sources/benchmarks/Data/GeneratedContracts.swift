import Foundation

/// Contracts with one operation each, and one scenario for each of the five response kinds.
enum GeneratedContracts {
  /// Writes a number of contracts of `CreateTodo` to a new folder, a hundred in each subfolder. Returns the folder's
  /// path.
  static func createTodo(_ count: Int, in name: String) throws -> String {
    try write(count, in: name) { number in
      #"""
      {
        "contract": 1,
        "endpoint": "create todo \#(number)",
        "operation": "createTodo",
        "baseURL": "http://localhost:8080",
        "input": { "title": "test \#(number)" },
        "request": {
          "method": "POST",
          "path": "/todos",
          "headers": { "Content-Type": "application/json" },
          "body": { "json": { "title": "test \#(number)" } }
        },
        "scenarios": [
          {
            "name": "created",
            "response": {
              "kind": "valid",
              "status": 201,
              "body": { "json": { "id": \#(number), "title": "test \#(number)" } }
            },
            "expect": { "success": { "id": \#(number), "title": "test \#(number)" } }
          },
          {
            "name": "not HTTP",
            "response": { "kind": "nonHTTP", "body": { "text": "hello" } },
            "expect": { "failure": { "domain": "NSURLErrorDomain" } }
          },
          {
            "name": "server error",
            "response": { "kind": "statusError", "status": 500 },
            "expect": { "failure": { "type": "URLError" } }
          },
          {
            "name": "garbled",
            "response": { "kind": "corruptJSON", "status": 201, "body": { "text": "{{}" } },
            "expect": { "failure": { "category": "decoding" } }
          },
          {
            "name": "offline",
            "response": { "kind": "networkError", "error": "notConnectedToInternet" },
            "expect": { "failure": { "category": "network" } }
          }
        ]
      }

      """#
    }
  }

  /// Writes contracts of `CreateTodo` with variations.
  ///
  /// - Parameter varied: How many scenarios of each contract have variations.
  static func variedTodo(_ count: Int, varied: Int, in name: String) throws -> String {
    try write(count, in: name) { number in
      let scenarios = (0..<varied).map { scenario in
        #"""
        {
          "name": "created \#(scenario)",
          "vary": true,
          "response": {
            "kind": "valid",
            "status": 201,
            "body": { "json": { "id": \#(number), "title": "test \#(scenario)" } }
          },
          "expect": { "success": { "id": \#(number), "title": "test \#(scenario)" } }
        }
        """#
      }
      return #"""
        {
          "contract": 1,
          "endpoint": "create todo \#(number)",
          "operation": "createTodo",
          "baseURL": "http://localhost:8080",
          "input": { "title": "test \#(number)" },
          "request": {
            "method": "POST",
            "path": "/todos",
            "headers": { "Content-Type": "application/json" },
            "body": { "json": { "title": "test \#(number)" } }
          },
          "variations": {
            "statusError": { "failure": { "type": "URLError" } },
            "nonHTTP": { "failure": { "domain": "NSURLErrorDomain" } },
            "corruptJSON": { "failure": "decoding" },
            "networkError": { "failure": "network" },
            "equivalent": true
          },
          "scenarios": [\#(scenarios.joined(separator: ", "))]
        }
        """#
    }
  }

  /// Writes contracts of `createTodos`, whose scenarios have a flow of three exchanges.
  ///
  /// - Parameters:
  ///   - scenarios: How many scenarios each contract has.
  ///   - members: Further members of each contract, each followed by a comma.
  static func flows(_ count: Int, scenarios: Int, _ members: String, in name: String) throws -> String {
    try write(count, in: name) { number in
      let exchanges = (1...3).map { step in
        #"""
        { "request": { "method": "POST", "path": "/todos", "body": { "json": { "title": "\#(step)" } } },
          "response": { "kind": "valid", "status": 201, "body": { "json": { "id": \#(step), "title": "\#(step)" } } } }
        """#
      }.joined(separator: ",")
      let list = (0..<scenarios).map { scenario in
        #"""
        { "name": "\#(scenario)", "exchanges": [\#(exchanges)],
          "expect": { "success": [{ "id": 1, "title": "1" }, { "id": 2, "title": "2" }, { "id": 3, "title": "3" }] } }
        """#
      }.joined(separator: ",\n")
      return #"""
        { "contract": 1, "endpoint": "create to-dos \#(number)", "operation": "createTodos", "input": ["1", "2", "3"],
          \#(members) "scenarios": [\#(list)] }
        """#
    }
  }

  /// Writes contracts of about 2 kB each, as people write them: a request with all its parts, and multiple patterns.
  static func orders(_ count: Int, in name: String) throws -> String {
    try write(count, in: name) { number in
      #"""
      {
        "$schema": "../contract.schema.json",
        "contract": 1,
        "endpoint": "change order \#(number)",
        "operation": "changeOrder",
        "baseURL": "https://api.example.com/v1",
        "input": { "id": \#(number), "note": "leave it there", "items": [{ "article": "A-\#(number)", "count": 2 }] },
        "request": {
          "method": "PUT",
          "path": "/customers/{customer}/orders/\#(number)",
          "pathParameters": { "customer": { "$regex": "^[a-z0-9-]+$" } },
          "query": { "notify": true, "locale": { "$optional": { "$anyOf": ["de-DE", "en-GB"] } } },
          "headers": {
            "Content-Type": "application/json",
            "Authorization": { "$regex": "^Bearer .+" },
            "X-Request-Id": { "$format": "uuid" }
          },
          "timeout": 30,
          "body": {
            "json": {
              "note": { "$type": "string" },
              "items": [{ "article": "A-\#(number)", "count": { "$type": "integer" } }]
            }
          }
        },
        "scenarios": [
          {
            "name": "changed",
            "response": {
              "kind": "valid",
              "headers": { "Content-Type": "application/json", "ETag": "\"\#(number)\"" },
              "body": {
                "json": {
                  "id": \#(number), "state": "open", "total": \#(number).95,
                  "items": [{ "article": "A-\#(number)", "count": 2 }]
                }
              }
            },
            "expect": { "success": { "$partial": { "id": \#(number), "state": { "$anyOf": ["open", "paid"] } } } }
          },
          {
            "name": "bytes that are not HTTP",
            "response": { "kind": "nonHTTP", "body": { "text": "SSH-2.0-OpenSSH_9.2" } },
            "expect": { "failure": { "case": "invalidResponse" }, "loopback": { "failure": "network" } }
          },
          {
            "name": "already sent",
            "response": {
              "kind": "statusError", "status": 409, "body": { "json": { "reason": "\#(number) is on its way" } }
            },
            "expect": { "failure": { "case": "statusCode", "payload": 409 } }
          },
          {
            "name": "cut short",
            "response": { "kind": "corruptJSON", "body": { "from": "changed", "truncate": 20 } },
            "expect": { "failure": "decoding" }
          },
          {
            "name": "server down",
            "response": { "kind": "networkError", "error": "cannotConnectToHost" },
            "expect": { "failure": { "domain": "NSURLErrorDomain", "code": -1004 } }
          }
        ]
      }

      """#
    }
  }

  /// Writes contracts of the client in Examples/python/todo_requests.py, with the checks of Python/test_create_todo.py.
  static func python(_ count: Int, in name: String) throws -> String {
    try write(count, in: name) { number in
      #"""
      {
        "contract": 1,
        "endpoint": "create todo \#(number)",
        "operation": "createTodo",
        "baseURL": "http://localhost:8080",
        "input": { "token": "ZW1haWw6cGFzc3dvcmQ=", "todo": { "title": "test \#(number)" } },
        "request": {
          "method": "POST",
          "path": "/todos",
          "headers": {
            "Content-Type": "application/json",
            "Cache-Control": "no-cache",
            "Authorization": "Bearer ZW1haWw6cGFzc3dvcmQ="
          },
          "body": { "json": { "title": "test \#(number)" } }
        },
        "scenarios": [
          {
            "name": "created",
            "response": {
              "kind": "valid",
              "status": 201,
              "body": { "json": { "id": \#(number), "title": "test \#(number)" } }
            },
            "expect": { "success": { "id": \#(number), "title": "test \#(number)" } }
          },
          {
            "name": "not HTTP",
            "response": { "kind": "nonHTTP", "body": { "text": "hello" } },
            "expect": { "failure": "network", "loopback": { "failure": "network" } }
          },
          {
            "name": "server error",
            "response": { "kind": "statusError", "status": 500 },
            "expect": { "failure": { "type": "APIError", "case": "statusCode", "payload": 500 } }
          },
          {
            "name": "garbled",
            "response": { "kind": "corruptJSON", "status": 201, "body": { "text": "{{}" } },
            "expect": { "failure": { "type": "DecodingError", "case": "dataCorrupted" } }
          },
          {
            "name": "connection lost",
            "response": { "kind": "networkError", "error": "networkConnectionLost" },
            "expect": { "failure": "network" }
          }
        ]
      }

      """#
    }
  }

  /// Writes one contract of `CreateTodo` with a number of scenarios.
  static func oneContract(_ scenarios: Int, in name: String) throws -> String {
    let texts = (0..<scenarios).map {
      #"""
      { "name": "created \#($0)",
        "response": { "kind": "valid", "status": 201, "body": { "json": { "id": \#($0), "title": "test" } } },
        "expect": { "success": { "id": \#($0), "title": "test" } } }
      """#
    }
    return try write(1, in: name) { _ in
      #"""
      {
        "contract": 1, "endpoint": "create todo", "operation": "createTodo", "baseURL": "http://localhost:8080",
        "input": { "title": "test" },
        "request": {
          "method": "POST", "path": "/todos", "headers": { "Content-Type": "application/json" },
          "body": { "json": { "title": "test" } }
        },
        "scenarios": [\#(texts.joined(separator: ",\n"))]
      }
      """#
    }
  }

  /// Writes the contract of an endpoint that returns a to-do.
  static func todo(in name: String) throws -> String {
    try write(1, in: name) { _ in
      #"""
      {
        "contract": 1, "endpoint": "todo", "baseURL": "https://api.example.com", "input": { "id": 1 },
        "request": { "method": "GET", "path": "/todos/1" },
        "variations": true,
        "scenarios": [
          { "name": "found", "response": { "kind": "valid", "body": { "json": { "id": 1, "title": "milk" } } },
            "expect": { "success": { "id": 1, "title": "milk" } } }
        ]
      }
      """#
    }
  }

  /// Writes contracts. Returns their folder.
  static func write(_ count: Int, in name: String, _ text: (Int) -> String) throws -> String {
    let folder = try Scratch.folder(name)
    for number in 0..<count {
      let below = "\(folder)/\(1000 + number / 100)"
      if number % 100 == 0 {
        try FileManager.default.createDirectory(atPath: below, withIntermediateDirectories: true)
      }
      try Data(text(number).utf8).write(to: URL(fileURLWithPath: "\(below)/\(100_000 + number).contract.json"))
    }
    return folder
  }
}
