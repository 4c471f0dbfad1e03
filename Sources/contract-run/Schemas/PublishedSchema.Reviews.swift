// swift-format-ignore-file
// Written from docs/reviews.schema.json by `CONTRACTKIT_RECORD=1 swift test --filter SchemaCommandTests`.

extension PublishedSchema {
  static let reviewsText = ##"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "https://github.com/contractkit/ContractKit/raw/main/docs/reviews.schema.json",
  "title": "ContractKit reviews",
  "description": "A list of what a client does with changed fields, as people accepted it. contract-run learn writes it. See docs/fields.md.",
  "type": "array",
  "items": { "$ref": "#/$defs/entry" },
  "$defs": {
    "entry": {
      "description": "What the client does with some changed fields.",
      "type": "object",
      "additionalProperties": false,
      "required": ["contract", "pointers", "changes", "result"],
      "defaultSnippets": [
        {
          "label": "review",
          "description": "The client fails if a member is missing",
          "body": {
            "contract": "${1:contract}",
            "pointers": ["${2:/id}"],
            "changes": ["${3:missing}"],
            "result": "${4:decoding}"
          }
        }
      ],
      "properties": {
        "contract": { "description": "The contract's name.", "type": "string", "minLength": 1 },
        "scenario": {
          "description": "The scenario; only needed if multiple scenarios of the contract are varied.",
          "type": "string",
          "minLength": 1
        },
        "transport": {
          "description": "The transport; only needed if the client does something else on the other one.",
          "enum": ["memory", "loopback"],
          "enumDescriptions": [
            "Through a test double in the driver, without sockets.",
            "Over real sockets to a server in the runner."
          ]
        },
        "pointers": {
          "description": "The places in the body, as JSON pointers with * in place of each array's index. \"\" is the whole body.",
          "type": "array",
          "minItems": 1,
          "items": { "$ref": "#/$defs/pointer" }
        },
        "changes": {
          "description": "The changes at each of these places.",
          "type": "array",
          "minItems": 1,
          "items": {
            "enum": [
              "missing", "null", "another type", "2^53+1", "2^64", "1e30", "negative", "fractional", "empty",
              "unknown string", "epoch seconds", "other fraction", "other offset", "date-time", "extra member",
              "duplicate member", "100 kB string", "1,000 levels", "10,000 elements"
            ],
            "enumDescriptions": [
              "The member is not there.",
              "null in place of the value.",
              "A value of another JSON type.",
              "The first whole number that a Double cannot have.",
              "The first whole number that a UInt64 cannot have.",
              "A huge number.",
              "A negative number.",
              "A number with a fraction.",
              "A string, an array or an object without contents.",
              "The string \"unknown value\".",
              "A time as the number of seconds since 1970.",
              "A time with .000, or without its fraction.",
              "The same time with another offset from UTC.",
              "A date with a time.",
              "An object with one more member.",
              "The same member twice.",
              "A string of 100,000 characters.",
              "Arrays in arrays, 1,000 levels deep.",
              "An array with its first element, 10,000 times."
            ]
          }
        },
        "result": {
          "description": "What the client does.",
          "anyOf": [
            {
              "enum": [
                "same", "network", "status", "decoding", "invalidResponse", "invalidRequest", "cancelled", "other"
              ],
              "enumDescriptions": [
                "The outcome of the original response.",
                "It fails with a network error.",
                "It fails because of the status.",
                "It fails because it cannot decode the body.",
                "It fails because the response is not what it needs.",
                "It fails because it cannot make its request.",
                "It fails because the call was canceled.",
                "It fails with an error of another category."
              ]
            },
            {
              "type": "object",
              "additionalProperties": false,
              "oneOf": [{ "required": ["success"] }, { "required": ["failure"] }, { "required": ["changed"] }],
              "defaultSnippets": [
                { "label": "changed values", "body": { "changed": { "${1:/id}": 0 } } },
                { "label": "success", "body": { "success": null } },
                { "label": "failure", "body": { "failure": { "category": "${1:decoding}" } } }
              ],
              "properties": {
                "success": { "description": "The whole value that the client returns." },
                "failure": { "description": "The whole failure, without its message." },
                "values": { "description": "The values that a stream gave before it failed." },
                "changed": {
                  "description": "The original outcome with other values at these places. {\"$absent\": true} stands for a member that is missing.",
                  "type": "object",
                  "minProperties": 1,
                  "propertyNames": { "$ref": "#/$defs/pointer" }
                }
              }
            }
          ]
        }
      }
    },
    "pointer": {
      "description": "A JSON pointer. A step * stands for each index of an array.",
      "type": "string",
      "pattern": "^(/([^~]|~[01])*)?$"
    }
  }
}

"""##
}
