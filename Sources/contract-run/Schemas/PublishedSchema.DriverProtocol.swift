// swift-format-ignore-file
// Written from docs/driver-protocol.schema.json by `CONTRACTKIT_RECORD=1 swift test --filter SchemaCommandTests`.

extension PublishedSchema {
  static let driverProtocolText = ##"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "https://github.com/contractkit/ContractKit/raw/main/docs/driver-protocol.schema.json",
  "title": "ContractKit's driver protocol, version 1",
  "description": "One line on a driver's standard input (from the runner) or standard output (from the driver). See driver-protocol.md. Both sides ignore members that this schema does not name.",
  "anyOf": [{ "$ref": "#/$defs/fromRunner" }, { "$ref": "#/$defs/fromDriver" }],
  "$defs": {
    "fromRunner": {
      "description": "A line on the driver's standard input.",
      "anyOf": [
        { "$ref": "#/$defs/runnerHello" },
        { "$ref": "#/$defs/call" },
        { "$ref": "#/$defs/response" },
        { "$ref": "#/$defs/bye" }
      ]
    },
    "fromDriver": {
      "description": "A line on the driver's standard output that is a message.",
      "anyOf": [
        { "$ref": "#/$defs/driverHello" },
        { "$ref": "#/$defs/request" },
        { "$ref": "#/$defs/result" },
        { "$ref": "#/$defs/completedTwice" }
      ]
    },
    "runnerHello": {
      "type": "object",
      "required": ["hello"],
      "maxProperties": 1,
      "properties": {
        "hello": {
          "type": "object",
          "required": ["protocol"],
          "properties": {
            "protocol": { "const": 1 },
            "runner": { "type": ["string", "null"], "description": "The runner's name and version." }
          }
        }
      }
    },
    "call": {
      "type": "object",
      "required": ["call"],
      "maxProperties": 1,
      "properties": {
        "call": {
          "type": "object",
          "required": ["id", "operation", "transport", "baseURL"],
          "properties": {
            "id": { "$ref": "#/$defs/id" },
            "operation": { "type": "string" },
            "transport": { "$ref": "#/$defs/transport" },
            "baseURL": { "type": "string", "description": "The base URL that the client must use, without a slash at its end." },
            "baseURLs": {
              "type": ["object", "null"],
              "additionalProperties": { "type": "string" },
              "description": "The contract's other base URLs, by name."
            },
            "input": { "description": "The contract's input for the operation: any JSON." }
          }
        }
      }
    },
    "response": {
      "type": "object",
      "required": ["response"],
      "maxProperties": 1,
      "properties": {
        "response": {
          "type": "object",
          "required": ["id", "n"],
          "properties": {
            "id": { "$ref": "#/$defs/id" },
            "n": { "$ref": "#/$defs/n" },
            "status": { "type": "integer", "minimum": -9223372036854775808, "maximum": 9223372036854775807 },
            "nonHTTP": { "const": true },
            "networkError": {
              "type": "object",
              "required": ["domain", "code"],
              "properties": {
                "domain": { "type": "string" },
                "code": { "type": "integer", "minimum": -9223372036854775808, "maximum": 9223372036854775807 },
                "message": { "type": ["string", "null"] }
              }
            },
            "headers": { "$ref": "#/$defs/headers" },
            "body": { "$ref": "#/$defs/body" },
            "delay": { "type": ["number", "null"], "description": "The number of seconds to wait before the first byte." }
          },
          "oneOf": [{ "required": ["status"] }, { "required": ["nonHTTP"] }, { "required": ["networkError"] }]
        }
      }
    },
    "bye": {
      "type": "object",
      "required": ["bye"],
      "maxProperties": 1,
      "properties": { "bye": { "type": "object" } }
    },
    "driverHello": {
      "type": "object",
      "required": ["hello"],
      "maxProperties": 1,
      "properties": {
        "hello": {
          "type": "object",
          "required": ["protocol", "operations", "transports"],
          "properties": {
            "protocol": { "const": 1 },
            "driver": { "type": ["string", "null"], "description": "The driver's name; \"driver\" by default." },
            "operations": { "type": "array", "items": { "type": "string" } },
            "transports": { "type": "array", "minItems": 1, "items": { "$ref": "#/$defs/transport" } },
            "inFlight": {
              "type": ["integer", "null"],
              "minimum": 1,
              "maximum": 9223372036854775807,
              "description": "How many calls may be open at once; 1 by default."
            },
            "ahead": {
              "description": "How many more calls the runner may write ahead; 0 by default.",
              "enum": [0, 1, null],
              "enumDescriptions": [
                "The runner writes only calls that the driver may begin at once.",
                "The runner also writes one call that the driver begins when an open one has ended.",
                "The same as 0."
              ]
            }
          }
        }
      }
    },
    "request": {
      "type": "object",
      "required": ["request"],
      "maxProperties": 1,
      "properties": {
        "request": {
          "type": "object",
          "required": ["id", "n", "method", "url"],
          "properties": {
            "id": { "$ref": "#/$defs/id" },
            "n": { "$ref": "#/$defs/n" },
            "method": { "type": "string" },
            "url": { "type": "string", "description": "The whole URL, as the client sent it." },
            "headers": { "$ref": "#/$defs/headers" },
            "body": { "$ref": "#/$defs/body" },
            "timeout": { "type": ["number", "null"], "description": "The request's own timeout in seconds." },
            "unobserved": { "$ref": "#/$defs/unobserved" }
          }
        }
      }
    },
    "result": {
      "type": "object",
      "required": ["result"],
      "maxProperties": 1,
      "properties": {
        "result": {
          "type": "object",
          "required": ["id", "outcome"],
          "properties": {
            "id": { "$ref": "#/$defs/id" },
            "outcome": { "$ref": "#/$defs/outcome" },
            "unobserved": { "$ref": "#/$defs/unobserved" },
            "mistake": {
              "type": ["string", "null"],
              "description": "Why the failure is a mistake of the driver itself. It counts only if the client has sent nothing."
            }
          }
        }
      }
    },
    "completedTwice": {
      "type": "object",
      "required": ["completedTwice"],
      "maxProperties": 1,
      "properties": {
        "completedTwice": {
          "type": "object",
          "required": ["id"],
          "properties": { "id": { "$ref": "#/$defs/id" } }
        }
      }
    },
    "id": { "type": "integer", "minimum": -9223372036854775808, "maximum": 9223372036854775807, "description": "The number of the call, which the runner chose." },
    "n": { "type": "integer", "minimum": 1, "maximum": 9223372036854775807, "description": "The number of the request within its call; the first is 1." },
    "transport": {
      "description": "How the requests of a call travel.",
      "enum": ["memory", "loopback"],
      "enumDescriptions": [
        "Through a test double in the driver, without sockets.",
        "Over real sockets to a server in the runner."
      ]
    },
    "headers": {
      "type": ["object", "null"],
      "additionalProperties": {
        "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }]
      },
      "description": "A repeated name has a list of values, or one string in which a comma and a space separate the values."
    },
    "body": {
      "description": "The body. Null, or not present, if there is no body.",
      "anyOf": [
        { "type": "null" },
        {
          "type": "object",
          "required": ["text"],
          "properties": { "text": { "type": "string" }, "base64": false }
        },
        {
          "type": "object",
          "required": ["base64"],
          "properties": {
            "base64": {
              "type": "string",
              "contentEncoding": "base64",
              "pattern": "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"
            },
            "text": false
          }
        }
      ]
    },
    "unobserved": {
      "type": ["array", "null"],
      "items": { "type": "string" },
      "description": "What the driver could not check: body, timeout, exactlyOnce, basicChallenge, or the name of a header."
    },
    "outcome": {
      "type": "object",
      "properties": {
        "failure": { "$ref": "#/$defs/failure" },
        "neverCompleted": { "$ref": "#/$defs/bare" },
        "completedTwice": { "$ref": "#/$defs/bare" },
        "neverResumed": { "$ref": "#/$defs/bare" },
        "unsupported": {
          "type": ["boolean", "object", "null", "string"],
          "not": { "const": false },
          "description": "True, or the reason why the driver cannot run the operation."
        }
      },
      "oneOf": [
        { "required": ["success"] },
        {
          "required": ["failure"],
          "properties": {
            "values": { "type": ["array", "null"], "description": "The values that a stream gave before it failed." }
          }
        },
        { "required": ["neverCompleted"] },
        { "required": ["completedTwice"] },
        { "required": ["neverResumed"] },
        { "required": ["unsupported"] }
      ]
    },
    "bare": {
      "type": ["boolean", "object", "null"],
      "not": { "const": false },
      "description": "True. An object or null means the same."
    },
    "failure": {
      "type": "object",
      "required": ["category"],
      "properties": {
        "category": {
          "description": "What the client reports, as one of a few words that are the same in every language.",
          "enum": ["network", "status", "decoding", "invalidResponse", "invalidRequest", "cancelled", "other"],
          "enumDescriptions": [
            "No answer came: refused, reset, timed out, not found, or bytes that are not HTTP.",
            "An answer came with a status that the client does not accept.",
            "The body could not be read.",
            "The response is not usable: it is not HTTP, or has no data.",
            "The client could not make the request: a bad URL, or an input that cannot be encoded.",
            "The call was canceled.",
            "Anything else."
          ]
        },
        "type": { "type": ["string", "null"] },
        "case": { "type": ["string", "null"] },
        "payload": { "description": "Any JSON." },
        "domain": { "type": ["string", "null"] },
        "code": { "type": ["integer", "null"], "minimum": -9223372036854775808, "maximum": 9223372036854775807 },
        "message": { "type": ["string", "null"] },
        "underlying": { "anyOf": [{ "type": "null" }, { "$ref": "#/$defs/failure" }] }
      }
    }
  }
}

"""##
}
