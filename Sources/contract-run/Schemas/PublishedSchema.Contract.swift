// swift-format-ignore-file
// Written from specs/contract.schema.json by `CONTRACTKIT_RECORD=1 swift test --filter SchemaCommandTests`.

extension PublishedSchema {
  static let contractText = ##"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "https://github.com/contractkit/ContractKit/raw/main/specs/contract.schema.json",
  "title": "ContractKit contract",
  "description": "The contract of one endpoint (*.contract.json), format version 1. See docs/contract-format.md for a full description.",
  "type": "object",
  "additionalProperties": false,
  "defaultSnippets": [
    {
      "label": "contract",
      "description": "One endpoint with a scenario",
      "body": {"contract": 1, "endpoint": "${1:get todo}", "baseURL": "${2:http://localhost:8080}", "request": {"method": "GET", "path": "${3:/todos/1}"}, "scenarios": [{"name": "${4:found}", "response": {"kind": "valid", "body": {"json": {"id": 1}}}, "expect": {"success": {"id": 1}}}]}
    }
  ],
  "allOf": [{"$ref": "#/$defs/layers"}],
  "if": {"not": {"required": ["extends"]}},
  "then": {"required": ["contract", "endpoint", "scenarios"]},
  "properties": {
    "$schema": {"description": "The location of this schema, for editors. The runner ignores it."},
    "contract": {"description": "The version of the format.", "const": 1},
    "endpoint": {
      "description": "The endpoint that the contract describes, for people.",
      "type": "string",
      "pattern": "^(?!\\s)[^\\u0000-\\u001F\\u007F]+(?<!\\s)$"
    },
    "operation": {
      "description": "The name of the driver's operation; by default the name of the endpoint.",
      "type": "string",
      "minLength": 1
    },
    "description": {"description": "A description for people.", "type": "string"},
    "tags": {"description": "Tags that the option --tag selects.", "$ref": "#/$defs/tags"},
    "baseURL": {
      "description": "The scheme, host, port and path prefix of the URLs to which requests go.",
      "type": "string",
      "pattern": "^[hH][tT][tT][pP][sS]?://[^/?#@\\s]+(/[^?#\\s]*)?$",
      "default": "http://localhost"
    },
    "baseURLs": {
      "description": "Other base URLs by name, for requests with that base. In strings of input, response and expect, {{baseURL.NAME}} stands for one of them.",
      "type": "object",
      "propertyNames": {"pattern": "^[^\\u0000-\\u001F\\u007F{}\"\\\\]+$"},
      "additionalProperties": {
        "type": "string",
        "pattern": "^[hH][tT][tT][pP][sS]?://[^/?#@\\s]+(/[^?#\\s]*)?$"
      }
    },
    "input": {
      "description": "Any JSON; the driver gets it. In its strings, {{baseURL}} stands for the base URL of the run.",
      "$ref": "#/$defs/input"
    },
    "request": {"description": "The request in every scenario. Without it, the scenarios are errored until contract-run learn has written it."},
    "requests": {
      "description": "More requests, which exchanges use by name. They are not merged with other requests.",
      "type": "object",
      "propertyNames": {"pattern": "^(?!\\s)[^\\u0000-\\u001F\\u007F]+(?<!\\s)$"},
      "additionalProperties": {
        "$ref": "#/$defs/request",
        "if": {"type": "object", "required": ["$ref"]},
        "else": {"required": ["method", "path"]}
      }
    },
    "extends": {
      "description": "A .json file that is not a contract itself. Its members are the defaults for this contract. The contract's request is merged over the file's request.",
      "type": "string",
      "minLength": 1,
      "pattern": "^(?![A-Za-z]*://|/)(?!.*\\.contract\\.json$)"
    },
    "scenarios": {
      "description": "The ways in which the network answers. A reference may lead to a list of scenarios, which is inserted in its place.",
      "type": "array",
      "minItems": 1,
      "items": {"$ref": "#/$defs/scenario"}
    },
    "variations": {
      "description": "More scenarios, which the runner derives from the scenarios of the contract, and what the client must do in them. true: any failure after an error, and the same outcome after a response that means the same.",
      "if": {"type": "object", "required": ["$ref"]},
      "then": {"$ref": "#/$defs/referenceAlone"},
      "else": {"if": {"not": {"type": "boolean"}}, "then": {"$ref": "#/$defs/variations"}}
    },
    "hostile": {
      "description": "Whether each string of input that a part of a path or query is, or has in it, is tried with a space, and with each of + & # % / ? ; and other characters that a URL must escape.",
      "if": {"not": {"type": "boolean"}},
      "then": {"$ref": "#/$defs/hostile"},
      "default": false
    }
  },
  "$defs": {
    "noName": {
      "description": "Names that a map cannot have, because a matcher stands for a value, and a reference for a whole part.",
      "enum": [
        "$any", "$type", "$regex", "$partial", "$contains", "$each", "$unordered", "$anyOf", "$allOf", "$not", "$same", "$optional",
        "$absent", "$literal", "$jsonSchema", "$ref"
      ]
    },
    "base": {
      "description": "A file that contracts extend. It has any members of a contract, as defaults for those contracts.",
      "type": "object",
      "additionalProperties": false,
      "allOf": [{"$ref": "#/$defs/layers"}],
      "properties": {
        "$schema": {"$ref": "#/properties/$schema"},
        "contract": {"$ref": "#/properties/contract"},
        "endpoint": {"$ref": "#/properties/endpoint"},
        "operation": {"$ref": "#/properties/operation"},
        "description": {"$ref": "#/properties/description"},
        "tags": {"$ref": "#/properties/tags"},
        "baseURL": {"$ref": "#/properties/baseURL"},
        "baseURLs": {"$ref": "#/properties/baseURLs"},
        "input": {"$ref": "#/properties/input"},
        "request": {"$ref": "#/properties/request"},
        "requests": {"$ref": "#/properties/requests"},
        "extends": {"$ref": "#/properties/extends"},
        "scenarios": {"$ref": "#/properties/scenarios"},
        "variations": {"$ref": "#/properties/variations"},
        "hostile": {"$ref": "#/properties/hostile"}
      }
    },
    "layers": {
      "description": "If a request is merged over another, null removes a name.",
      "if": {"required": ["extends"]},
      "then": {"properties": {"request": {"description": "A request that is merged over that of the base.", "$ref": "#/$defs/requestOverlay"}}},
      "else": {"properties": {"request": {"description": "The request in every scenario.", "$ref": "#/$defs/request"}}}
    },
    "jsonType": {
      "description": "A type of JSON.",
      "enum": ["null", "boolean", "number", "integer", "string", "array", "object"],
      "enumDescriptions": [
        "null.", "true or false.", "Any number.", "A number without a fraction. 1.0 is one.", "Text.", "A list.", "An object."
      ]
    },
    "category": {
      "description": "The kind of failure.",
      "enum": ["network", "status", "decoding", "invalidResponse", "invalidRequest", "cancelled", "other"],
      "enumDescriptions": [
        "A network error.", "The status of the response.", "The body cannot be decoded.",
        "The response is not what the client needs.", "The client cannot make its request.", "The call was canceled.",
        "An error of another category."
      ]
    },
    "reference": {
      "description": "The value at a JSON pointer (RFC 6901) in a file, as in file.json#/pointer. The path is relative to the file that contains this reference.",
      "type": "string",
      "minLength": 1,
      "pattern": "^(?![A-Za-z]*://|/)([^#%]|%[0-9A-Fa-f]{2})*(#(/([^~%]|~[01]|%[0-9A-Fa-f]{2})*)?)?$"
    },
    "referenceAlone": {
      "type": "object",
      "properties": {"$ref": {"$ref": "#/$defs/reference"}},
      "required": ["$ref"],
      "additionalProperties": false
    },
    "input": {
      "if": {"type": "object", "required": ["$ref"]},
      "then": {"$ref": "#/$defs/referenceAlone"}
    },
    "sameName": {
      "description": "The value is equal to the first value that matched this name in the scenario.",
      "type": "string",
      "pattern": "^(?!\\s)[^\\u0000-\\u001F\\u007F]+(?<!\\s)$"
    },
    "format": {
      "description": "The value is a string in this format of JSON Schema.",
      "enum": [
        "date-time", "date", "time", "duration", "email", "hostname", "ipv4", "ipv6", "uri", "uri-reference", "uuid",
        "json-pointer", "regex"
      ],
      "enumDescriptions": [
        "A date with a time (RFC 3339).", "A date (RFC 3339).", "A time with an offset (RFC 3339).",
        "A duration (ISO 8601).", "An email address.", "The name of a host.", "An IPv4 address.", "An IPv6 address.",
        "A URI with a scheme.", "A URI or a relative reference.", "A UUID.", "A JSON pointer.", "A regular expression."
      ]
    },
    "regex": {
      "description": "The value is a string that contains a match of this regular expression (ECMA-262). The expression is not anchored. With number, the value is a number, and its text contains a match.",
      "oneOf": [
        {"type": "string", "minLength": 1},
        {
          "type": "object",
          "additionalProperties": false,
          "required": ["number"],
          "properties": {"number": {"description": "An expression for the text of a number.", "type": "string", "minLength": 1}}
        }
      ]
    },
    "jsonSchema": {
      "description": "The value is valid against this JSON Schema (2020-12): the schema itself, or the name of the file that contains it.",
      "anyOf": [
        {"type": "string", "minLength": 1},
        {"$ref": "https://json-schema.org/draft/2020-12/schema"}
      ]
    },
    "pattern": {
      "if": {"type": "object", "not": {"propertyNames": {"not": {"pattern": "^\\$"}}}},
      "then": {
        "type": "object",
        "properties": {
          "$any": {"description": "The value is present. It can be anything.", "const": true},
          "$type": {
            "description": "The value has this JSON type, or one of these types. 1.0 is an integer.",
            "anyOf": [
              {"$ref": "#/$defs/jsonType"},
              {
                "type": "array",
                "items": {"$ref": "#/$defs/jsonType"},
                "minItems": 1,
                "uniqueItems": true
              }
            ]
          },
          "$anyOf": {
            "description": "At least one of these patterns matches.",
            "type": "array",
            "items": {"$ref": "#/$defs/pattern"},
            "minItems": 1
          },
          "$literal": {"description": "The value is exactly this one, even if it looks like a pattern."},
          "$allOf": {
            "description": "All of these patterns match.",
            "type": "array",
            "items": {"$ref": "#/$defs/pattern"},
            "minItems": 1
          },
          "$not": {
            "description": "This pattern does not match.",
            "allOf": [{"$ref": "#/$defs/pattern"}, {"not": {"type": "object", "required": ["$any"]}}]
          },
          "$same": {"$ref": "#/$defs/sameName"},
          "$format": {"$ref": "#/$defs/format"},
          "$jsonSchema": {"$ref": "#/$defs/jsonSchema"},
          "$regex": {"$ref": "#/$defs/regex"},
          "$partial": {
            "description": "The listed members match. Other members are allowed, in objects at every depth.",
            "$ref": "#/$defs/partialArgument"
          },
          "$contains": {
            "description": "The value is an array with at least one element that matches.",
            "$ref": "#/$defs/pattern"
          },
          "$each": {
            "description": "The value is an array with at least one element, and all elements match.",
            "$ref": "#/$defs/pattern"
          },
          "$unordered": {
            "description": "The value is an array whose elements match these one to one, in any order.",
            "type": "array",
            "items": {"$ref": "#/$defs/pattern"}
          }
        },
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": false
      },
      "else": {
        "if": {"type": "array"},
        "then": {"items": {"$ref": "#/$defs/pattern"}},
        "else": {"if": {"type": "object"}, "then": {"additionalProperties": {"$ref": "#/$defs/patternOrAbsent"}}}
      }
    },
    "patternOrAbsent": {
      "if": {"type": "object", "not": {"propertyNames": {"not": {"pattern": "^\\$"}}}},
      "then": {
        "type": "object",
        "properties": {
          "$any": {"description": "The value is present. It can be anything.", "const": true},
          "$type": {
            "description": "The value has this JSON type, or one of these types. 1.0 is an integer.",
            "anyOf": [
              {"$ref": "#/$defs/jsonType"},
              {
                "type": "array",
                "items": {"$ref": "#/$defs/jsonType"},
                "minItems": 1,
                "uniqueItems": true
              }
            ]
          },
          "$anyOf": {
            "description": "At least one of these patterns matches.",
            "type": "array",
            "items": {"$ref": "#/$defs/pattern"},
            "minItems": 1
          },
          "$literal": {"description": "The value is exactly this one, even if it looks like a pattern."},
          "$allOf": {
            "description": "All of these patterns match.",
            "type": "array",
            "items": {"$ref": "#/$defs/pattern"},
            "minItems": 1
          },
          "$not": {
            "description": "This pattern does not match.",
            "allOf": [{"$ref": "#/$defs/pattern"}, {"not": {"type": "object", "required": ["$any"]}}]
          },
          "$same": {"$ref": "#/$defs/sameName"},
          "$format": {"$ref": "#/$defs/format"},
          "$jsonSchema": {"$ref": "#/$defs/jsonSchema"},
          "$regex": {"$ref": "#/$defs/regex"},
          "$partial": {
            "description": "The listed members match. Other members are allowed, in objects at every depth.",
            "$ref": "#/$defs/partialArgument"
          },
          "$contains": {
            "description": "The value is an array with at least one element that matches.",
            "$ref": "#/$defs/pattern"
          },
          "$each": {
            "description": "The value is an array with at least one element, and all elements match.",
            "$ref": "#/$defs/pattern"
          },
          "$unordered": {
            "description": "The value is an array whose elements match these one to one, in any order.",
            "type": "array",
            "items": {"$ref": "#/$defs/pattern"}
          },
          "$optional": {
            "description": "The value is absent, or it matches.",
            "allOf": [
              {"$ref": "#/$defs/pattern"},
              {"not": {"type": "object", "anyOf": [{"required": ["$optional"]}, {"required": ["$absent"]}]}}
            ]
          },
          "$absent": {"description": "The value is absent.", "const": true}
        },
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": false
      },
      "else": {
        "if": {"type": "array"},
        "then": {"items": {"$ref": "#/$defs/pattern"}},
        "else": {"if": {"type": "object"}, "then": {"additionalProperties": {"$ref": "#/$defs/patternOrAbsent"}}}
      }
    },
    "partialArgument": {
      "type": ["object", "array"],
      "propertyNames": {"not": {"pattern": "^\\$"}},
      "items": {"$ref": "#/$defs/pattern"},
      "additionalProperties": {"$ref": "#/$defs/patternOrAbsent"}
    },
    "text": {
      "if": {"type": "object", "not": {"propertyNames": {"not": {"pattern": "^\\$"}}}},
      "then": {
        "type": "object",
        "properties": {
          "$any": {"description": "The value is present. It can be anything.", "const": true},
          "$type": {
            "description": "The value has this JSON type, or one of these types. 1.0 is an integer.",
            "anyOf": [
              {"enum": ["string"], "enumDescriptions": ["Text."]},
              {
                "type": "array",
                "items": {"$ref": "#/$defs/jsonType"},
                "minItems": 1,
                "uniqueItems": true,
                "contains": {"enum": ["string"]}
              }
            ]
          },
          "$anyOf": {
            "description": "At least one of these patterns matches.",
            "type": "array",
            "items": {"$ref": "#/$defs/text"},
            "minItems": 1
          },
          "$literal": {"description": "The value is exactly this one, even if it looks like a pattern.", "type": "string"},
          "$allOf": {
            "description": "All of these patterns match.",
            "type": "array",
            "items": {"$ref": "#/$defs/text"},
            "minItems": 1
          },
          "$not": {
            "description": "This pattern does not match.",
            "allOf": [{"$ref": "#/$defs/text"}, {"not": {"type": "object", "required": ["$any"]}}]
          },
          "$same": {"$ref": "#/$defs/sameName"},
          "$format": {"$ref": "#/$defs/format"},
          "$jsonSchema": {"$ref": "#/$defs/jsonSchema"},
          "$regex": {
            "description": "The value is a string that contains a match of this regular expression (ECMA-262). The expression is not anchored.",
            "type": "string",
            "minLength": 1
          }
        },
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": false
      },
      "else": {"type": "string"}
    },
    "textOrAbsent": {
      "if": {"type": "object", "not": {"propertyNames": {"not": {"pattern": "^\\$"}}}},
      "then": {
        "type": "object",
        "properties": {
          "$any": {"description": "The value is present. It can be anything.", "const": true},
          "$type": {
            "description": "The value has this JSON type, or one of these types. 1.0 is an integer.",
            "anyOf": [
              {"enum": ["string"], "enumDescriptions": ["Text."]},
              {
                "type": "array",
                "items": {"$ref": "#/$defs/jsonType"},
                "minItems": 1,
                "uniqueItems": true,
                "contains": {"enum": ["string"]}
              }
            ]
          },
          "$anyOf": {
            "description": "At least one of these patterns matches.",
            "type": "array",
            "items": {"$ref": "#/$defs/text"},
            "minItems": 1
          },
          "$literal": {"description": "The value is exactly this one, even if it looks like a pattern.", "type": "string"},
          "$allOf": {
            "description": "All of these patterns match.",
            "type": "array",
            "items": {"$ref": "#/$defs/text"},
            "minItems": 1
          },
          "$not": {
            "description": "This pattern does not match.",
            "allOf": [{"$ref": "#/$defs/text"}, {"not": {"type": "object", "required": ["$any"]}}]
          },
          "$same": {"$ref": "#/$defs/sameName"},
          "$format": {"$ref": "#/$defs/format"},
          "$jsonSchema": {"$ref": "#/$defs/jsonSchema"},
          "$regex": {
            "description": "The value is a string that contains a match of this regular expression (ECMA-262). The expression is not anchored.",
            "type": "string",
            "minLength": 1
          },
          "$optional": {
            "description": "The value is absent, or it matches.",
            "allOf": [
              {"$ref": "#/$defs/text"},
              {"not": {"type": "object", "anyOf": [{"required": ["$optional"]}, {"required": ["$absent"]}]}}
            ]
          },
          "$absent": {"description": "The value is absent.", "const": true}
        },
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": false
      },
      "else": {"type": "string"}
    },
    "headerValue": {
      "if": {"type": "object", "not": {"propertyNames": {"not": {"pattern": "^\\$"}}}},
      "then": {
        "type": "object",
        "properties": {
          "$any": {"description": "The value is present. It can be anything.", "const": true},
          "$type": {
            "description": "The value has this JSON type, or one of these types. 1.0 is an integer.",
            "anyOf": [
              {"enum": ["string"], "enumDescriptions": ["Text."]},
              {
                "type": "array",
                "items": {"$ref": "#/$defs/jsonType"},
                "minItems": 1,
                "uniqueItems": true,
                "contains": {"enum": ["string"]}
              }
            ]
          },
          "$anyOf": {
            "description": "At least one of these patterns matches.",
            "type": "array",
            "items": {"$ref": "#/$defs/headerValue"},
            "minItems": 1
          },
          "$literal": {
            "description": "The value is exactly this one, even if it looks like a pattern.",
            "type": "string",
            "pattern": "^(?![ \\t])[^\\u0000-\\u0008\\u000A-\\u001F\\u007F]*(?<![ \\t])$"
          },
          "$allOf": {
            "description": "All of these patterns match.",
            "type": "array",
            "items": {"$ref": "#/$defs/headerValue"},
            "minItems": 1
          },
          "$not": {
            "description": "This pattern does not match.",
            "allOf": [{"$ref": "#/$defs/headerValue"}, {"not": {"type": "object", "required": ["$any"]}}]
          },
          "$same": {"$ref": "#/$defs/sameName"},
          "$format": {"$ref": "#/$defs/format"},
          "$jsonSchema": {"$ref": "#/$defs/jsonSchema"},
          "$regex": {
            "description": "The value is a string that contains a match of this regular expression (ECMA-262). The expression is not anchored.",
            "type": "string",
            "minLength": 1
          }
        },
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": false
      },
      "else": {"type": "string", "pattern": "^(?![ \\t])[^\\u0000-\\u0008\\u000A-\\u001F\\u007F]*(?<![ \\t])$"}
    },
    "headerValueOrAbsent": {
      "if": {"type": "object", "not": {"propertyNames": {"not": {"pattern": "^\\$"}}}},
      "then": {
        "type": "object",
        "properties": {
          "$any": {"description": "The value is present. It can be anything.", "const": true},
          "$type": {
            "description": "The value has this JSON type, or one of these types. 1.0 is an integer.",
            "anyOf": [
              {"enum": ["string"], "enumDescriptions": ["Text."]},
              {
                "type": "array",
                "items": {"$ref": "#/$defs/jsonType"},
                "minItems": 1,
                "uniqueItems": true,
                "contains": {"enum": ["string"]}
              }
            ]
          },
          "$anyOf": {
            "description": "At least one of these patterns matches.",
            "type": "array",
            "items": {"$ref": "#/$defs/headerValue"},
            "minItems": 1
          },
          "$literal": {
            "description": "The value is exactly this one, even if it looks like a pattern.",
            "type": "string",
            "pattern": "^(?![ \\t])[^\\u0000-\\u0008\\u000A-\\u001F\\u007F]*(?<![ \\t])$"
          },
          "$allOf": {
            "description": "All of these patterns match.",
            "type": "array",
            "items": {"$ref": "#/$defs/headerValue"},
            "minItems": 1
          },
          "$not": {
            "description": "This pattern does not match.",
            "allOf": [{"$ref": "#/$defs/headerValue"}, {"not": {"type": "object", "required": ["$any"]}}]
          },
          "$same": {"$ref": "#/$defs/sameName"},
          "$format": {"$ref": "#/$defs/format"},
          "$jsonSchema": {"$ref": "#/$defs/jsonSchema"},
          "$regex": {
            "description": "The value is a string that contains a match of this regular expression (ECMA-262). The expression is not anchored.",
            "type": "string",
            "minLength": 1
          },
          "$optional": {
            "description": "The value is absent, or it matches.",
            "allOf": [
              {"$ref": "#/$defs/headerValue"},
              {"not": {"type": "object", "anyOf": [{"required": ["$optional"]}, {"required": ["$absent"]}]}}
            ]
          },
          "$absent": {"description": "The value is absent.", "const": true}
        },
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": false
      },
      "else": {"type": "string", "pattern": "^(?![ \\t])[^\\u0000-\\u0008\\u000A-\\u001F\\u007F]*(?<![ \\t])$"}
    },
    "queryValue": {
      "if": {"type": "object", "not": {"propertyNames": {"not": {"pattern": "^\\$"}}}},
      "then": {
        "type": "object",
        "properties": {
          "$any": {"description": "The value is present. It can be anything.", "const": true},
          "$type": {
            "description": "The value has this JSON type, or one of these types. 1.0 is an integer.",
            "anyOf": [
              {"enum": ["string"], "enumDescriptions": ["Text."]},
              {
                "type": "array",
                "items": {"$ref": "#/$defs/jsonType"},
                "minItems": 1,
                "uniqueItems": true,
                "contains": {"enum": ["string"]}
              }
            ]
          },
          "$anyOf": {
            "description": "At least one of these patterns matches.",
            "type": "array",
            "items": {"$ref": "#/$defs/queryValue"},
            "minItems": 1
          },
          "$literal": {"description": "The value is exactly this one, even if it looks like a pattern.", "type": ["string", "number", "boolean"]},
          "$allOf": {
            "description": "All of these patterns match.",
            "type": "array",
            "items": {"$ref": "#/$defs/queryValue"},
            "minItems": 1
          },
          "$not": {
            "description": "This pattern does not match.",
            "allOf": [{"$ref": "#/$defs/queryValue"}, {"not": {"type": "object", "required": ["$any"]}}]
          },
          "$same": {"$ref": "#/$defs/sameName"},
          "$format": {"$ref": "#/$defs/format"},
          "$jsonSchema": {"$ref": "#/$defs/jsonSchema"},
          "$regex": {
            "description": "The value is a string that contains a match of this regular expression (ECMA-262). The expression is not anchored.",
            "type": "string",
            "minLength": 1
          }
        },
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": false
      },
      "else": {"type": ["string", "number", "boolean"]}
    },
    "queryValueOrAbsent": {
      "if": {"type": "object", "not": {"propertyNames": {"not": {"pattern": "^\\$"}}}},
      "then": {
        "type": "object",
        "properties": {
          "$any": {"description": "The value is present. It can be anything.", "const": true},
          "$type": {
            "description": "The value has this JSON type, or one of these types. 1.0 is an integer.",
            "anyOf": [
              {"enum": ["string"], "enumDescriptions": ["Text."]},
              {
                "type": "array",
                "items": {"$ref": "#/$defs/jsonType"},
                "minItems": 1,
                "uniqueItems": true,
                "contains": {"enum": ["string"]}
              }
            ]
          },
          "$anyOf": {
            "description": "At least one of these patterns matches.",
            "type": "array",
            "items": {"$ref": "#/$defs/queryValue"},
            "minItems": 1
          },
          "$literal": {"description": "The value is exactly this one, even if it looks like a pattern.", "type": ["string", "number", "boolean"]},
          "$allOf": {
            "description": "All of these patterns match.",
            "type": "array",
            "items": {"$ref": "#/$defs/queryValue"},
            "minItems": 1
          },
          "$not": {
            "description": "This pattern does not match.",
            "allOf": [{"$ref": "#/$defs/queryValue"}, {"not": {"type": "object", "required": ["$any"]}}]
          },
          "$same": {"$ref": "#/$defs/sameName"},
          "$format": {"$ref": "#/$defs/format"},
          "$jsonSchema": {"$ref": "#/$defs/jsonSchema"},
          "$regex": {
            "description": "The value is a string that contains a match of this regular expression (ECMA-262). The expression is not anchored.",
            "type": "string",
            "minLength": 1
          },
          "$optional": {
            "description": "The value is absent, or it matches.",
            "allOf": [
              {"$ref": "#/$defs/queryValue"},
              {"not": {"type": "object", "anyOf": [{"required": ["$optional"]}, {"required": ["$absent"]}]}}
            ]
          },
          "$absent": {"description": "The value is absent.", "const": true}
        },
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": false
      },
      "else": {"type": ["string", "number", "boolean"]}
    },
    "seconds": {
      "if": {"type": "object", "not": {"propertyNames": {"not": {"pattern": "^\\$"}}}},
      "then": {
        "type": "object",
        "properties": {
          "$any": {"description": "The value is present. It can be anything.", "const": true},
          "$type": {
            "description": "The value has this JSON type, or one of these types. 1.0 is an integer.",
            "anyOf": [
              {"enum": ["number", "integer"], "enumDescriptions": ["Any number.", "A number without a fraction."]},
              {
                "type": "array",
                "items": {"$ref": "#/$defs/jsonType"},
                "minItems": 1,
                "uniqueItems": true,
                "contains": {"enum": ["number", "integer"]}
              }
            ]
          },
          "$anyOf": {
            "description": "At least one of these patterns matches.",
            "type": "array",
            "items": {"$ref": "#/$defs/seconds"},
            "minItems": 1
          },
          "$literal": {"description": "The value is exactly this one, even if it looks like a pattern.", "type": "number", "exclusiveMinimum": 0},
          "$allOf": {
            "description": "All of these patterns match.",
            "type": "array",
            "items": {"$ref": "#/$defs/seconds"},
            "minItems": 1
          },
          "$not": {
            "description": "This pattern does not match.",
            "allOf": [{"$ref": "#/$defs/seconds"}, {"not": {"type": "object", "required": ["$any"]}}]
          },
          "$same": {"$ref": "#/$defs/sameName"},
          "$jsonSchema": {"$ref": "#/$defs/jsonSchema"}
        },
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": false
      },
      "else": {"type": "number", "exclusiveMinimum": 0}
    },
    "secondsOrAbsent": {
      "if": {"type": "object", "not": {"propertyNames": {"not": {"pattern": "^\\$"}}}},
      "then": {
        "type": "object",
        "properties": {
          "$any": {"description": "The value is present. It can be anything.", "const": true},
          "$type": {
            "description": "The value has this JSON type, or one of these types. 1.0 is an integer.",
            "anyOf": [
              {"enum": ["number", "integer"], "enumDescriptions": ["Any number.", "A number without a fraction."]},
              {
                "type": "array",
                "items": {"$ref": "#/$defs/jsonType"},
                "minItems": 1,
                "uniqueItems": true,
                "contains": {"enum": ["number", "integer"]}
              }
            ]
          },
          "$anyOf": {
            "description": "At least one of these patterns matches.",
            "type": "array",
            "items": {"$ref": "#/$defs/seconds"},
            "minItems": 1
          },
          "$literal": {"description": "The value is exactly this one, even if it looks like a pattern.", "type": "number", "exclusiveMinimum": 0},
          "$allOf": {
            "description": "All of these patterns match.",
            "type": "array",
            "items": {"$ref": "#/$defs/seconds"},
            "minItems": 1
          },
          "$not": {
            "description": "This pattern does not match.",
            "allOf": [{"$ref": "#/$defs/seconds"}, {"not": {"type": "object", "required": ["$any"]}}]
          },
          "$same": {"$ref": "#/$defs/sameName"},
          "$jsonSchema": {"$ref": "#/$defs/jsonSchema"},
          "$optional": {
            "description": "The value is absent, or it matches.",
            "allOf": [
              {"$ref": "#/$defs/seconds"},
              {"not": {"type": "object", "anyOf": [{"required": ["$optional"]}, {"required": ["$absent"]}]}}
            ]
          },
          "$absent": {"description": "The value is absent.", "const": true}
        },
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": false
      },
      "else": {"type": "number", "exclusiveMinimum": 0}
    },
    "code": {
      "if": {"type": "object", "not": {"propertyNames": {"not": {"pattern": "^\\$"}}}},
      "then": {
        "type": "object",
        "properties": {
          "$any": {"description": "The value is present. It can be anything.", "const": true},
          "$type": {
            "description": "The value has this JSON type, or one of these types. 1.0 is an integer.",
            "anyOf": [
              {"enum": ["number", "integer"], "enumDescriptions": ["Any number.", "A number without a fraction."]},
              {
                "type": "array",
                "items": {"$ref": "#/$defs/jsonType"},
                "minItems": 1,
                "uniqueItems": true,
                "contains": {"enum": ["number", "integer"]}
              }
            ]
          },
          "$anyOf": {
            "description": "At least one of these patterns matches.",
            "type": "array",
            "items": {"$ref": "#/$defs/code"},
            "minItems": 1
          },
          "$literal": {"description": "The value is exactly this one, even if it looks like a pattern.", "type": "integer"},
          "$allOf": {
            "description": "All of these patterns match.",
            "type": "array",
            "items": {"$ref": "#/$defs/code"},
            "minItems": 1
          },
          "$not": {
            "description": "This pattern does not match.",
            "allOf": [{"$ref": "#/$defs/code"}, {"not": {"type": "object", "required": ["$any"]}}]
          },
          "$same": {"$ref": "#/$defs/sameName"},
          "$jsonSchema": {"$ref": "#/$defs/jsonSchema"}
        },
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": false
      },
      "else": {"type": "integer"}
    },
    "codeOrAbsent": {
      "if": {"type": "object", "not": {"propertyNames": {"not": {"pattern": "^\\$"}}}},
      "then": {
        "type": "object",
        "properties": {
          "$any": {"description": "The value is present. It can be anything.", "const": true},
          "$type": {
            "description": "The value has this JSON type, or one of these types. 1.0 is an integer.",
            "anyOf": [
              {"enum": ["number", "integer"], "enumDescriptions": ["Any number.", "A number without a fraction."]},
              {
                "type": "array",
                "items": {"$ref": "#/$defs/jsonType"},
                "minItems": 1,
                "uniqueItems": true,
                "contains": {"enum": ["number", "integer"]}
              }
            ]
          },
          "$anyOf": {
            "description": "At least one of these patterns matches.",
            "type": "array",
            "items": {"$ref": "#/$defs/code"},
            "minItems": 1
          },
          "$literal": {"description": "The value is exactly this one, even if it looks like a pattern.", "type": "integer"},
          "$allOf": {
            "description": "All of these patterns match.",
            "type": "array",
            "items": {"$ref": "#/$defs/code"},
            "minItems": 1
          },
          "$not": {
            "description": "This pattern does not match.",
            "allOf": [{"$ref": "#/$defs/code"}, {"not": {"type": "object", "required": ["$any"]}}]
          },
          "$same": {"$ref": "#/$defs/sameName"},
          "$jsonSchema": {"$ref": "#/$defs/jsonSchema"},
          "$optional": {
            "description": "The value is absent, or it matches.",
            "allOf": [
              {"$ref": "#/$defs/code"},
              {"not": {"type": "object", "anyOf": [{"required": ["$optional"]}, {"required": ["$absent"]}]}}
            ]
          },
          "$absent": {"description": "The value is absent.", "const": true}
        },
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": false
      },
      "else": {"type": "integer"}
    },
    "failureMembers": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "category": {
          "description": "The kind of failure.",
          "if": {"type": "string"},
          "then": {
            "$ref": "#/$defs/category"
          },
          "else": {"$ref": "#/$defs/textOrAbsent"}
        },
        "type": {
          "description": "The type of the error without its module. Outer types may be omitted: Failure matches Client.Failure.",
          "$ref": "#/$defs/textOrAbsent"
        },
        "case": {"description": "The case of an enum.", "$ref": "#/$defs/textOrAbsent"},
        "payload": {
          "description": "The associated values of the case. One value without a label stands alone; otherwise they are an object.",
          "$ref": "#/$defs/patternOrAbsent"
        },
        "domain": {"description": "The domain of the NSError.", "$ref": "#/$defs/textOrAbsent"},
        "code": {"description": "The code of the NSError.", "$ref": "#/$defs/codeOrAbsent"},
        "message": {"description": "The message of the error. It is not portable, so a contract that expects it gets a warning.", "$ref": "#/$defs/textOrAbsent"},
        "underlying": {"description": "The first error found inside this one.", "$ref": "#/$defs/failureOrAbsent"}
      }
    },
    "failure": {
      "if": {"type": "string"},
      "then": {"$ref": "#/$defs/category"},
      "else": {
        "if": {"type": "object", "not": {"propertyNames": {"not": {"pattern": "^\\$"}}}},
        "then": {
          "type": "object",
          "properties": {
            "$any": {"description": "The value is present. It can be anything.", "const": true},
            "$type": {
              "description": "The value has this JSON type, or one of these types. 1.0 is an integer.",
              "anyOf": [
                {"enum": ["object"], "enumDescriptions": ["An object."]},
                {
                  "type": "array",
                  "items": {"$ref": "#/$defs/jsonType"},
                  "minItems": 1,
                  "uniqueItems": true,
                  "contains": {"enum": ["object"]}
                }
              ]
            },
            "$anyOf": {
              "description": "At least one of these patterns matches.",
              "type": "array",
              "items": {"$ref": "#/$defs/failure"},
              "minItems": 1
            },
            "$literal": {"description": "The value is exactly this one, even if it looks like a pattern.", "type": "object"},
            "$allOf": {
              "description": "All of these patterns match.",
              "type": "array",
              "items": {"$ref": "#/$defs/failure"},
              "minItems": 1
            },
            "$not": {
              "description": "This pattern does not match.",
              "allOf": [{"$ref": "#/$defs/failure"}, {"not": {"type": "object", "required": ["$any"]}}]
            },
            "$same": {"$ref": "#/$defs/sameName"},
            "$jsonSchema": {"$ref": "#/$defs/jsonSchema"},
            "$partial": {
              "description": "A failure with at least these members, at every depth. A plain object means the same.",
              "$ref": "#/$defs/failureMembers"
            }
          },
          "minProperties": 1,
          "maxProperties": 1,
          "additionalProperties": false
        },
        "else": {"$ref": "#/$defs/failureMembers"}
      }
    },
    "failureOrAbsent": {
      "if": {"type": "string"},
      "then": {"$ref": "#/$defs/category"},
      "else": {
        "if": {"type": "object", "not": {"propertyNames": {"not": {"pattern": "^\\$"}}}},
        "then": {
          "type": "object",
          "properties": {
            "$any": {"description": "The value is present. It can be anything.", "const": true},
            "$type": {
              "description": "The value has this JSON type, or one of these types. 1.0 is an integer.",
              "anyOf": [
                {"enum": ["object"], "enumDescriptions": ["An object."]},
                {
                  "type": "array",
                  "items": {"$ref": "#/$defs/jsonType"},
                  "minItems": 1,
                  "uniqueItems": true,
                  "contains": {"enum": ["object"]}
                }
              ]
            },
            "$anyOf": {
              "description": "At least one of these patterns matches.",
              "type": "array",
              "items": {"$ref": "#/$defs/failure"},
              "minItems": 1
            },
            "$literal": {"description": "The value is exactly this one, even if it looks like a pattern.", "type": "object"},
            "$allOf": {
              "description": "All of these patterns match.",
              "type": "array",
              "items": {"$ref": "#/$defs/failure"},
              "minItems": 1
            },
            "$not": {
              "description": "This pattern does not match.",
              "allOf": [{"$ref": "#/$defs/failure"}, {"not": {"type": "object", "required": ["$any"]}}]
            },
            "$same": {"$ref": "#/$defs/sameName"},
            "$jsonSchema": {"$ref": "#/$defs/jsonSchema"},
            "$optional": {
              "description": "The value is absent, or it matches.",
              "allOf": [
                {"$ref": "#/$defs/failure"},
                {"not": {"type": "object", "anyOf": [{"required": ["$optional"]}, {"required": ["$absent"]}]}}
              ]
            },
            "$absent": {"description": "The value is absent.", "const": true},
            "$partial": {
              "description": "A failure with at least these members, at every depth. A plain object means the same.",
              "$ref": "#/$defs/failureMembers"
            }
          },
          "minProperties": 1,
          "maxProperties": 1,
          "additionalProperties": false
        },
        "else": {"$ref": "#/$defs/failureMembers"}
      }
    },
    "values": {
      "anyOf": [{"type": "array"}, {"type": "object", "not": {"propertyNames": {"not": {"pattern": "^\\$"}}}}],
      "allOf": [{"$ref": "#/$defs/pattern"}]
    },
    "outcome": {
      "type": "object",
      "properties": {
        "success": {"description": "A pattern over the client's result as JSON.", "$ref": "#/$defs/pattern"},
        "failure": {
          "description": "A category, an object with at least the members that the failure must have, a matcher, or any for every failure.",
          "if": {"const": "any"},
          "else": {"$ref": "#/$defs/failure"}
        },
        "values": {"description": "The values that a stream gave before it failed.", "$ref": "#/$defs/values"}
      },
      "additionalProperties": false,
      "oneOf": [
        {"required": ["success"], "not": {"anyOf": [{"required": ["failure"]}, {"required": ["values"]}]}},
        {"required": ["failure"], "not": {"required": ["success"]}}
      ]
    },
    "variations": {
      "description": "The families of variations that are played. A family that is missing or false is not played.",
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "statusError": {
          "description": "The outcome after a response with an error status. A string {{status}} stands for the number.",
          "$ref": "#/$defs/variationRule",
          "properties": {
            "except": {
              "description": "Other outcomes, by the names of variations.",
              "propertyNames": {
                "enum": [
                  "300", "304", "400", "401", "403", "404", "409", "422", "429", "500", "502", "503", "status 300",
                  "status 300, valid body", "status 300, HTML", "status 304", "status 400", "status 400, valid body",
                  "status 400, HTML", "status 401", "status 401, valid body", "status 401, HTML", "status 403",
                  "status 403, valid body", "status 403, HTML", "status 404", "status 404, valid body",
                  "status 404, HTML", "status 409", "status 409, valid body", "status 409, HTML", "status 422",
                  "status 422, valid body", "status 422, HTML", "status 429", "status 429, valid body",
                  "status 429, HTML", "status 500", "status 500, valid body", "status 500, HTML", "status 502",
                  "status 502, valid body", "status 502, HTML", "status 503", "status 503, valid body",
                  "status 503, HTML"
                ]
              }
            }
          }
        },
        "nonHTTP": {
          "description": "The outcome after a response that is not HTTP.",
          "$ref": "#/$defs/variationRule",
          "properties": {
            "except": {
              "description": "Other outcomes, by the names of variations.",
              "propertyNames": {
                "enum": [
                  "not HTTP", "not HTTP, valid body"
                ]
              }
            }
          }
        },
        "corruptJSON": {
          "description": "The outcome after a body that is broken JSON.",
          "$ref": "#/$defs/variationRule",
          "properties": {
            "except": {
              "description": "Other outcomes, by the names of variations.",
              "propertyNames": {
                "enum": [
                  "cut by one byte", "cut in half", "empty body", "HTML", "invalid UTF-8", "trailing garbage"
                ]
              }
            }
          }
        },
        "networkError": {
          "description": "The outcome after an error of the network.",
          "$ref": "#/$defs/variationRule",
          "properties": {
            "except": {
              "description": "Other outcomes, by the names of variations.",
              "propertyNames": {
                "enum": [
                  "timedOut", "cannotFindHost", "cannotConnectToHost", "networkConnectionLost", "dnsLookupFailed",
                  "httpTooManyRedirects", "resourceUnavailable", "notConnectedToInternet",
                  "redirectToNonExistentLocation", "badServerResponse", "zeroByteResource",
                  "cannotParseResponse", "internationalRoamingOff", "callIsActive",
                  "dataNotAllowed", "appTransportSecurityRequiresSecureConnection", "dataLengthExceedsMaximum",
                  "secureConnectionFailed", "serverCertificateHasBadDate", "serverCertificateUntrusted",
                  "serverCertificateHasUnknownRoot", "serverCertificateNotYetValid", "clientCertificateRejected",
                  "clientCertificateRequired", "cannotLoadFromNetwork", "unknown", "error timedOut",
                  "error cannotFindHost", "error cannotConnectToHost", "error networkConnectionLost",
                  "error dnsLookupFailed", "error httpTooManyRedirects", "error resourceUnavailable",
                  "error notConnectedToInternet", "error redirectToNonExistentLocation", "error badServerResponse",
                  "error zeroByteResource",
                  "error cannotParseResponse", "error internationalRoamingOff", "error callIsActive",
                  "error dataNotAllowed", "error appTransportSecurityRequiresSecureConnection",
                  "error dataLengthExceedsMaximum", "error secureConnectionFailed",
                  "error serverCertificateHasBadDate", "error serverCertificateUntrusted",
                  "error serverCertificateHasUnknownRoot", "error serverCertificateNotYetValid",
                  "error clientCertificateRejected", "error clientCertificateRequired",
                  "error cannotLoadFromNetwork", "error unknown", "error networkConnectionLost within the body",
                  "connection refused", "connection reset", "connection reset within the body", "connection closed",
                  "Content-Length too long", "malformed status line", "silence"
                ]
              }
            }
          }
        },
        "equivalent": {
          "description": "Whether responses that mean the same are played. The outcome must be that of calls of the scenario itself. An object names those that are played besides the usual ones.",
          "if": {"not": {"type": "boolean"}},
          "then": {
            "if": {"type": "object", "required": ["$ref"]},
            "then": {"$ref": "#/$defs/referenceAlone"},
            "else": {
              "type": "object",
              "additionalProperties": false,
              "required": ["also"],
              "properties": {
                "also": {
                  "description": "Responses that mean the same by the standards, and that many clients do not expect: they are played only if they are named here.",
                  "type": "array",
                  "items": {
                    "enum": ["103 before the answer", "status 299"],
                    "enumDescriptions": [
                      "On loopback, a response with status 103 comes before the answer (RFC 8297).",
                      "A status that no client knows comes in place of 200. It means the same (RFC 9110, section 15)."
                    ]
                  },
                  "minItems": 1
                }
              }
            }
          },
          "default": false
        },
        "fields": {
          "description": "Whether changed values of the body are played: \"reviewed\" compares what the client does with the file that its configuration names; a schema decides which bodies must succeed.",
          "if": {"enum": [false, "reviewed"]},
          "else": {
            "if": {"type": "object", "required": ["$ref"]},
            "then": {"$ref": "#/$defs/referenceAlone"},
            "else": {
              "type": "object",
              "additionalProperties": false,
              "properties": {"$jsonSchema": {"$ref": "#/$defs/jsonSchema"}},
              "required": ["$jsonSchema"]
            }
          }
        },
        "attempts": {
          "description": "How often a client may send the last request, in the families above and with --variations all. All attempts get the same answer.",
          "type": "integer",
          "minimum": 1,
          "maximum": 100,
          "default": 1
        }
      }
    },
    "variationRule": {
      "if": {"const": false},
      "else": {
        "if": {"type": "object", "required": ["$ref"]},
        "then": {"$ref": "#/$defs/referenceAlone"},
        "else": {
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "success": {"$ref": "#/$defs/expectation/properties/success"},
            "failure": {"$ref": "#/$defs/expectation/properties/failure"},
            "values": {"$ref": "#/$defs/expectation/properties/values"},
            "memory": {"$ref": "#/$defs/expectation/properties/memory"},
            "loopback": {"$ref": "#/$defs/expectation/properties/loopback"},
            "except": {
              "description": "Other outcomes for some variations of the family, by the name of a variation, a status or an error. false: not played.",
              "type": "object",
              "additionalProperties": {"if": {"not": {"const": false}}, "then": {"$ref": "#/$defs/expectation"}}
            }
          },
          "$ref": "#/$defs/outcomes"
        }
      }
    },
    "hostile": {
      "type": "object",
      "additionalProperties": false,
      "required": ["except"],
      "properties": {
        "except": {
          "description": "Values that are not tried: pointers into the input, such as /title, or single values, such as /title: space.",
          "type": "array",
          "items": {
            "type": "string",
            "pattern": "^(input|/((?!: )[\\s\\S])*)(: (space|plus|ampersand|hash|percent|slash|question mark|semicolon|quotes|non-ASCII|emoji|empty))?$"
          },
          "uniqueItems": true
        }
      }
    },
    "expectation": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "success": {"description": "A pattern over the client's result as JSON.", "$ref": "#/$defs/pattern"},
        "failure": {
          "description": "A category, an object with at least the members that the failure must have, a matcher, or any for every failure.",
          "if": {"const": "any"},
          "else": {"$ref": "#/$defs/failure"}
        },
        "values": {"description": "The values that a stream gave before it failed.", "$ref": "#/$defs/values"},
        "memory": {"description": "The outcome on memory, if it is different there.", "$ref": "#/$defs/outcome"},
        "loopback": {"description": "The outcome on loopback, if it is different there.", "$ref": "#/$defs/outcome"}
      },
      "$ref": "#/$defs/outcomes"
    },
    "outcomes": {
      "if": {"not": {"anyOf": [{"required": ["success"]}, {"required": ["failure"]}, {"required": ["values"]}]}},
      "then": {"anyOf": [{"required": ["memory"]}, {"required": ["loopback"]}]},
      "else": {
        "oneOf": [
          {"required": ["success"], "not": {"anyOf": [{"required": ["failure"]}, {"required": ["values"]}]}},
          {"required": ["failure"], "not": {"required": ["success"]}}
        ]
      }
    },
    "tags": {"type": "array", "items": {"type": "string", "minLength": 1}, "uniqueItems": true},
    "requestBody": {
      "type": "object",
      "additionalProperties": false,
      "minProperties": 1,
      "maxProperties": 1,
      "properties": {
        "json": {
          "description": "The pattern for the body, which is parsed as JSON for any Content-Type.",
          "$ref": "#/$defs/pattern"
        },
        "text": {"description": "The pattern for the body, which is read as UTF-8.", "$ref": "#/$defs/text"},
        "base64": {
          "description": "The body is exactly these bytes.",
          "type": "string",
          "pattern": "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"
        },
        "file": {
          "description": "The body is exactly the bytes of this file. The path is relative to the contract.",
          "type": "string",
          "minLength": 1
        },
        "$any": {"description": "The body can be anything or be absent.", "const": true},
        "form": {
          "description": "The body, which is read as a form for any Content-Type. Each name has a pattern, or a list of patterns if the name is repeated.",
          "type": "object",
          "additionalProperties": {
            "anyOf": [
              {"$ref": "#/$defs/queryValueOrAbsent"},
              {"type": "array", "items": {"$ref": "#/$defs/queryValue"}, "minItems": 1}
            ]
          },
          "propertyNames": {
            "not": {"$ref": "#/$defs/noName"}
          }
        },
        "multipart": {
          "description": "The parts of the body in their order. The boundary can be anything.",
          "type": "array",
          "items": {"$ref": "#/$defs/part"}
        },
        "jsonLines": {
          "description": "A pattern for each line of the body.",
          "type": "array",
          "items": {"$ref": "#/$defs/pattern"}
        },
        "$ref": {"$ref": "#/$defs/reference"}
      }
    },
    "part": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "name": {
          "description": "A pattern for the name in the part's Content-Disposition. Without it, there must not be a name.",
          "$ref": "#/$defs/textOrAbsent"
        },
        "filename": {
          "description": "A pattern for the file name in the part's Content-Disposition. Without it, there must not be a file name.",
          "$ref": "#/$defs/textOrAbsent"
        },
        "contentType": {
          "description": "A pattern for the part's Content-Type. Without it, the Content-Type is not checked.",
          "$ref": "#/$defs/headerValueOrAbsent"
        },
        "body": {"description": "The content of the part. Without it, the part must be empty.", "$ref": "#/$defs/partBody"}
      }
    },
    "partBody": {
      "type": "object",
      "additionalProperties": false,
      "minProperties": 1,
      "maxProperties": 1,
      "properties": {
        "json": {
          "description": "The pattern for the body, which is parsed as JSON for any Content-Type.",
          "$ref": "#/$defs/pattern"
        },
        "text": {"description": "The pattern for the body, which is read as UTF-8.", "$ref": "#/$defs/text"},
        "base64": {
          "description": "The body is exactly these bytes.",
          "type": "string",
          "pattern": "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"
        },
        "file": {
          "description": "The body is exactly the bytes of this file. The path is relative to the contract.",
          "type": "string",
          "minLength": 1
        },
        "$any": {"description": "The body can be anything or be absent.", "const": true},
        "$ref": {"$ref": "#/$defs/reference"}
      }
    },
    "responseBody": {
      "type": "object",
      "additionalProperties": false,
      "minProperties": 1,
      "maxProperties": 1,
      "properties": {
        "json": {
          "description": "JSON that is sent as the file has it, with the same numbers and the same order. In its strings, {{baseURL}} stands for the base URL of the run."
        },
        "text": {"description": "Text that is sent as UTF-8.", "type": "string"},
        "base64": {
          "description": "The bytes that are sent.",
          "type": "string",
          "pattern": "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"
        },
        "file": {
          "description": "The bytes of this file. The path is relative to the contract.",
          "type": "string",
          "minLength": 1
        },
        "chunks": {
          "description": "Pieces of the body. On loopback, they are sent one after another. In memory, they arrive together after all their delays.",
          "type": "array",
          "minItems": 1,
          "items": {
            "type": "object",
            "additionalProperties": false,
            "properties": {
              "text": {"description": "Text that is sent as UTF-8.", "type": "string", "minLength": 1},
              "base64": {
                "description": "The bytes that are sent.",
                "type": "string",
                "minLength": 1,
                "pattern": "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"
              },
              "delay": {
                "description": "The number of seconds after the previous piece.",
                "type": "number",
                "minimum": 0,
                "maximum": 86400,
                "default": 0
              }
            },
            "oneOf": [{"required": ["text"]}, {"required": ["base64"]}]
          }
        },
        "$ref": {"$ref": "#/$defs/reference"}
      }
    },
    "truncatedBody": {
      "type": "object",
      "additionalProperties": false,
      "required": ["from", "truncate"],
      "properties": {
        "from": {"description": "The name of the scenario whose body is truncated.", "type": "string", "minLength": 1},
        "truncate": {"description": "How many bytes of the body are left.", "type": "integer", "minimum": 0}
      }
    },
    "request": {
      "if": {"type": "object", "required": ["$ref"]},
      "then": {"$ref": "#/$defs/referenceAlone"},
      "else": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "method": {
            "description": "The method, which is compared exactly.",
            "type": "string",
            "pattern": "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$",
            "examples": ["GET", "POST", "PUT", "PATCH", "DELETE"]
          },
          "base": {
            "description": "The name of the base URL in baseURLs to which the request goes; by default the contract's baseURL.",
            "type": "string",
            "minLength": 1
          },
          "path": {
            "description": "The percent-encoded path, relative to the base URL and without a query. \"\" means \"/\". {name} stands for a value that pathParameters describes.",
            "type": "string",
            "pattern": "^$|^/([-._~!$&'()*+,;=:@/0-9A-Za-z]|%[0-9A-Fa-f]{2}|\\{[^{}/?]+\\}(?!\\{))*$"
          },
          "pathParameters": {
            "description": "The pattern for each {name} in the path. It matches the decoded value.",
            "type": "object",
            "additionalProperties": {"$ref": "#/$defs/queryValue"},
            "propertyNames": {
              "not": {"$ref": "#/$defs/noName"}
            }
          },
          "otherQuery": {
            "description": "Whether query names that are not described are allowed.",
            "enum": ["forbidden", "allowed"],
            "enumDescriptions": ["They are a mismatch.", "They are not compared."],
            "default": "forbidden"
          },
          "otherHeaders": {
            "description": "Whether headers that are not described are allowed.",
            "enum": ["allowed", "forbidden"],
            "enumDescriptions": ["They are not compared.", "They are a mismatch."],
            "default": "allowed"
          },
          "timeout": {"description": "A pattern for the timeout of the URLRequest in seconds.", "$ref": "#/$defs/seconds"},
          "body": {"description": "The expected body. Without it, there must not be a body.", "$ref": "#/$defs/requestBody"},
          "query": {
            "description": "Each name has a pattern, or a list of patterns if the name is repeated. Without this member, there must not be a query.",
            "type": "object",
            "additionalProperties": {
              "anyOf": [
                {"$ref": "#/$defs/queryValueOrAbsent"},
                {"type": "array", "items": {"$ref": "#/$defs/queryValue"}, "minItems": 1}
              ]
            },
            "propertyNames": {
              "not": {"$ref": "#/$defs/noName"}
            }
          },
          "headers": {
            "description": "Each name has a pattern, or a list of patterns for multiple lines.",
            "type": "object",
            "additionalProperties": {
              "anyOf": [
                {"$ref": "#/$defs/headerValueOrAbsent"},
                {"type": "array", "items": {"$ref": "#/$defs/headerValue"}, "minItems": 1}
              ]
            },
            "propertyNames": {
              "not": {"$ref": "#/$defs/noName"},
              "pattern": "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"
            }
          }
        }
      }
    },
    "requestOverlay": {
      "if": {"type": "object", "required": ["$ref"]},
      "then": {"$ref": "#/$defs/referenceAlone"},
      "else": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "method": {
            "description": "The method, which is compared exactly.",
            "type": "string",
            "pattern": "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$",
            "examples": ["GET", "POST", "PUT", "PATCH", "DELETE"]
          },
          "base": {
            "description": "The name of the base URL in baseURLs to which the request goes; by default the contract's baseURL.",
            "type": "string",
            "minLength": 1
          },
          "path": {
            "description": "The percent-encoded path, relative to the base URL and without a query. \"\" means \"/\". {name} stands for a value that pathParameters describes.",
            "type": "string",
            "pattern": "^$|^/([-._~!$&'()*+,;=:@/0-9A-Za-z]|%[0-9A-Fa-f]{2}|\\{[^{}/?]+\\}(?!\\{))*$"
          },
          "pathParameters": {
            "description": "The pattern for each {name} in the path. It matches the decoded value. null removes a name.",
            "type": "object",
            "additionalProperties": {"anyOf": [{"$ref": "#/$defs/queryValue"}, {"type": "null"}]},
            "propertyNames": {
              "not": {"$ref": "#/$defs/noName"}
            }
          },
          "otherQuery": {
            "description": "Whether query names that are not described are allowed.",
            "enum": ["forbidden", "allowed"],
            "enumDescriptions": ["They are a mismatch.", "They are not compared."],
            "default": "forbidden"
          },
          "otherHeaders": {
            "description": "Whether headers that are not described are allowed.",
            "enum": ["allowed", "forbidden"],
            "enumDescriptions": ["They are not compared.", "They are a mismatch."],
            "default": "allowed"
          },
          "timeout": {"description": "A pattern for the timeout of the URLRequest in seconds.", "$ref": "#/$defs/seconds"},
          "body": {"description": "The expected body. Without it, there must not be a body.", "$ref": "#/$defs/requestBody"},
          "query": {
            "description": "Each name has a pattern, or a list of patterns if the name is repeated. Without this member, there must not be a query. null removes a name.",
            "type": "object",
            "additionalProperties": {
              "anyOf": [
                {"$ref": "#/$defs/queryValueOrAbsent"},
                {"type": "array", "items": {"$ref": "#/$defs/queryValue"}, "minItems": 1},
                {"type": "null"}
              ]
            },
            "propertyNames": {
              "not": {"$ref": "#/$defs/noName"}
            }
          },
          "headers": {
            "description": "Each name has a pattern, or a list of patterns for multiple lines. null removes a name.",
            "type": "object",
            "additionalProperties": {
              "anyOf": [
                {"$ref": "#/$defs/headerValueOrAbsent"},
                {"type": "array", "items": {"$ref": "#/$defs/headerValue"}, "minItems": 1},
                {"type": "null"}
              ]
            },
            "propertyNames": {
              "not": {"$ref": "#/$defs/noName"},
              "pattern": "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"
            }
          }
        }
      }
    },
    "response": {
      "if": {"type": "object", "required": ["$ref"]},
      "then": {"$ref": "#/$defs/referenceAlone"},
      "else": {
        "type": "object",
        "required": ["kind"],
        "properties": {
          "kind": {
            "description": "One of the five ways in which a network answers.",
            "enum": ["valid", "statusError", "corruptJSON", "nonHTTP", "networkError"],
            "enumDescriptions": [
              "A response with a status below 300, 200 by default.", "A response with a status of 300 or more.",
              "A response whose body is not valid JSON.", "A response that is not HTTP.",
              "No response, but a network error."
            ]
          }
        },
        "allOf": [
          {
            "if": {"properties": {"kind": {"const": "valid"}}, "required": ["kind"]},
            "then": {
              "properties": {
                "kind": {"const": "valid"},
                "status": {
                  "description": "The status code.",
                  "type": "integer",
                  "minimum": 200,
                  "maximum": 299,
                  "default": 200
                },
                "headers": {
                  "description": "Each name has a value, or a list of values for multiple lines.",
                  "type": "object",
                  "propertyNames": {"pattern": "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$", "not": {"const": "$ref"}},
                  "additionalProperties": {
                    "anyOf": [
                      {
                        "type": "string",
                        "pattern": "^(?![ \\t])[^\\u0000-\\u0008\\u000A-\\u001F\\u007F]*(?<![ \\t])$"
                      },
                      {
                        "type": "array",
                        "items": {
                          "type": "string",
                          "pattern": "^(?![ \\t])[^\\u0000-\\u0008\\u000A-\\u001F\\u007F]*(?<![ \\t])$"
                        },
                        "minItems": 1
                      }
                    ]
                  }
                },
                "body": {"description": "The body that is sent.", "$ref": "#/$defs/responseBody"},
                "delay": {
                  "description": "The number of seconds before the first byte.",
                  "type": "number",
                  "minimum": 0,
                  "maximum": 86400,
                  "default": 0
                }
              },
              "additionalProperties": false,
              "if": {"properties": {"status": {"enum": [204, 304]}}, "required": ["status"]},
              "then": {"not": {"required": ["body"]}}
            }
          },
          {
            "if": {"properties": {"kind": {"const": "statusError"}}, "required": ["kind"]},
            "then": {
              "properties": {
                "kind": {"const": "statusError"},
                "status": {"description": "The status code.", "type": "integer", "minimum": 300, "maximum": 999},
                "headers": {
                  "description": "Each name has a value, or a list of values for multiple lines.",
                  "type": "object",
                  "propertyNames": {"pattern": "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$", "not": {"const": "$ref"}},
                  "additionalProperties": {
                    "anyOf": [
                      {
                        "type": "string",
                        "pattern": "^(?![ \\t])[^\\u0000-\\u0008\\u000A-\\u001F\\u007F]*(?<![ \\t])$"
                      },
                      {
                        "type": "array",
                        "items": {
                          "type": "string",
                          "pattern": "^(?![ \\t])[^\\u0000-\\u0008\\u000A-\\u001F\\u007F]*(?<![ \\t])$"
                        },
                        "minItems": 1
                      }
                    ]
                  }
                },
                "body": {"description": "The body that is sent.", "$ref": "#/$defs/responseBody"},
                "delay": {
                  "description": "The number of seconds before the first byte.",
                  "type": "number",
                  "minimum": 0,
                  "maximum": 86400,
                  "default": 0
                }
              },
              "additionalProperties": false,
              "required": ["status"],
              "if": {"properties": {"status": {"enum": [204, 304]}}, "required": ["status"]},
              "then": {"not": {"required": ["body"]}}
            }
          },
          {
            "if": {"properties": {"kind": {"const": "corruptJSON"}}, "required": ["kind"]},
            "then": {
              "properties": {
                "kind": {"const": "corruptJSON"},
                "status": {
                  "description": "The status code.",
                  "type": "integer",
                  "minimum": 200,
                  "maximum": 999,
                  "default": 200
                },
                "headers": {
                  "description": "Each name has a value, or a list of values for multiple lines.",
                  "type": "object",
                  "propertyNames": {"pattern": "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$", "not": {"const": "$ref"}},
                  "additionalProperties": {
                    "anyOf": [
                      {
                        "type": "string",
                        "pattern": "^(?![ \\t])[^\\u0000-\\u0008\\u000A-\\u001F\\u007F]*(?<![ \\t])$"
                      },
                      {
                        "type": "array",
                        "items": {
                          "type": "string",
                          "pattern": "^(?![ \\t])[^\\u0000-\\u0008\\u000A-\\u001F\\u007F]*(?<![ \\t])$"
                        },
                        "minItems": 1
                      }
                    ]
                  }
                },
                "body": {
                  "description": "The body that is sent.",
                  "if": {"type": "object", "anyOf": [{"required": ["from"]}, {"required": ["truncate"]}]},
                  "then": {"$ref": "#/$defs/truncatedBody"},
                  "else": {"$ref": "#/$defs/responseBody"}
                },
                "delay": {
                  "description": "The number of seconds before the first byte.",
                  "type": "number",
                  "minimum": 0,
                  "maximum": 86400,
                  "default": 0
                }
              },
              "additionalProperties": false,
              "required": ["body"],
              "if": {"properties": {"status": {"enum": [204, 304]}}, "required": ["status"]},
              "then": {"not": {"required": ["body"]}}
            }
          },
          {
            "if": {"properties": {"kind": {"const": "nonHTTP"}}, "required": ["kind"]},
            "then": {
              "properties": {
                "kind": {"const": "nonHTTP"},
                "body": {"description": "The body that is sent.", "$ref": "#/$defs/responseBody"},
                "delay": {
                  "description": "The number of seconds before the first byte.",
                  "type": "number",
                  "minimum": 0,
                  "maximum": 86400,
                  "default": 0
                }
              },
              "additionalProperties": false
            }
          },
          {
            "if": {"properties": {"kind": {"const": "networkError"}}, "required": ["kind"]},
            "then": {
              "properties": {
                "kind": {"const": "networkError"},
                "headers": {
                  "description": "Each name has a value, or a list of values for multiple lines.",
                  "type": "object",
                  "propertyNames": {"pattern": "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$", "not": {"const": "$ref"}},
                  "additionalProperties": {
                    "anyOf": [
                      {
                        "type": "string",
                        "pattern": "^(?![ \\t])[^\\u0000-\\u0008\\u000A-\\u001F\\u007F]*(?<![ \\t])$"
                      },
                      {
                        "type": "array",
                        "items": {
                          "type": "string",
                          "pattern": "^(?![ \\t])[^\\u0000-\\u0008\\u000A-\\u001F\\u007F]*(?<![ \\t])$"
                        },
                        "minItems": 1
                      }
                    ]
                  }
                },
                "body": {"description": "The body that is sent.", "$ref": "#/$defs/responseBody"},
                "delay": {
                  "description": "The number of seconds before the first byte.",
                  "type": "number",
                  "minimum": 0,
                  "maximum": 86400,
                  "default": 0
                },
                "after": {
                  "description": "How many bytes of the body are sent before the error.",
                  "type": "integer",
                  "minimum": 0,
                  "default": 0
                },
                "during": {
                  "description": "The place in the head where the error occurs on loopback: in the status line, or after at least one header line. In memory, this has no effect.",
                  "enum": ["statusLine", "headers"],
                  "enumDescriptions": ["The connection breaks within the status line.", "The connection breaks after at least one header line."]
                },
                "error": {
                  "description": "The name of a URLError code, or a domain with a code.",
                  "if": {"type": "object"},
                  "then": {
                    "additionalProperties": false,
                    "required": ["domain", "code"],
                    "properties": {
                      "domain": {"description": "The domain of the error, such as NSPOSIXErrorDomain.", "type": "string", "minLength": 1},
                      "code": {"description": "The code in the domain.", "type": "integer"},
                      "message": {"description": "The text of the error.", "type": "string"}
                    }
                  },
                  "else": {
                    "enum": [
                      "unknown", "cancelled", "badURL", "timedOut", "unsupportedURL", "cannotFindHost",
                      "cannotConnectToHost", "networkConnectionLost", "dnsLookupFailed", "httpTooManyRedirects",
                      "resourceUnavailable", "notConnectedToInternet", "redirectToNonExistentLocation",
                      "badServerResponse", "userCancelledAuthentication", "userAuthenticationRequired",
                      "zeroByteResource", "cannotDecodeRawData", "cannotDecodeContentData", "cannotParseResponse",
                      "internationalRoamingOff", "callIsActive", "dataNotAllowed", "requestBodyStreamExhausted",
                      "appTransportSecurityRequiresSecureConnection", "fileDoesNotExist", "fileIsDirectory",
                      "noPermissionsToReadFile", "dataLengthExceedsMaximum", "secureConnectionFailed",
                      "serverCertificateHasBadDate", "serverCertificateUntrusted",
                      "serverCertificateHasUnknownRoot", "serverCertificateNotYetValid",
                      "clientCertificateRejected", "clientCertificateRequired", "cannotLoadFromNetwork",
                      "cannotCreateFile", "cannotOpenFile", "cannotCloseFile", "cannotWriteToFile",
                      "cannotRemoveFile", "cannotMoveFile", "downloadDecodingFailedMidStream",
                      "downloadDecodingFailedToComplete", "backgroundSessionRequiresSharedContainer",
                      "backgroundSessionInUseByAnotherProcess", "backgroundSessionWasDisconnected"
                    ],
                    "enumDescriptions": [
                      "An unknown error (-1).",
                      "The client canceled the request.",
                      "The URL is malformed.",
                      "The request took too long.",
                      "The scheme of the URL is not supported.",
                      "The name of the host is not found.",
                      "The host refuses the connection.",
                      "The connection ends before the response is complete.",
                      "The name service fails.",
                      "There are too many redirects.",
                      "The resource cannot be retrieved.",
                      "The device is offline.",
                      "A redirect leads nowhere.",
                      "The server's response is not understood.",
                      "The user canceled the authentication.",
                      "Authentication is required.",
                      "The response is empty, and a body was announced.",
                      "The data of the response cannot be decoded.",
                      "The content encoding cannot be decoded.",
                      "The response cannot be parsed.",
                      "Roaming is off.",
                      "A phone call prevents the connection.",
                      "The cellular network does not allow data.",
                      "The body's stream cannot be read again.",
                      "App Transport Security does not allow the URL.",
                      "The file does not exist.",
                      "The file is a folder.",
                      "The file cannot be read.",
                      "The response is too large.",
                      "TLS fails.",
                      "The server's certificate has expired or is not valid yet.",
                      "The server's certificate is not trusted.",
                      "The root of the server's certificate is not known.",
                      "The server's certificate is not valid yet.",
                      "The server rejects the client's certificate.",
                      "The server requires a client certificate.",
                      "Only the cache may be used, and it has no response.",
                      "A file cannot be created.",
                      "A file cannot be opened.",
                      "A file cannot be closed.",
                      "A file cannot be written.",
                      "A file cannot be removed.",
                      "A file cannot be moved.",
                      "A download cannot be decoded.",
                      "The decoding of a download cannot end.",
                      "The background session needs a shared container.",
                      "Another process uses the background session.",
                      "The background session was disconnected."
                    ]
                  }
                }
              },
              "additionalProperties": false,
              "required": ["error"],
              "dependentRequired": {"after": ["body"], "body": ["after"]},
              "if": {"required": ["during"]},
              "then": {
                "not": {"required": ["body"]},
                "if": {"properties": {"during": {"const": "statusLine"}}},
                "then": {"not": {"required": ["headers"]}}
              },
              "else": {"dependentRequired": {"headers": ["body"]}}
            }
          }
        ]
      }
    },
    "exchange": {
      "type": "object",
      "additionalProperties": false,
      "required": ["response"],
      "properties": {
        "name": {
          "description": "The name by which other exchanges of the scenario can follow this one. It is unique in its scenario.",
          "type": "string",
          "pattern": "^(?!\\s)[^\\u0000-\\u001F\\u007F]+(?<!\\s)$"
        },
        "follows": {
          "description": "The names of exchanges whose answers must begin before this request comes. Only with order any.",
          "type": "array",
          "items": {"type": "string", "minLength": 1},
          "minItems": 1,
          "uniqueItems": true
        },
        "request": {
          "description": "A request that is merged over the scenario's request, or the name of a request in requests, which is not merged.",
          "anyOf": [{"$ref": "#/$defs/requestOverlay"}, {"type": "string", "minLength": 1}]
        },
        "response": {"description": "The runner's response.", "$ref": "#/$defs/response"},
        "notBefore": {
          "description": "The least number of seconds between the previous request, in order of arrival, and this one.",
          "type": "number",
          "exclusiveMinimum": 0,
          "maximum": 86400
        }
      }
    },
    "scenario": {
      "defaultSnippets": [
        {
          "label": "valid scenario",
          "description": "A valid response",
          "body": {"name": "${1:found}", "response": {"kind": "valid", "body": {"json": {"${2:id}": 1}}}, "expect": {"success": {"${2:id}": 1}}}
        },
        {
          "label": "statusError scenario",
          "description": "A response with an error status",
          "body": {"name": "${1:not found}", "response": {"kind": "statusError", "status": 404}, "expect": {"failure": "${2:status}"}}
        },
        {
          "label": "corruptJSON scenario",
          "description": "A body that is not JSON",
          "body": {"name": "${1:garbled}", "response": {"kind": "corruptJSON", "body": {"text": "{"}}, "expect": {"failure": "${2:decoding}"}}
        },
        {
          "label": "nonHTTP scenario",
          "description": "A response that is not HTTP",
          "body": {"name": "${1:not HTTP}", "response": {"kind": "nonHTTP"}, "expect": {"failure": "${2:any}"}}
        },
        {
          "label": "networkError scenario",
          "description": "A network error",
          "body": {"name": "${1:offline}", "response": {"kind": "networkError", "error": "${2:notConnectedToInternet}"}, "expect": {"failure": "${3:network}"}}
        },
        {
          "label": "scenario with two requests",
          "description": "Each request has its response",
          "body": {"name": "${1:retry}", "exchanges": [{"response": {"kind": "statusError", "status": 503}}, {"response": {"kind": "valid", "body": {"json": {"${2:id}": 1}}}}], "expect": {"success": {"${2:id}": 1}}}
        }
      ],
      "if": {"type": "object", "required": ["$ref"]},
      "then": {"$ref": "#/$defs/referenceAlone"},
      "else": {
        "type": "object",
        "additionalProperties": false,
        "required": ["name"],
        "properties": {
          "name": {
            "description": "The name of the scenario. It is unique in its contract, and part of the verdict's ID.",
            "type": "string",
            "pattern": "^(?!\\s)[^\\u0000-\\u001F\\u007F]+(?<!\\s)$"
          },
          "description": {"description": "A description for people.", "type": "string"},
          "tags": {"description": "Tags that the option --tag selects.", "$ref": "#/$defs/tags"},
          "skip": {"description": "The reason why the scenario is skipped.", "type": "string", "minLength": 1},
          "transports": {
            "description": "The transports on which the scenario runs; all by default.",
            "type": "array",
            "items": {"enum": ["memory", "loopback"], "enumDescriptions": ["Through a test double in the driver, without sockets.", "Over real sockets to a server in the runner."]},
            "minItems": 1,
            "uniqueItems": true
          },
          "input": {
            "description": "The input that the driver gets instead of the contract's input.",
            "$ref": "#/$defs/input"
          },
          "request": {
            "description": "A request that is merged over the contract's request. Headers and query are merged by name; any other member is replaced as a whole.",
            "$ref": "#/$defs/requestOverlay"
          },
          "response": {"description": "The runner's response to the only request.", "$ref": "#/$defs/response"},
          "exchanges": {
            "description": "The requests, each with its response. [] means that the client must not send anything.",
            "type": "array",
            "items": {"$ref": "#/$defs/exchange"}
          },
          "order": {
            "description": "How requests find their exchanges: by position, or each request takes the first unused exchange whose request it matches.",
            "enum": ["sequence", "any"],
            "enumDescriptions": ["The first request gets the first exchange, and so on.", "Each request takes the first unused exchange whose request it matches."],
            "default": "sequence"
          },
          "expect": {
            "description": "The expected outcome of the call. Without it, the scenario is errored until contract-run learn has written it.",
            "if": {"type": "object", "required": ["$ref"]},
            "then": {"$ref": "#/$defs/referenceAlone"},
            "else": {"$ref": "#/$defs/expectation"}
          },
          "within": {
            "description": "The deadline of the call in seconds.",
            "type": "number",
            "exclusiveMinimum": 0,
            "maximum": 86400
          },
          "vary": {
            "description": "Whether the runner derives variations from this scenario. If no scenario has vary, it derives them from the first one that ends with a valid response and expects a success.",
            "type": "boolean"
          }
        },
        "oneOf": [{"required": ["response"]}, {"required": ["exchanges"]}],
        "if": {
          "anyOf": [
            {"not": {"required": ["order"], "properties": {"order": {"const": "any"}}}},
            {"properties": {"exchanges": {"maxItems": 1}}}
          ]
        },
        "then": {"properties": {"exchanges": {"prefixItems": [{"properties": {"notBefore": false}}]}}},
        "allOf": [
          {
            "if": {"not": {"required": ["order"], "properties": {"order": {"const": "any"}}}},
            "then": {"properties": {"exchanges": {"items": {"properties": {"follows": false}}}}}
          }
        ]
      }
    }
  }
}

"""##
}
