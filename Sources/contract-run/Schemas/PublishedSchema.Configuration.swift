// swift-format-ignore-file
// Written from docs/configuration.schema.json by `CONTRACTKIT_RECORD=1 swift test --filter SchemaCommandTests`.

extension PublishedSchema {
  static let configurationText = ##"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "https://github.com/contractkit/ContractKit/raw/main/docs/configuration.schema.json",
  "title": "ContractKit configuration",
  "description": "contract-run.json: the clients, how each is built and called, and the reports to write. Paths are relative to the folder of the file. See docs/configuration.md.",
  "type": "object",
  "additionalProperties": false,
  "required": ["clients"],
  "defaultSnippets": [
    {
      "label": "configuration",
      "description": "One client with its contracts",
      "body": {
        "specs": ["${1:specs}"],
        "clients": [{ "name": "${2:client}", "driver": ["${3:.build/debug/driver}"] }]
      }
    }
  ],
  "properties": {
    "$schema": { "description": "The location of this schema, for editors. The runner ignores it." },
    "specs": {
      "description": "The contracts of clients that have no specs: files, and folders that are searched.",
      "type": "array",
      "items": { "type": "string", "minLength": 1 }
    },
    "clients": {
      "description": "The clients under contract. They run one after the other.",
      "type": "array",
      "minItems": 1,
      "items": { "$ref": "#/$defs/client" }
    },
    "reports": {
      "description": "A path for each report format. Only full runs write these reports. - is standard output.",
      "$ref": "#/$defs/reports"
    },
    "require": {
      "description": "What the contracts of each client must cover.",
      "$ref": "#/$defs/require"
    },
    "secrets": {
      "description": "Names of headers, query items, fields and members whose values are secrets, and with a ! names whose values are not.",
      "type": "array",
      "items": { "type": "string", "minLength": 1 }
    }
  },
  "if": { "not": { "required": ["specs"], "properties": { "specs": { "minItems": 1 } } } },
  "then": { "properties": { "clients": { "items": { "required": ["specs"] } } } },
  "$defs": {
    "client": {
      "description": "One client under contract.",
      "type": "object",
      "additionalProperties": false,
      "required": ["name", "driver"],
      "defaultSnippets": [
        {
          "label": "Swift client",
          "description": "A client whose driver SwiftPM builds",
          "body": {
            "name": "${1:client}",
            "specs": ["${2:specs}"],
            "build": ["swift", "build", "--product", "${3:client-driver}"],
            "driver": [".build/debug/${3:client-driver}"]
          }
        },
        {
          "label": "client with a ready driver",
          "description": "A client whose driver needs no build",
          "body": {
            "name": "${1:client}",
            "specs": ["${2:specs}"],
            "driver": ["${3:python3}", "${4:driver.py}"],
            "transport": "${5:loopback}"
          }
        }
      ],
      "properties": {
        "name": {
          "description": "The name of the client: the first part of the ids of its verdicts. It is unique and has no slash.",
          "type": "string",
          "pattern": "^[^/]+$"
        },
        "specs": {
          "description": "The client's contracts: files, and folders that are searched; by default the specs at the top level.",
          "type": "array",
          "minItems": 1,
          "items": { "type": "string", "minLength": 1 }
        },
        "build": {
          "description": "The command that builds the driver and runs first. By default nothing is built.",
          "type": "array",
          "minItems": 1,
          "items": { "type": "string", "minLength": 1 }
        },
        "driver": {
          "description": "The driver's program and arguments. A program without a slash is looked up in PATH.",
          "type": "array",
          "minItems": 1,
          "items": { "type": "string", "minLength": 1 }
        },
        "transport": {
          "description": "How requests travel; by default memory if the driver offers it, otherwise loopback.",
          "enum": ["memory", "loopback", "both"],
          "enumDescriptions": [
            "Through a test double in the driver, without sockets.",
            "Over real sockets to a server in the runner.",
            "Each scenario runs twice, once on each transport."
          ]
        },
        "knownIssues": {
          "description": "The path of the file of the client's known issues.",
          "type": "string",
          "minLength": 1
        },
        "variations": {
          "description": "The path of the file with what people accepted for changed fields.",
          "type": "string",
          "minLength": 1
        },
        "allow": {
          "description": "What the driver may reach besides the base URLs of its calls.",
          "type": "array",
          "items": {
            "description": "An IP address or localhost with a port or *; or only *, which allows everything and turns the network guard off.",
            "type": "string",
            "pattern": "^(\\*|(localhost|[0-9]{1,3}(\\.[0-9]{1,3}){3}|\\[[0-9A-Fa-f:.]+\\]):(\\*|[0-9]{1,5}))$",
            "defaultSnippets": [
              { "label": "port of this machine", "body": "localhost:${1:5432}" },
              { "label": "everything", "description": "The network guard is off", "body": "*" }
            ]
          }
        },
        "require": {
          "description": "What the client's contracts must cover; replaces the require at the top level.",
          "$ref": "#/$defs/require"
        }
      }
    },
    "reports": {
      "description": "A path for each report format.",
      "type": "object",
      "additionalProperties": false,
      "defaultSnippets": [
        { "label": "JUnit XML for CI", "body": { "junit-rich": "${1:contract-results.xml}" } },
        { "label": "HTML for people", "body": { "html": "${1:contract-results.html}" } }
      ],
      "properties": {
        "junit": {
          "description": "JUnit XML that is valid by the schemas in use.",
          "type": "string",
          "minLength": 1
        },
        "junit-rich": {
          "description": "JUnit XML with file, line and properties of each case, for GitLab, GitHub and Jenkins.",
          "type": "string",
          "minLength": 1
        },
        "json": { "description": "Everything that is known about the run, for programs.", "type": "string", "minLength": 1 },
        "html": { "description": "One HTML file, for people.", "type": "string", "minLength": 1 },
        "gitlab": {
          "description": "Failures at their lines, for GitLab's code quality.",
          "type": "string",
          "minLength": 1
        }
      }
    },
    "require": {
      "description": "What contracts must cover in a full run.",
      "type": "object",
      "additionalProperties": false,
      "defaultSnippets": [
        {
          "label": "all kinds of responses",
          "description": "Each contract has a scenario of these kinds",
          "body": { "kinds": ["valid", "statusError", "corruptJSON", "networkError"], "operations": true }
        }
      ],
      "properties": {
        "kinds": {
          "description": "The response kinds that each contract must cover.",
          "$ref": "#/$defs/kinds"
        },
        "operations": {
          "description": "Whether a contract must call each operation of the driver.",
          "type": "boolean",
          "default": false
        },
        "transports": {
          "description": "The transports on which each kind must be covered.",
          "type": "array",
          "minItems": 1,
          "items": {
            "enum": ["memory", "loopback"],
            "enumDescriptions": [
              "Through a test double in the driver, without sockets.",
              "Over real sockets to a server in the runner."
            ]
          }
        },
        "except": {
          "description": "For the names of contracts, the kinds that these do not have to cover.",
          "type": "object",
          "additionalProperties": { "$ref": "#/$defs/kinds" }
        }
      }
    },
    "kinds": {
      "description": "Kinds of responses.",
      "type": "array",
      "minItems": 1,
      "items": {
        "enum": ["valid", "nonHTTP", "statusError", "corruptJSON", "networkError"],
        "enumDescriptions": [
          "A response with a status below 300.",
          "A response that is not HTTP.",
          "A response with a status of 300 or more.",
          "A response whose body is not valid JSON.",
          "No response, but a network error."
        ]
      }
    }
  }
}

"""##
}
