// swift-format-ignore-file
// Written from docs/known-issues.schema.json by `CONTRACTKIT_RECORD=1 swift test --filter SchemaCommandTests`.

extension PublishedSchema {
  static let knownIssuesText = ##"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "https://github.com/contractkit/ContractKit/raw/main/docs/known-issues.schema.json",
  "title": "ContractKit known issues",
  "description": "A list of failures that do not fail a run, and why. See docs/known-issues.md.",
  "type": "array",
  "items": { "$ref": "#/$defs/entry" },
  "$defs": {
    "entry": {
      "description": "Failures that do not fail a run. * stands for any.",
      "type": "object",
      "additionalProperties": false,
      "required": ["contract", "code", "because"],
      "defaultSnippets": [
        {
          "label": "wrong value",
          "description": "A difference at one place of a body or an outcome",
          "body": {
            "contract": "${1:contract}",
            "scenario": "${2:scenario}",
            "code": "mismatch",
            "pointer": "${3:/member}",
            "because": "${4:the reason}",
            "issue": "${5:https://example.com/issues/1}"
          }
        },
        {
          "label": "crash",
          "description": "The client ends its process",
          "body": {
            "contract": "${1:contract}",
            "scenario": "${2:scenario}",
            "code": "crashed",
            "because": "${3:the reason}",
            "until": "${4:2099-12-31}"
          }
        }
      ],
      "properties": {
        "client": { "description": "A client of the configuration; by default any that uses the file.", "type": "string", "minLength": 1 },
        "contract": {
          "description": "The contract's name: its path below the specs folder, without .contract.json; or *.",
          "type": "string",
          "minLength": 1
        },
        "scenario": { "description": "The scenario's name; by default any.", "type": "string", "minLength": 1 },
        "transport": {
          "description": "How requests travel; by default any.",
          "enum": ["*", "memory", "loopback"],
          "enumDescriptions": [
            "Any transport.",
            "Through a test double in the driver, without sockets.",
            "Over real sockets to a server in the runner."
          ]
        },
        "code": {
          "description": "The code of the failure, as reports print it.",
          "enum": [
            "*", "mismatch", "crashed", "timedOut", "neverCompleted", "completedTwice", "neverResumed", "stalled", "escaped",
            "unscripted", "malformed", "late", "flaky", "unreviewed"
          ],
          "enumDescriptions": [
            "Every code except crashed.",
            "The client sent or returned something that differs from the contract.",
            "The client ended the driver's process.",
            "The call had no result at its deadline.",
            "The client released its completion handler without calling it.",
            "The client called its completion handler more than once.",
            "The client made a task and did not call resume().",
            "The client blocked its process after the result.",
            "The client asked for another host.",
            "The client sent a request for which the scenario has no exchange.",
            "The client sent something that is not an HTTP request.",
            "The client sent a request after its result.",
            "The scenario passed in some of its runs and not in others.",
            "With a changed field, the client did something that its file of reviews does not describe."
          ]
        },
        "pointer": {
          "description": "The place in a body or an outcome, as a JSON pointer in which a step * stands for any step; or *. Only with the code mismatch.",
          "type": "string",
          "pattern": "^(\\*|(/([^~]|~[01])*)?)$"
        },
        "because": { "description": "Why the failure is known.", "type": "string", "pattern": "\\S" },
        "issue": { "description": "The ticket, usually a URL.", "type": "string", "minLength": 1 },
        "until": {
          "description": "The last day of the entry, in UTC.",
          "type": "string",
          "format": "date",
          "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"
        }
      },
      "if": { "required": ["pointer"], "not": { "properties": { "pointer": { "const": "*" } } } },
      "then": { "properties": { "code": { "const": "mismatch" } } }
    }
  }
}

"""##
}
