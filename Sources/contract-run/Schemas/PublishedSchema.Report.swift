// swift-format-ignore-file
// Written from docs/report.schema.json by `CONTRACTKIT_RECORD=1 swift test --filter SchemaCommandTests`.

extension PublishedSchema {
  static let reportText = ##"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "https://github.com/contractkit/ContractKit/raw/main/docs/report.schema.json",
  "title": "ContractKit JSON report",
  "description": "A run of contract-run, with everything that is known about it. Members are added without a new format, so a program must ignore members that it does not know. See docs/reports.md.",
  "type": "object",
  "additionalProperties": false,
  "required": [
    "format", "started", "duration", "exitStatus", "interruptedBy", "counts", "causes", "results", "variations",
    "slowest", "unobserved", "uncalledOperations", "coverage", "knownIssues", "staleReviews", "notices"
  ],
  "properties": {
    "format": { "description": "The version of the format. It increases if the meaning of a member changes.", "const": 1 },
    "runner": { "description": "The name and version of the runner.", "type": "string" },
    "started": { "description": "The time when the run began.", "type": "string", "format": "date-time" },
    "duration": { "description": "The seconds that the run took.", "type": "number" },
    "exitStatus": { "description": "The exit status of contract-run.", "type": "integer" },
    "interruptedBy": { "description": "The signal that ended the run; null if none did.", "type": ["string", "null"] },
    "counts": {
      "description": "How many scenarios have each status.",
      "type": "object",
      "additionalProperties": false,
      "required": ["passed", "failed", "errored", "knownIssue", "skipped", "total"],
      "properties": {
        "passed": { "description": "The scenarios that passed.", "$ref": "#/$defs/count" },
        "failed": { "description": "Those in which the client has a defect.", "$ref": "#/$defs/count" },
        "errored": { "description": "Those without a verdict on the client.", "$ref": "#/$defs/count" },
        "knownIssue": { "description": "Those whose failures known issues cover.", "$ref": "#/$defs/count" },
        "skipped": { "description": "Those that did not run.", "$ref": "#/$defs/count" },
        "total": { "description": "All scenarios.", "$ref": "#/$defs/count" }
      }
    },
    "causes": {
      "description": "Each cause of failures and errors, with the scenarios that have it.",
      "type": "array",
      "items": { "$ref": "#/$defs/cause" }
    },
    "results": { "description": "The scenarios, in contract order.", "type": "array", "items": { "$ref": "#/$defs/result" } },
    "variations": {
      "description": "The variations of each scenario.",
      "type": "array",
      "items": { "$ref": "#/$defs/varied" }
    },
    "slowest": { "description": "The ids of the three slowest scenarios.", "$ref": "#/$defs/strings" },
    "unobserved": {
      "description": "What was not checked, with the number of scenarios.",
      "type": "object",
      "additionalProperties": { "$ref": "#/$defs/count" }
    },
    "uncalledOperations": {
      "description": "The operations of drivers that no contract calls.",
      "type": "array",
      "items": {
        "type": "object",
        "additionalProperties": false,
        "required": ["client", "operations"],
        "properties": {
          "client": { "description": "The client's name.", "type": "string" },
          "operations": { "description": "The names of the operations.", "$ref": "#/$defs/strings" }
        }
      }
    },
    "coverage": { "description": "What the contracts cover, and what is missing.", "$ref": "#/$defs/coverage" },
    "knownIssues": {
      "description": "The entries of known issues, with what the run found out about them.",
      "type": "array",
      "items": { "$ref": "#/$defs/knownIssue" }
    },
    "staleReviews": {
      "description": "The entries of reviews that name changes which do not exist any more.",
      "type": "array",
      "items": { "$ref": "#/$defs/staleReview" }
    },
    "notices": { "description": "Notices about the run as a whole.", "$ref": "#/$defs/strings" },
    "shard": {
      "description": "Which shards of a run these are, if machines divide it with --shard, and what merge needs.",
      "type": "object",
      "additionalProperties": false,
      "required": [
        "indexes", "count", "scenarios", "plan", "contracts", "arguments", "command", "operations"
      ],
      "properties": {
        "indexes": {
          "description": "Which shards, from 1, in order.",
          "type": "array",
          "items": { "type": "integer", "minimum": 1 }
        },
        "count": { "description": "The number of shards of the run.", "type": "integer", "minimum": 1 },
        "scenarios": { "description": "The number of scenarios of all shards.", "type": "integer", "minimum": 0 },
        "plan": { "description": "16 hexadecimal digits that stand for the scenarios of all shards.", "type": "string" },
        "contracts": {
          "description": "16 hexadecimal digits that stand for the contracts and the files that they name.",
          "type": "string"
        },
        "arguments": { "description": "The arguments that choose the scenarios of all shards.", "$ref": "#/$defs/strings" },
        "command": {
          "description": "The words of a command that runs a part of the same again.",
          "type": "object",
          "additionalProperties": false,
          "required": ["begin", "end"],
          "properties": {
            "begin": { "description": "The words before an option that selects the part.", "type": "string" },
            "end": { "description": "The words after it.", "type": "string" }
          }
        },
        "operations": {
          "description": "The operations that the driver of each client offers.",
          "type": "object",
          "additionalProperties": { "$ref": "#/$defs/strings" }
        }
      }
    },
    "strength": { "description": "Which scenarios could not fail.", "$ref": "#/$defs/strength" }
  },
  "$defs": {
    "count": { "description": "A number of things.", "type": "integer", "minimum": 0 },
    "strings": { "description": "A list of strings.", "type": "array", "items": { "type": "string" } },
    "text": { "description": "A text; null if there is none.", "type": ["string", "null"] },
    "place": {
      "description": "A place in a file.",
      "type": "object",
      "additionalProperties": false,
      "required": ["file", "line", "column", "pointer"],
      "properties": {
        "file": { "description": "The path of the file.", "type": "string" },
        "line": { "description": "The line. The first line is 1.", "type": "integer" },
        "column": { "description": "The column. The first column is 1.", "type": "integer" },
        "pointer": { "description": "The JSON pointer; null if the place has none.", "type": ["string", "null"] }
      }
    },
    "transport": {
      "description": "How requests travel.",
      "enum": ["memory", "loopback"],
      "enumDescriptions": [
        "Through a test double in the driver, without sockets.",
        "Over real sockets to a server in the runner."
      ]
    },
    "kind": {
      "description": "The kind of a response.",
      "enum": ["valid", "nonHTTP", "statusError", "corruptJSON", "networkError"],
      "enumDescriptions": [
        "A response with a status below 300.",
        "A response that is not HTTP.",
        "A response with a status of 300 or more.",
        "A response whose body is not valid JSON.",
        "No response, but a network error."
      ]
    },
    "status": {
      "description": "How a scenario ended.",
      "enum": ["passed", "failed", "errored", "knownIssue", "skipped"],
      "enumDescriptions": [
        "The client did what the contract describes.",
        "The client has a defect.",
        "There is no verdict on the client: because of the driver, the machine or the contract.",
        "It failed, and entries of known issues cover everything that failed.",
        "It did not run."
      ]
    },
    "code": {
      "description": "The code of a reason.",
      "enum": [
        "mismatch", "crashed", "timedOut", "neverCompleted", "completedTwice", "neverResumed", "stalled", "escaped",
        "unscripted", "malformed", "late", "flaky", "unreviewed", "protocolFault", "unsupported", "unobservable",
        "basicChallenge", "regexStopped", "schemaStopped", "unorderedStopped", "notLearned", "notCompared", "givenUp",
        "notRun", "interrupted", "skipped"
      ],
      "enumDescriptions": [
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
        "With a changed field, the client did something that its file of reviews does not describe.",
        "The driver broke the protocol.",
        "The driver cannot run the operation.",
        "The contract describes a part of the request that the driver cannot see.",
        "Foundation on Linux hung on a Basic challenge.",
        "A regular expression of the contract took too long.",
        "A JSON Schema of the contract would never end.",
        "An $unordered of the contract needs too many comparisons.",
        "The contract has no expect, or no request, for the scenario.",
        "The variation has nothing to be compared with.",
        "The driver could not be started.",
        "The run ended before this scenario.",
        "A signal ended the run during the call.",
        "The contract skips the scenario, or it cannot run on this transport."
      ]
    },
    "cause": {
      "description": "Why scenarios failed or errored in the same way.",
      "type": "object",
      "additionalProperties": false,
      "required": ["key", "client", "code", "summary", "scenarios"],
      "properties": {
        "key": { "description": "16 hexadecimal digits, the same in every run with the same failure.", "type": "string" },
        "client": { "description": "The client's name.", "type": "string" },
        "code": { "description": "The code of the cause's first reason.", "$ref": "#/$defs/code" },
        "summary": { "description": "The first reason in one line.", "type": "string" },
        "at": { "description": "The place of the first reason in the contract.", "$ref": "#/$defs/place" },
        "scenarios": { "description": "The ids of the scenarios that have the cause.", "$ref": "#/$defs/strings" }
      }
    },
    "result": {
      "description": "What happened in one scenario.",
      "$ref": "#/$defs/outcomeOfScenario",
      "unevaluatedProperties": false
    },
    "outcomeOfScenario": {
      "description": "What happened in one scenario or variation.",
      "type": "object",
      "required": [
        "id", "client", "contract", "endpoint", "file", "line", "scenario", "kinds", "transport", "status", "duration",
        "reasons", "unobserved", "record", "outcome", "output"
      ],
      "properties": {
        "id": { "description": "CLIENT/CONTRACT/SCENARIO, with @TRANSPORT if the client runs on both.", "type": "string" },
        "client": { "description": "The client's name.", "type": "string" },
        "contract": { "description": "The contract's name.", "type": "string" },
        "endpoint": { "description": "The endpoint's name.", "type": "string" },
        "file": { "description": "The contract's file.", "type": "string" },
        "line": { "description": "The line of the scenario's name.", "type": "integer" },
        "scenario": { "description": "The scenario's name.", "type": "string" },
        "kinds": {
          "description": "The kinds of its responses, in order; empty if the client must send nothing.",
          "type": "array",
          "items": { "$ref": "#/$defs/kind" }
        },
        "transport": { "description": "The transport on which it ran.", "$ref": "#/$defs/transport" },
        "status": { "description": "The verdict.", "$ref": "#/$defs/status" },
        "duration": { "description": "Seconds from the start of the call to its end.", "type": "number" },
        "reasons": {
          "description": "Every reason why it did not pass.",
          "type": "array",
          "items": { "$ref": "#/$defs/reason" }
        },
        "unobserved": { "description": "What was not checked.", "$ref": "#/$defs/strings" },
        "record": {
          "description": "Each request with its reply.",
          "type": "array",
          "items": { "$ref": "#/$defs/exchange" }
        },
        "outcome": {
          "description": "What the client returned; null if there was no result.",
          "anyOf": [{ "type": "null" }, { "$ref": "#/$defs/outcome" }]
        },
        "output": { "description": "What the client printed, without the middle of long output.", "type": "string" },
        "runAlone": {
          "description": "The command that runs the scenario alone. Only if it failed or errored, or is a known issue.",
          "type": "string"
        },
        "difference": { "description": "What differs between the variation and the others of its cause.", "type": "string" },
        "runs": {
          "description": "Only if scenarios are repeated: how often it ran and passed.",
          "type": "object",
          "additionalProperties": false,
          "required": ["total", "passed"],
          "properties": {
            "total": { "description": "The number of complete runs.", "$ref": "#/$defs/count" },
            "passed": { "description": "How many of them passed.", "$ref": "#/$defs/count" }
          }
        },
        "knownIssue": {
          "description": "The first entry that covers the failures of a known issue.",
          "type": "object",
          "additionalProperties": false,
          "required": ["because", "issue", "until", "at"],
          "properties": {
            "because": { "description": "Why the failure is known.", "type": "string" },
            "issue": { "description": "The ticket.", "$ref": "#/$defs/text" },
            "until": { "description": "The last day of the entry.", "$ref": "#/$defs/text" },
            "at": { "description": "The place of the entry.", "$ref": "#/$defs/place" }
          }
        }
      }
    },
    "reason": {
      "description": "Why a scenario did not pass.",
      "type": "object",
      "additionalProperties": false,
      "required": ["code", "status", "summary", "text"],
      "properties": {
        "code": { "description": "The code of the reason.", "$ref": "#/$defs/code" },
        "status": { "description": "The status that the reason gives the scenario.", "$ref": "#/$defs/status" },
        "summary": { "description": "The reason in one line.", "type": "string" },
        "text": { "description": "The reason in full.", "type": "string" },
        "mismatch": { "description": "The mismatch, if the code is mismatch.", "$ref": "#/$defs/mismatch" },
        "nearest": {
          "description": "A request and an exchange that probably belong together.",
          "$ref": "#/$defs/nearest"
        },
        "at": { "description": "The place in the contract.", "$ref": "#/$defs/place" },
        "cause": { "description": "The key of the reason's cause.", "type": "string" },
        "fingerprint": {
          "description": "16 hexadecimal digits, equal for reasons that count as the same.",
          "type": "string"
        }
      }
    },
    "part": {
      "description": "The part of a request or outcome that differs.",
      "enum": [
        "method", "origin", "pathPrefix", "path", "query", "header", "timeout", "body", "outcome", "missingRequest",
        "notBefore", "follows", "pathParameter", "formField", "multipart", "line"
      ],
      "enumDescriptions": [
        "The method of the request.",
        "Scheme, host or port.",
        "The path of the base URL.",
        "The path after the base URL.",
        "A query item.",
        "A header.",
        "The timeout of the request.",
        "The body of the request.",
        "What the client returned.",
        "The request did not come.",
        "The request came too early.",
        "The request came before one that it follows.",
        "A parameter in the path.",
        "A field of a form.",
        "A part of a multipart body.",
        "A line of JSON lines."
      ]
    },
    "mismatch": {
      "description": "What the client sent or returned, and what the contract describes.",
      "type": "object",
      "additionalProperties": false,
      "required": ["part", "request", "pointer", "expected", "actual", "differenceCount", "differences"],
      "properties": {
        "part": { "description": "The part that differs.", "$ref": "#/$defs/part" },
        "name": { "description": "The name or number of the part.", "type": "string" },
        "request": { "description": "The number of the request, from 1; null for an outcome.", "type": ["integer", "null"] },
        "pointer": { "description": "The place in the body or outcome.", "type": "string" },
        "expected": { "description": "The expected value.", "type": "string" },
        "actual": { "description": "The actual value; null if there is none.", "$ref": "#/$defs/text" },
        "note": { "description": "A further explanation.", "type": "string" },
        "differenceCount": { "description": "The number of differences.", "$ref": "#/$defs/count" },
        "differences": {
          "description": "At most 100 of the differences.",
          "type": "array",
          "items": { "$ref": "#/$defs/difference" }
        }
      }
    },
    "difference": {
      "description": "One difference.",
      "type": "object",
      "additionalProperties": false,
      "required": ["kind", "pointer", "expected", "actual"],
      "properties": {
        "kind": {
          "description": "How the value differs.",
          "enum": ["changed", "missing", "unexpected", "wrongType", "moved"],
          "enumDescriptions": [
            "Another value.",
            "Described, but not present.",
            "Present, but not described.",
            "Another JSON type.",
            "An element of an array at another place."
          ]
        },
        "part": { "description": "The part that differs.", "$ref": "#/$defs/part" },
        "name": { "description": "The name or number of the part.", "type": "string" },
        "pointer": { "description": "The place in the actual body or outcome.", "type": "string" },
        "expectedPointer": { "description": "Where a moved element was expected.", "type": "string" },
        "expected": { "description": "The expected value.", "type": "string" },
        "actual": { "description": "The actual value; null if there is none.", "$ref": "#/$defs/text" },
        "note": { "description": "A further explanation.", "type": "string" },
        "lines": { "description": "The lines that differ, for two strings of multiple lines.", "type": "string" },
        "at": { "description": "The place in the contract.", "$ref": "#/$defs/place" }
      }
    },
    "nearest": {
      "description": "A request and an exchange that probably belong together.",
      "type": "object",
      "additionalProperties": false,
      "required": ["request", "exchange", "at", "sent", "described", "differs"],
      "properties": {
        "request": { "description": "The number of the request, from 1.", "type": "integer" },
        "exchange": { "description": "The number of the exchange, from 1.", "type": "integer" },
        "at": { "description": "The place of the exchange.", "$ref": "#/$defs/place" },
        "sent": { "description": "Method and URL of the request.", "type": "string" },
        "described": { "description": "Method and URL of the exchange.", "type": "string" },
        "differs": { "description": "The parts that differ, in words.", "$ref": "#/$defs/strings" },
        "mismatches": {
          "description": "All differences between the two.",
          "type": "array",
          "items": { "$ref": "#/$defs/mismatch" }
        }
      }
    },
    "exchange": {
      "description": "A request with its reply.",
      "type": "object",
      "additionalProperties": false,
      "required": ["request", "reply"],
      "properties": {
        "request": {
          "description": "The request, as in the driver protocol.",
          "type": "object",
          "additionalProperties": false,
          "required": ["n", "method", "url", "headers", "unobserved"],
          "properties": {
            "n": { "description": "The number of the request, from 1.", "type": "integer" },
            "method": { "description": "The method.", "type": "string" },
            "url": { "description": "The whole URL.", "type": "string" },
            "headers": { "description": "The headers.", "$ref": "#/$defs/headers" },
            "body": { "description": "The body.", "$ref": "#/$defs/body" },
            "timeout": { "description": "The timeout in seconds.", "type": "number" },
            "unobserved": { "description": "What the driver could not check.", "$ref": "#/$defs/strings" }
          }
        },
        "reply": {
          "description": "The reply, as in the driver protocol; null if there was none.",
          "type": ["object", "null"],
          "additionalProperties": false,
          "oneOf": [
            { "type": "null" },
            { "required": ["status"] },
            { "required": ["nonHTTP"] },
            { "required": ["networkError"] }
          ],
          "properties": {
            "status": { "description": "The status code.", "type": "integer" },
            "nonHTTP": { "description": "The reply was not HTTP.", "const": true },
            "networkError": {
              "description": "The network error in place of a response.",
              "type": "object",
              "additionalProperties": false,
              "required": ["domain", "code"],
              "properties": {
                "domain": { "description": "The domain of the error.", "type": "string" },
                "code": { "description": "The code in the domain.", "type": "integer" },
                "message": { "description": "The text of the error.", "type": "string" }
              }
            },
            "headers": { "description": "The headers.", "$ref": "#/$defs/headers" },
            "body": { "description": "The body.", "$ref": "#/$defs/body" },
            "delay": { "description": "The seconds before the first byte.", "type": "number" }
          }
        },
        "answeredBy": { "description": "The answer is not in the contract.", "const": "contract-run" }
      }
    },
    "headers": {
      "description": "Each name with its value, or with a list of values.",
      "type": "object",
      "additionalProperties": { "anyOf": [{ "type": "string" }, { "$ref": "#/$defs/strings" }] }
    },
    "body": {
      "description": "A body, as text if it is UTF-8 and as base64 otherwise.",
      "type": "object",
      "additionalProperties": false,
      "minProperties": 1,
      "maxProperties": 1,
      "properties": {
        "text": { "description": "The body as text.", "type": "string" },
        "base64": { "description": "The bytes of the body in base64.", "type": "string" }
      }
    },
    "outcome": {
      "description": "What the client returned, as in the driver protocol.",
      "type": "object",
      "additionalProperties": false,
      "oneOf": [
        { "required": ["success"] },
        { "required": ["failure"] },
        { "required": ["neverCompleted"] },
        { "required": ["completedTwice"] },
        { "required": ["neverResumed"] },
        { "required": ["unsupported"] }
      ],
      "properties": {
        "success": { "description": "The value that the client returned: any JSON." },
        "failure": { "description": "The error: its category, type, case and other members.", "type": "object" },
        "values": { "description": "The values that a stream gave before it failed.", "type": "array" },
        "neverCompleted": { "description": "The completion handler was released without a call.", "const": true },
        "completedTwice": { "description": "The completion handler was called more than once.", "const": true },
        "neverResumed": { "description": "The client did not resume its task.", "const": true },
        "unsupported": {
          "description": "The driver cannot run the operation: true or the reason.",
          "type": ["boolean", "string"]
        }
      }
    },
    "variationCounts": {
      "description": "How many variations have each status.",
      "type": "object",
      "additionalProperties": false,
      "required": ["passed", "failed", "errored", "knownIssue", "notRun", "total"],
      "properties": {
        "passed": { "description": "The variations that passed.", "$ref": "#/$defs/count" },
        "failed": { "description": "Those in which the client has a defect.", "$ref": "#/$defs/count" },
        "errored": { "description": "Those without a verdict on the client.", "$ref": "#/$defs/count" },
        "knownIssue": { "description": "Those whose failures known issues cover.", "$ref": "#/$defs/count" },
        "notRun": { "description": "Those that did not run.", "$ref": "#/$defs/count" },
        "total": { "description": "All variations.", "$ref": "#/$defs/count" }
      }
    },
    "family": {
      "description": "The group that a variation belongs to.",
      "enum": ["statusError", "nonHTTP", "corruptJSON", "networkError", "equivalent", "fields", "hostile"],
      "enumDescriptions": [
        "Another status.",
        "A response that is not HTTP.",
        "A body that is not valid JSON.",
        "A network error.",
        "A response that means the same.",
        "A changed value of the body.",
        "An input with a character that a URL must escape."
      ]
    },
    "varied": {
      "description": "The variations of one scenario.",
      "type": "object",
      "additionalProperties": false,
      "required": ["id", "client", "contract", "scenario", "transport", "counts", "families", "leftOut", "results", "notRun"],
      "properties": {
        "id": { "description": "The id of the scenario.", "type": "string" },
        "client": { "description": "The client's name.", "type": "string" },
        "contract": { "description": "The contract's name.", "type": "string" },
        "scenario": { "description": "The scenario's name.", "type": "string" },
        "transport": { "description": "The transport on which it ran.", "$ref": "#/$defs/transport" },
        "counts": { "description": "How many variations have each status.", "$ref": "#/$defs/variationCounts" },
        "families": {
          "description": "The same for each family.",
          "type": "object",
          "propertyNames": { "$ref": "#/$defs/family" },
          "additionalProperties": { "$ref": "#/$defs/variationCounts" }
        },
        "leftOut": {
          "description": "How many variations were not made, by the reason.",
          "type": "object",
          "additionalProperties": { "$ref": "#/$defs/count" }
        },
        "results": {
          "description": "The variations that did not pass, in the form of a result.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/outcomeOfScenario",
            "required": ["variation", "family"],
            "properties": {
              "variation": { "description": "The name of the variation.", "$ref": "#/$defs/text" },
              "family": {
                "description": "The group that it belongs to.",
                "anyOf": [{ "type": "null" }, { "$ref": "#/$defs/family" }]
              }
            },
            "unevaluatedProperties": false
          }
        },
        "notRun": {
          "description": "The names of those that did not run because the run ended before.",
          "$ref": "#/$defs/strings"
        }
      }
    },
    "state": {
      "description": "How a kind of response is covered.",
      "enum": ["absent", "skipped", "errored", "covered"],
      "enumDescriptions": [
        "There is no scenario.",
        "All scenarios are skipped.",
        "All scenarios that ran errored.",
        "A scenario ran and has a verdict."
      ]
    },
    "coverage": {
      "description": "What the contracts cover.",
      "type": "object",
      "additionalProperties": false,
      "required": ["judged", "contracts", "problems"],
      "properties": {
        "judged": { "description": "Whether the run was compared with what is required.", "type": "boolean" },
        "contracts": {
          "description": "What each contract covers for each client.",
          "type": "array",
          "items": {
            "type": "object",
            "additionalProperties": false,
            "required": ["client", "contract", "kinds"],
            "properties": {
              "client": { "description": "The client's name.", "type": "string" },
              "contract": { "description": "The contract's name.", "type": "string" },
              "kinds": {
                "description": "For each kind of response, the state on each transport.",
                "type": "object",
                "propertyNames": { "$ref": "#/$defs/kind" },
                "additionalProperties": {
                  "type": "object",
                  "propertyNames": { "$ref": "#/$defs/transport" },
                  "additionalProperties": { "$ref": "#/$defs/state" }
                }
              }
            }
          }
        },
        "problems": {
          "description": "What fails the run.",
          "type": "array",
          "items": {
            "type": "object",
            "additionalProperties": false,
            "required": ["problem", "client", "contract", "kind", "transport", "operation", "why", "summary", "at"],
            "properties": {
              "problem": {
                "description": "What is wrong.",
                "enum": ["missing", "uncalled", "stale"],
                "enumDescriptions": [
                  "The contract does not cover a kind.",
                  "No scenario calls an operation.",
                  "An exception is not needed."
                ]
              },
              "client": { "description": "The client; null for an exception that clients share.", "$ref": "#/$defs/text" },
              "contract": { "description": "The contract; null for an operation.", "$ref": "#/$defs/text" },
              "kind": {
                "description": "The kind; null if no scenario at all ran on the transport.",
                "anyOf": [{ "type": "null" }, { "$ref": "#/$defs/kind" }]
              },
              "transport": {
                "description": "The transport on which the kind is missing; null for all.",
                "anyOf": [{ "type": "null" }, { "$ref": "#/$defs/transport" }]
              },
              "operation": { "description": "The operation; null for the other problems.", "$ref": "#/$defs/text" },
              "why": {
                "description": "The state of the scenarios; null for stale.",
                "anyOf": [{ "type": "null" }, { "$ref": "#/$defs/state" }]
              },
              "summary": { "description": "The problem in one line.", "type": "string" },
              "at": { "description": "The place of the contract, of require or of the exception.", "$ref": "#/$defs/place" }
            }
          }
        }
      }
    },
    "knownIssue": {
      "description": "An entry of known issues. * stands for any.",
      "type": "object",
      "additionalProperties": false,
      "required": [
        "client", "contract", "scenario", "transport", "code", "pointer", "because", "issue", "until", "at", "scenarios",
        "problem"
      ],
      "properties": {
        "client": { "description": "The client.", "type": "string" },
        "contract": { "description": "The contract's name.", "type": "string" },
        "scenario": { "description": "The scenario's name.", "type": "string" },
        "transport": {
          "description": "The transport.",
          "anyOf": [{ "const": "*" }, { "$ref": "#/$defs/transport" }]
        },
        "code": { "description": "The code of the failure.", "anyOf": [{ "const": "*" }, { "$ref": "#/$defs/code" }] },
        "pointer": { "description": "The place in a body or an outcome.", "type": "string" },
        "because": { "description": "Why the failure is known.", "type": "string" },
        "issue": { "description": "The ticket.", "$ref": "#/$defs/text" },
        "until": { "description": "The last day of the entry.", "$ref": "#/$defs/text" },
        "at": { "description": "The place of the entry.", "$ref": "#/$defs/place" },
        "scenarios": {
          "description": "The ids of the scenarios that are known issues because of the entry.",
          "$ref": "#/$defs/strings"
        },
        "problem": {
          "description": "Why the entry fails the run; null if it does not.",
          "enum": ["stale", "unmatched", "expired", null],
          "enumDescriptions": [
            "No scenario that it covers fails in this way any more.",
            "No scenario matches it.",
            "Its last day is over.",
            "It does not fail the run."
          ]
        }
      }
    },
    "staleReview": {
      "description": "An entry of reviews that names changes which do not exist any more.",
      "type": "object",
      "additionalProperties": false,
      "required": ["contract", "scenario", "missing", "at"],
      "properties": {
        "contract": { "description": "The contract's name.", "type": "string" },
        "scenario": { "description": "The scenario's name; * for any.", "type": "string" },
        "missing": {
          "description": "The changes that do not exist.",
          "type": "array",
          "items": {
            "type": "object",
            "additionalProperties": false,
            "required": ["pointer", "change"],
            "properties": {
              "pointer": { "description": "The place in the body.", "type": "string" },
              "change": { "description": "The change, as in a file of reviews.", "type": "string" }
            }
          }
        },
        "at": { "description": "The place of the entry.", "$ref": "#/$defs/place" }
      }
    },
    "strength": {
      "description": "Which scenarios could not fail.",
      "type": "object",
      "additionalProperties": false,
      "required": ["scenarios", "vacuous", "loose", "indistinct", "withoutSibling", "findings"],
      "properties": {
        "scenarios": { "description": "How many scenarios were judged.", "$ref": "#/$defs/count" },
        "vacuous": { "description": "How many are vacuous.", "$ref": "#/$defs/count" },
        "loose": { "description": "How many are loose.", "$ref": "#/$defs/count" },
        "indistinct": { "description": "How many are indistinct.", "$ref": "#/$defs/count" },
        "withoutSibling": { "description": "How many had no other answer to compare with.", "$ref": "#/$defs/count" },
        "findings": {
          "description": "The scenarios about which something was found.",
          "type": "array",
          "items": { "$ref": "#/$defs/finding" }
        },
        "contracts": {
          "description": "Only in prove: for each contract, the parts that no scenario pins.",
          "type": "array",
          "items": { "$ref": "#/$defs/pins" }
        }
      }
    },
    "answer": {
      "description": "An answer that no scenario gives.",
      "enum": ["valid", "serverError", "networkError"],
      "enumDescriptions": [
        "Every request gets a valid response.",
        "Every request gets status 500 or a higher one.",
        "The network fails for every request."
      ]
    },
    "answers": {
      "description": "Other answers: those of scenarios, and those of extra calls.",
      "type": "array",
      "items": {
        "type": "object",
        "additionalProperties": false,
        "minProperties": 1,
        "maxProperties": 1,
        "properties": {
          "scenario": { "description": "The scenario with this answer.", "type": "string" },
          "answer": { "description": "The answer of an extra call.", "$ref": "#/$defs/answer" }
        }
      }
    },
    "finding": {
      "description": "What was found about one scenario.",
      "type": "object",
      "additionalProperties": false,
      "required": ["id", "kinds", "at", "others", "same", "accepts", "acceptsChanges", "hidden"],
      "properties": {
        "id": { "description": "The id of the scenario.", "type": "string" },
        "kinds": {
          "description": "What was found.",
          "type": "array",
          "items": {
            "enum": ["vacuous", "loose", "indistinct", "hidesErrors"],
            "enumDescriptions": [
              "The client returns the same outcome whatever the answer is.",
              "The expectation accepts outcomes after other answers.",
              "The outcome is the same as after some other answers.",
              "The client succeeds after an error."
            ]
          }
        },
        "at": { "description": "The place of the scenario.", "$ref": "#/$defs/place" },
        "others": { "description": "How many other answers there were.", "$ref": "#/$defs/count" },
        "same": { "description": "The answers after which the outcome is the same.", "$ref": "#/$defs/answers" },
        "accepts": {
          "description": "The answers whose different outcome the expectation accepts.",
          "$ref": "#/$defs/answers"
        },
        "acceptsChanges": {
          "description": "Whether it accepts its outcome with every part changed.",
          "type": "boolean"
        },
        "hidden": {
          "description": "The extra answers that are errors, and after which the client succeeded.",
          "type": "array",
          "items": { "$ref": "#/$defs/answer" }
        }
      }
    },
    "pinCount": {
      "description": "How many parts were changed.",
      "type": "object",
      "additionalProperties": false,
      "required": ["parts", "pinned"],
      "properties": {
        "parts": { "description": "The parts that were changed.", "$ref": "#/$defs/count" },
        "pinned": { "description": "Those of which a scenario notices a change.", "$ref": "#/$defs/count" }
      }
    },
    "pins": {
      "description": "The parts of a contract that no scenario pins.",
      "type": "object",
      "additionalProperties": false,
      "required": ["client", "contract", "file", "requests", "outcomes", "notPinned"],
      "properties": {
        "client": { "description": "The client's name.", "type": "string" },
        "contract": { "description": "The contract's name.", "type": "string" },
        "file": { "description": "The contract's file.", "type": "string" },
        "requests": { "description": "The parts of requests.", "$ref": "#/$defs/pinCount" },
        "outcomes": { "description": "The parts of outcomes.", "$ref": "#/$defs/pinCount" },
        "notPinned": {
          "description": "The parts of which no scenario notices a change.",
          "type": "array",
          "items": {
            "type": "object",
            "additionalProperties": false,
            "required": ["part", "unnoticed", "at"],
            "properties": {
              "part": { "description": "The part.", "type": "string" },
              "name": { "description": "The name of the part.", "type": "string" },
              "pointer": { "description": "The place in a body or an outcome.", "type": "string" },
              "request": { "description": "Method and path of the request.", "type": "string" },
              "scenario": { "description": "The scenario of the outcome.", "type": "string" },
              "unnoticed": {
                "description": "The changes that no scenario notices.",
                "type": "array",
                "items": {
                  "enum": ["changed", "removed", "added"],
                  "enumDescriptions": ["Another value.", "The part is missing.", "A further part."]
                }
              },
              "at": { "description": "The place in the contract.", "$ref": "#/$defs/place" }
            }
          }
        }
      }
    }
  }
}

"""##
}
