#!/bin/sh
# Expected: four validators agree about small schemas of JSON Schema 2020-12, or refuse what they do not support.
# What happens: jsonschema, and the validator of OpenAPI that is built on it, say that 19.99 is not a multiple of 0.01,
#   and that "abc" with a line feed matches ^[a-z]+$. fastjsonschema ignores what is newer than draft 7, and all beside
#   `$ref`, without an error, although the schema names 2020-12; and it alone refuses a wrong format. Only jsonschema-rs
#   is right in all cases. (The guess was right about jsonschema and jsonschema-rs. It was that fastjsonschema accepts the
#   line feed, and refuses 19.99, 1.0 as an integer, and 1 beside true. It had nothing about drafts.)
# Source: jsonschema 4.26.0, openapi-schema-validator 0.8.1, fastjsonschema 2.22.3 and jsonschema-rs 0.60.3 on Python 3.11,
#   run here on 2026-11-29; JSON Schema 2020-12, core, sections 6.4 and 8.2.3.1, validation, sections 6.2.1 and 7.2.1.
# Why it matters to testers of clients: a test that validates requests or answers by a schema is red for right prices
#   with one validator, and green for missing members with another. Play a wrong value for each rule once.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/schemas.py" <<'PYTHON'
import importlib.metadata, warnings

import fastjsonschema, jsonschema, jsonschema_rs, openapi_schema_validator

warnings.simplefilter("ignore")

# A name, a schema, a value, and whether the value is valid.
CASES = [
    ("19.99 for multipleOf 0.01", {"multipleOf": 0.01}, 19.99, True),
    ("1.0 for an integer", {"type": "integer"}, 1.0, True),
    ("1 and true in uniqueItems", {"uniqueItems": True}, [1, True], True),
    ("another text for format date", {"format": "date"}, "tomorrow", True),
    ("a line feed after ^[a-z]+$", {"pattern": "^[a-z]+$"}, "abc\n", False),
    ("digits of Arabic for ^\\d+$", {"pattern": "^\\d+$"}, "\u0661\u0662", False),
    ("maxLength beside $ref", {"$defs": {"a": {"type": "string"}}, "$ref": "#/$defs/a", "maxLength": 1}, "abc", False),
    ("an item against prefixItems", {"prefixItems": [{"type": "integer"}]}, ["a"], False),
    ("a member against unevaluatedProperties", {"properties": {"a": {}}, "unevaluatedProperties": False}, {"b": 1}, False),
    ("a missing member of dependentRequired", {"dependentRequired": {"a": ["b"]}}, {"a": 1}, False),
]


def with_fastjsonschema(schema, value):
    try:
        fastjsonschema.compile(schema)(value)
        return True
    except fastjsonschema.JsonSchemaValueException:
        return False


VALIDATORS = {
    "jsonschema": lambda schema, value: jsonschema.Draft202012Validator(schema).is_valid(value),
    "openapi-schema-validator": lambda schema, value: openapi_schema_validator.OAS31Validator(schema).is_valid(value),
    "fastjsonschema": with_fastjsonschema,
    "jsonschema-rs": lambda schema, value: jsonschema_rs.validator_for(schema).is_valid(value),
}
for name in VALIDATORS:
    print(name, importlib.metadata.version(name))
for name, schema, value, is_valid in CASES:
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
    others = [library for library, validate in VALIDATORS.items() if validate(schema, value) != is_valid]
    print(f"{name} is {'valid' if is_valid else 'not valid'}, but for: {', '.join(others) or 'nobody'}")
PYTHON
cat >"$folder/expected" <<'TEXT'
jsonschema 4.26.0
openapi-schema-validator 0.8.1
fastjsonschema 2.22.3
jsonschema-rs 0.60.3
19.99 for multipleOf 0.01 is valid, but for: jsonschema, openapi-schema-validator
1.0 for an integer is valid, but for: nobody
1 and true in uniqueItems is valid, but for: nobody
another text for format date is valid, but for: fastjsonschema
a line feed after ^[a-z]+$ is not valid, but for: jsonschema, openapi-schema-validator
digits of Arabic for ^\d+$ is not valid, but for: jsonschema, openapi-schema-validator, fastjsonschema
maxLength beside $ref is not valid, but for: fastjsonschema
an item against prefixItems is not valid, but for: fastjsonschema
a member against unevaluatedProperties is not valid, but for: fastjsonschema
a missing member of dependentRequired is not valid, but for: fastjsonschema
TEXT
python3 -m venv "$folder/environment"
bin=$folder/environment/bin
"$bin/pip" install --quiet --disable-pip-version-check jsonschema==4.26.0 openapi-schema-validator==0.8.1 \
  fastjsonschema==2.22.3 jsonschema-rs==0.60.3
"$bin/python" "$folder/schemas.py" | tee "$folder/actual"
diff "$folder/expected" "$folder/actual"
