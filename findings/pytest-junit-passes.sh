#!/bin/sh
# Expected: the readers of pytest's JUnit report count what pytest prints at the end: 1 failed, 1 passed, 1 skipped,
#   1 xfailed, 1 error. (The guess was that all three do, with the first try of the failed test as a test of its own.)
# What happens: no reader counts that. With --reruns, the try that failed is a case without any element, which is a pass
#   in each reader, so a test that failed twice is one pass and one failure. Maven's reader counts every failure and every
#   error as a pass, because pytest writes them without a `type`: its report of a red run is green. Codecov's reader counts
#   the xfail as a pass, because pytest writes it as an element without an end tag; a skip has a text, and so an end tag.
# Source: pytest 9.0.3 with pytest-rerunfailures 16.7, read by junitparser 5.0.3, Codecov's test-results-parser 0.6.1 and
#   Maven Surefire's report parser 2.22.3 (the package libsurefire-java of Debian 12), run here on 2026-11-29.
# Why it matters to testers of clients: tests of clients are often tried again, and accepted failures marked. The page
#   that a team looks at then says that calls passed which failed. It needs apt-get of Debian 12, and a JDK.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/test_it.py" <<'PYTHON'
import pytest


@pytest.fixture
def server():
    raise OSError("no server")


def test_passes():
    pass


@pytest.mark.flaky(reruns=1)
def test_fails():
    assert 1 == 2


def test_errors(server):
    pass


@pytest.mark.skip(reason="not now")
def test_skipped():
    pass


@pytest.mark.xfail(reason="a later release fixes it")
def test_xfailed():
    assert 1 == 2
PYTHON
cat >"$folder/read.py" <<'PYTHON'
import collections
import importlib.metadata

from junitparser import JUnitXml
from test_results_parser import parse_junit_xml

WORDS = {"pass": "passed", "skip": "skipped", "failure": "failed", "error": "errors"}


def note(library, statuses):
    counts = collections.Counter(WORDS.get(status, status) for status in statuses)
    print(f"{library} {importlib.metadata.version(library)}:", *(f"{count} {status}" for status, count in sorted(counts.items())))


cases = [case for suite in JUnitXml.fromfile("out.xml") for case in suite]
note("junitparser", [type(case.result[0]).__name__.lower() if case.result else "passed" for case in cases])
with open("out.xml", "rb") as file:
    note("test-results-parser", [str(run.outcome).split(".")[-1].lower() for run in parse_junit_xml(file.read()).testruns])
PYTHON
cat >"$folder/Read.java" <<'JAVA'
import java.util.TreeMap;
import org.apache.maven.plugin.surefire.log.api.NullConsoleLogger;
import org.apache.maven.plugins.surefire.report.TestSuiteXmlParser;

class Read {
  public static void main(String[] paths) throws Exception {
    var counts = new TreeMap<String, Integer>();
    for (var suite : new TestSuiteXmlParser(new NullConsoleLogger()).parse(paths[0]))
      for (var one : suite.getTestCases())
        counts.merge(one.hasError() ? "errors" : one.hasFailure() ? "failed" : one.hasSkipped() ? "skipped" : "passed", 1, Integer::sum);
    var line = new StringBuilder("Maven Surefire " + paths[1] + ":");
    counts.forEach((status, count) -> line.append(" " + count + " " + status));
    System.out.println(line);
  }
}
JAVA
cat >"$folder/expected" <<'TEXT'
pytest 9.0.3: 1 failed, 1 passed, 1 skipped, 1 xfailed, 1 error, 1 rerun
junitparser 5.0.3: 1 errors 1 failed 2 passed 2 skipped
test-results-parser 0.6.1: 1 errors 1 failed 3 passed 1 skipped
Maven Surefire 2.22.3: 4 passed 2 skipped
TEXT
python3 -m venv "$folder/environment"
bin=$folder/environment/bin
"$bin/pip" install --quiet --disable-pip-version-check pytest==9.0.3 pytest-rerunfailures==16.7 junitparser==5.0.3 \
  test-results-parser==0.6.1
cd "$folder"
apt-get download -qq -o APT::Sandbox::User=root libsurefire-java=2.22.3-2
dpkg -x libsurefire-java_*.deb surefire
jars=surefire/usr/share/java
{
  "$bin/python" -m pytest -q -p no:cacheprovider --junitxml=out.xml test_it.py | sed -n '$s/ in .*//; $s/^/pytest 9.0.3: /p'
  "$bin/python" read.py
  java -cp "$jars/surefire-report-parser.jar:$jars/surefire-logger-api.jar" Read.java out.xml 2.22.3
} | tee actual
diff expected actual
