import org.apache.maven.plugin.surefire.log.api.NullConsoleLogger;
import org.apache.maven.plugins.surefire.report.TestSuiteXmlParser;

/** Prints the status and the name of each test that Maven's parser finds in a JUnit report. */
class Surefire {
  public static void main(String[] paths) throws Exception {
    var out = new java.io.PrintStream(System.out, true, "UTF-8");
    for (var suite : new TestSuiteXmlParser(new NullConsoleLogger()).parse(paths[0]))
      for (var one : suite.getTestCases()) {
        var status = one.hasError() ? "error" : one.hasFailure() ? "failure" : one.hasSkipped() ? "skipped" : "passed";
        out.println(status + "\t" + one.getName());
      }
  }
}
