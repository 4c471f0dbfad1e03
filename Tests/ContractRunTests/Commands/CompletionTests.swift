import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("Completion in shells")
struct CompletionTests {
  /// Returns what can follow on a command line. The names are those of the value, with the line.
  private func completion(_ line: [String]) -> Completion {
    Completion(line) { value, line in ["\(value): \(line.joined(separator: " "))"] }
  }

  private func texts(_ line: String...) -> [String] { completion(line).words.map(\.text) }

  @Test("at the beginning, there are the commands and files")
  func beginning() {
    #expect(texts("") == Command.all.map(\.name))
    #expect(completion(["sp"]).takesFile)
    #expect(completion(["run", ""]) == completion(["check", "specs", ""]))
    #expect(completion(["check", ""]).takesFile)
    #expect(completion(["check", "--", ""]).takesFile)
    #expect(completion(["init", ""]) == Completion())
  }

  @Test("each command has its own options, with the beginning of their help")
  func options() {
    for command in Command.all {
      #expect(texts(command.name, "-") == command.options.map(\.name))
      for word in completion([command.name, "--"]).words { #expect(!word.description.isEmpty, "\(word)") }
    }
    #expect(texts("--fi") == Command.run.options.map(\.name))
    let words = completion(["-"]).words
    #expect(words.first { $0.text == "--write" } == nil)
    expectTexts(
      words.filter { ["--config", "--timeout", "--list"].contains($0.text) }.map(\.description),
      are: [
        "the configuration file", "the maximum time of a call whose scenario has no 'within'",
        "print the ids of the scenarios that would run, and exit",
      ])
  }

  @Test("an option's values follow it, after a space and after =")
  func values() {
    #expect(texts("--transport", "") == ["memory", "loopback", "proxy", "both"])
    #expect(texts("check", "--color", "a") == ["auto", "always", "never"])
    #expect(texts("--kind", "") == ["valid", "nonHTTP", "statusError", "corruptJSON", "networkError"])
    #expect(texts("--report", "") == ["junit=", "json=", "html=", "markdown=", "gitlab=", "problems="])
    #expect(texts("check", "--report", "") == ["problems="])
    #expect(completion(["--color=a"]).prefix == "--color=")
    #expect(texts("init", "--language", "") == ["swift", "python", "node", "go", "shell"])
    #expect(completion(["init", "--package", ""]) == Completion(takesFile: true))
    #expect(texts("--color=a") == ["auto", "always", "never"])
    #expect(completion(["--report", "json=x"]) == Completion(takesFile: true, prefix: "json="))
    #expect(completion(["--report=json=x"]) == Completion(takesFile: true, prefix: "--report=json="))
    #expect(completion(["--config", ""]) == Completion(takesFile: true))
    #expect(completion(["--config=x"]) == Completion(takesFile: true, prefix: "--config="))
    for option in ["--jobs", "--tag", "--port"] { #expect(completion([option, ""]) == Completion()) }
    // The value of --shuffle needs the `=`.
    #expect(completion(["--shuffle", ""]).takesFile)
    #expect(texts("run", "--client", "ios", "--filter", "to") == ["id: run --client ios"])
    #expect(texts("--client=i") == ["client: "])
  }

  @Test("every option that takes a value has a rule for its value")
  func rules() {
    for option in Command.all.flatMap(\.options) {
      #expect((option.value == .none) == (option.placeholder == nil), "\(option)")
    }
  }

  @Test("help and completion take one word")
  func words() {
    #expect(texts("help", "") == Command.all.map(\.name))
    #expect(texts("completion", "") == ["bash", "zsh", "fish"])
    #expect(texts("completion", "bash", "") == [])
  }

  @Test("names come from the configuration that the command line chooses")
  func names() async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder)
      try folder.write(
        #"{ "clients": [{ "name": "a", "specs": ["specs/a"], "driver": ["d"] }, { "name": "b", "specs": ["specs/b"], "driver": ["d"] }] }"#,
        to: "two.json")
      func answer(_ words: String...) async throws -> String {
        try await contractRun(["completion", "fish", "--"] + words, in: folder).output
      }
      #expect(try await answer("--config", "two.json", "--client", "") == "words\t\na\nb\n")
      #expect(
        try await answer("--config", "two.json", "--client", "a", "--transport", "both", "--filter", "x")
          == "words\t\n"
          + ["one", "two", "not found", "later"].flatMap { ["a/things/\($0)@memory\n", "a/things/\($0)@loopback\n"] }
          .joined())
      // Without a configuration, and with options that are wrong, there are no names.
      #expect(try await answer("--client", "") == "words\t\n")
      #expect(try await answer("--config", "two.json", "--jobs", "zero", "--filter", "") == "words\t\n")
    }
  }

  @Test("a line that is not finished yet writes no report, also if the configuration is invalid")
  func reports() async throws {
    try await TestFolder.temporary { folder in
      try folder.write("{", to: "contract-run.json")
      for report in ["problems=problems.txt", "problems=-"] {
        let words = ["completion", "fish", "--", "run", "--report", report, "--client", ""]
        #expect(try await contractRun(words, in: folder).output == "words\t\n")
      }
      #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("problems.txt").path))
    }
  }

  @Test("the first line of an answer is not a word, so a client can have the name files", arguments: Shell.allCases)
  func head(_ shell: Shell) {
    func answer(_ words: String...) -> [String] {
      let line = shell == .bash ? [(["contract-run"] + words).joined(separator: " "), words.last ?? ""] : words
      return shell.answer(to: line) { _, _ in ["files", "web"] }
    }
    #expect(answer("--client", "") == ["words\t", "files", "web"])
    #expect(answer("--config", "") == ["files\t"])
    #expect(answer("--report=json=").first == "files\t--report=json=")
  }

  @Test(
    "a line of bash is read as bash reads it",
    arguments: [
      ("run --filter ", ["run", "--filter", ""]), ("run  a", ["run", "a"]), (#"run "a b"#, ["run", "a b"]),
      (#"run 'a "b' c"#, ["run", #"a "b"#, "c"]), (#"run a\ b\'c"#, ["run", "a b'c"]),
      (#"run --filter="a \"b\" \x"#, ["run", #"--filter=a "b" \x"#]), ("run ''", ["run", ""]),
    ])
  func bashLine(_ text: String, _ words: [String]) {
    #expect(BashLine(text).words == words)
  }

  /// An id with every character that a shell could take for something else.
  private static let hard = #"my thing/q/it's "1 = $2": `x` \ !"#

  private static func write(to folder: URL) throws {
    let names = [#"it's \"1 = $2\": `x` \\ !"#, "plain one", "plain two"]
    let scenarios = names.map {
      #"{ "name": "\#($0)", "response": { "kind": "valid" }, "expect": { "success": 1 } }"#
    }
    try folder.write(
      #"""
      { "contract": 1, "endpoint": "q", "request": { "method": "GET", "path": "/" },
        "scenarios": [\#(scenarios.joined(separator: ","))] }
      """#, to: "specs/q.contract.json")
    try folder.write(
      #"{ "specs": ["specs"], "clients": [{ "name": "my thing", "driver": ["true"] }] }"#, to: "contract-run.json")
    try folder.write(
      #"{ "specs": ["specs"], "clients": [{ "name": "files", "driver": ["true"] }, { "name": "web", "driver": ["true"] }] }"#,
      to: "two.json")
  }

  private static var environment: [String: String?] {
    ["PATH": "\(TestFolder.products.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")", "PS1": "READY> "]
  }

  /// The path of an installed shell.
  private static func path(_ shell: Shell) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(shell.rawValue)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static func absence(_ shell: Shell) -> Comment {
    "\(shell.rawValue) is not installed; .ci/setup installs it"
  }

  private static let typed = [
    // What a person types, with a tab for each completion, and the ids that the completed line selects.
    ("contract-run --li\t --fil\tmy\tit\t", [hard]), ("contract-run --list --filter=my\tit\t", [hard]),
    ("contract-run --list --filter \"my\tit\t", [hard]), ("contract-run --list --filter 'my\tit\t", [hard]),
    ("contract-run --list --filter=\"my\tpl\ttw\t", ["my thing/q/plain two"]),
    ("contract-run run --list --client m\t --report jso\tx.json --filter two", ["my thing/q/plain two"]),
    ("contract-run --list --config two.json --filter two --client fi\t", ["files/q/plain two"]),
    ("contract-run --list --kind=v\t --config contr\t --filter two spe\t", ["my thing/q/plain two"]),
  ]

  @Test(
    "in bash, a tab completes the words of a line, with the quotes that they need", .slow, .timeLimit(.minutes(60)),
    .enabled(if: Terminal.isThere, Terminal.absence), .enabled(if: path(.bash) != nil, absence(.bash)))
  func bash() async throws { try await tab(.bash) }

  @Test(
    "in zsh, a tab completes the words of a line, with the quotes that they need", .slow, .timeLimit(.minutes(60)),
    .enabled(if: Terminal.isThere, Terminal.absence), .enabled(if: path(.zsh) != nil, absence(.zsh)))
  func zsh() async throws { try await tab(.zsh) }

  private func tab(_ shell: Shell) async throws {
    let path = try #require(Self.path(shell))
    try await TestFolder.temporary { folder in
      try Self.write(to: folder)
      var steps: [Terminal.Step] = [.see("READY> ")]
      if shell == .zsh { steps += Self.line("autoload -Uz compinit; compinit -u -d dump", "set up") }
      steps += Self.line("eval \"$(contract-run completion \(shell.rawValue))\"", "loaded")
      for (index, (line, _)) in Self.typed.enumerated() { steps += Self.line("\(line) >\(index).out", "ran \(index)") }
      let options = shell == .bash ? ["--norc", "--noprofile", "-i"] : ["-f", "-i"]
      let ended = try await Terminal.run(
        options, steps + [.type("exit\n")], program: path, in: folder, environment: Self.environment)
      for (index, (line, ids)) in Self.typed.enumerated() {
        #expect(folder.text("\(index).out") == ids.map { $0 + "\n" }.joined(), "\(line)\n\(ended.output)")
      }
    }
  }

  /// The steps that type a line, and wait until its command has ended.
  private static func line(_ text: String, _ mark: String) -> [Terminal.Step] {
    // The terminal also shows what is typed, so that has the mark in two pieces.
    [.type("\(text); echo '<''\(mark)>'\n"), .see("<\(mark)>"), .see("READY> ")]
  }

  @Test(
    "fish lists what can follow", .slow, .enabled(if: path(.fish) != nil, absence(.fish)),
    arguments: [
      ("contract-run --transport ", ["both", "loopback", "memory", "proxy"]),
      ("contract-run --color=al", ["--color=always"]),
      ("contract-run --filter my", [hard, "my thing/q/plain one", "my thing/q/plain two"]),
      ("contract-run --filter=my", [hard, "my thing/q/plain one", "my thing/q/plain two"].map { "--filter=\($0)" }),
      ("contract-run --client ", ["my thing"]), ("contract-run check spe", ["specs/"]),
      ("contract-run --report json=spe", ["json=specs/"]), ("contract-run completion f", ["fish"]),
    ])
  func fish(_ line: String, _ expected: [String]) async throws {
    let path = try #require(Self.path(.fish))
    try await TestFolder.temporary { folder in
      try Self.write(to: folder)
      let ended = try await Gate.processes.pass {
        try await BuiltCommand(
          ["--no-config", "-c", "contract-run completion fish | source; complete -C \"$argv\"", line], program: path,
          in: folder, environment: Self.environment
        ).end()
      }
      let words = ended.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
      #expect(words.sorted() == expected.sorted(), "\(ended.errors)")
    }
  }
}
