import ContractCore
import Testing

@Suite("command lines that are refused")
struct RefusalTests {
  /// A command line, and the words of its refusal on the standard error.
  struct Refusal: Sendable, CustomTestStringConvertible {
    var words: [String]
    var says: [String]
    init(_ words: [String], _ says: String...) { (self.words, self.says) = (words, says) }
    var testDescription: String { words.joined(separator: " ") }
  }

  @Test(
    "what cannot be meant, or is not there yet, is refused by name with exit status 2, and nothing runs",
    arguments: [
      Refusal(["prove"], "'prove' is not available in contract-run 0.1.0", "it is planned"),
      Refusal(["init"], "'init' is not available"),
      Refusal(["merge", "a.json"], "'merge' is not available"),
      Refusal(["--transport", "pigeon"], "'--transport' cannot be 'pigeon'", "allowed: memory, loopback, both"),
      Refusal(["--shard", "1/2"], "'--shard' is not available"),
      Refusal(["--shard=1/2"], "'--shard' is not available"),
      Refusal(["--repeat", "3"], "'--repeat' is not available"),
      Refusal(["--report", "html=x.html"], "'html' is not available"),
      Refusal(["--report", "junitt=x.xml"], "'--report' cannot be 'junitt=x.xml'", "did you mean 'junit'?"),
      Refusal(["--report", "junit"], "'--report' cannot be 'junit'", "FORMAT=PATH"),
      Refusal(["--report", "junit="], "'--report' cannot be 'junit='"),
      Refusal(
        ["--junit", "specs/a.contract.json"], "a report cannot be written over the contract 'specs/a.contract.json'"),
      Refusal(["--junit", ""], "'--junit' cannot be ''", "name the file to write"),
      Refusal(["--junit"], "'--junit' needs a value: --junit PATH"),
      Refusal(["--timout", "3"], "unknown option '--timout'", "did you mean '--timeout'?"),
      Refusal(["--zzz"], "unknown option '--zzz'", "run 'contract-run --help' for usage"),
      Refusal(["-x"], "unknown option '-x'"),
      Refusal(["--timeout", "0"], "'--timeout' needs seconds, more than 0, found '0'"),
      Refusal(["--timeout", "soon"], "'--timeout' needs seconds, more than 0, found 'soon'"),
      Refusal(["--timeout", "nan"], "'--timeout' needs seconds, more than 0, found 'nan'"),
      Refusal(["--jobs", "0"], "'--jobs' needs a whole number from 1 to 1024, found '0'"),
      Refusal(["--jobs", "1.5"], "'--jobs' needs a whole number from 1 to 1024, found '1.5'"),
      Refusal(["--shuffle=x"], "'--shuffle' needs a whole number as its SEED, found 'x'"),
      Refusal(["--shuffle=-1"], "'--shuffle' needs a whole number as its SEED, found '-1'"),
      Refusal(["--list=yes"], "'--list' takes no value"),
      Refusal(["--kind", "vald"], "'--kind' cannot be 'vald'", "did you mean 'valid'?", "corruptJSON"),
      Refusal(["--color", "maybe"], "'--color' cannot be 'maybe'", "allowed: auto, always, never"),
      Refusal(["--quiet", "--verbose"], "'--quiet' and '--verbose' contradict each other"),
      Refusal(["--strict"], "'--strict' is no option of 'contract-run run'"),
      Refusal(
        ["check", "--jobs", "2"], "'--jobs' is no option of 'contract-run check'", "'contract-run check --help'"),
      Refusal(["check", "specs", "--", "driver"], "'contract-run check' takes no driver"),
      Refusal(["smoke", "specs"], "'contract-run smoke' takes no PATH, found 'specs'"),
      Refusal(["smoke", "--filter", "x", "--", "driver"], "'--filter' is no option of 'contract-run smoke'"),
      Refusal(["serve", "specs", "--", "driver"], "'contract-run serve' takes no driver"),
      Refusal(["serve", "--port", "http"], "'--port' needs a whole number from 0 to 65535, found 'http'", "0 is"),
      Refusal(["serve", "--port", "65536"], "'--port' needs a whole number from 0 to 65535, found '65536'"),
      Refusal(
        ["serve", "--host", "example.com"], "'--host' needs an IPv4 address or localhost, found 'example.com'",
        "127.0.0.1 is this machine alone"),
      Refusal(["serve", "no/such/folder"], "no/such/folder: error: cannot be read"),
      Refusal(["--open"], "'--open' is no option of 'contract-run run'"),
      Refusal(["specs", "--"], "nothing follows '--'", "name the driver's program there"),
      Refusal([""], "an empty PATH"),
      Refusal(["chek"], "no command and no file 'chek'", "did you mean 'check'?"),
      Refusal(["help", "chek"], "no command 'chek'"),
      Refusal(
        ["--client", "thng"], "no client 'thng' in the configuration", "did you mean 'thing'?", "clients: thing"),
      Refusal(["--client", "a/b", "specs", "--", "driver"], "a client's name has no slash, found 'a/b'"),
      Refusal(["no/such/folder"], "no/such/folder: error: cannot be read", "there is no such file or folder"),
      Refusal(["--config", "no.json"], "no.json: error: cannot be read"),
    ])
  func refused(_ refusal: Refusal) async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder)
      try folder.write(Sample.configuration(#", "reports": { "junit": "out.xml" }"#), to: "contract-run.json")
      let ended = try await contractRun(refusal.words, in: folder)
      #expect(ended.status == 2)
      for phrase in refusal.says { #expect(ended.errors.contains(phrase), "\(ended.errors)") }
      #expect(ended.output == "")
      #expect(folder.text("out.xml") == nil)
    }
  }

  @Test("a folder without configuration and without a driver says what to write")
  func nothingToDo() async throws {
    try await TestFolder.temporary { folder in
      for (words, phrase) in [
        ([], "no contract-run.json in this folder, and no driver on the command line"),
        (["check"], "nothing to check"), (["smoke"], "no driver"),
        (["--", "driver"], "no contracts to run"),
      ] as [([String], String)] {
        let ended = try await contractRun(words, in: folder)
        #expect(ended.status == 2)
        #expect(ended.errors.contains(phrase), "\(ended.errors)")
      }
    }
  }

  /// A configuration with a mistake, and where it is reported.
  struct Mistake: Sendable, CustomTestStringConvertible {
    var text: String
    var says: [String]
    init(_ text: String, _ says: String...) { (self.text, self.says) = (text, says) }
    var testDescription: String { says[0] }
  }

  @Test(
    "a mistake in the configuration is reported at its place",
    arguments: [
      Mistake(
        "{\n  \"clints\": [],\n  \"clients\": [{ \"name\": \"a\", \"specs\": [\"s\"], \"driver\": [\"d\"] }]\n}",
        "contract-run.json:2:3: error:", #""clints""#, #"did you mean "clients"?"#),
      Mistake("{ \"specs\": [\"s\"] }", "contract-run.json:1:1: error:", "clients"),
      Mistake("{ \"specs\": [\"s\"], \"clients\": [] }", "contract-run.json:1:30: error:"),
      Mistake(
        "{ \"specs\": [\"s\"],\n \"clients\": [{ \"name\": \"a\" }] }", "contract-run.json:2:14: error:", "driver"),
      Mistake("{ \"clients\": [{ \"name\": \"a\", \"driver\": [\"d\"] }] }", "the client has no contracts"),
      Mistake(
        "{ \"specs\": [\"s\"], \"clients\": [{ \"name\": \"a/b\", \"driver\": [\"d\"] }] }",
        "a client's name has no slash"),
      Mistake(
        "{ \"specs\": [\"s\"], \"clients\": [{ \"name\": \"a\", \"driver\": [\"d\"] }, { \"name\": \"a\", \"driver\": [\"d\"] }] }",
        "the client \"a\" is there twice"),
      Mistake(
        "{ \"specs\": [\"s\"], \"clients\": [{ \"name\": \"a\", \"driver\": [\"d\"], \"transport\": \"loopbak\" }] }",
        "'loopbak' is no transport", "did you mean \"loopback\"?", "allowed: memory, loopback, both"),
      Mistake(
        "{ \"specs\": [\"s\"], \"clients\": [{ \"name\": \"a\", \"driver\": \"d\" }] }",
        "contract-run.json:1:56: error:"),
      Mistake(
        "{ \"specs\": [\"s\"], \"clients\": [{ \"name\": \"a\", \"driver\": [\"d\"] }], \"reports\": { \"html\": \"x\" } }",
        "html"),
      Mistake("{ \"specs\": [\"s\"], }", "contract-run.json:1:17: error:", "comma"),
      Mistake("", "contract-run.json: error: the file is empty"),
      Mistake("{ \"specs\": [\"s\"], \"specs\": [] }", "contract-run.json:1:19: error:", "specs"),
    ])
  func mistakes(_ mistake: Mistake) async throws {
    try await TestFolder.temporary { folder in
      try folder.write(mistake.text, to: "contract-run.json")
      for command in ["run", "check", "smoke"] {
        let ended = try await contractRun([command], in: folder)
        #expect(ended.status == 2)
        for phrase in mistake.says { #expect(ended.errors.contains(phrase), "\(ended.errors)") }
      }
    }
  }
}
