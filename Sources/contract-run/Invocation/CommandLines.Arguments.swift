import ContractCore

extension CommandLines {
  /// Makes the lines that go on from a command line: with the same program, configuration, clients, contracts and driver.
  ///
  /// - Parameters:
  ///   - hasConfiguration: Whether a configuration names the drivers.
  ///   - secrets: What the lines do not show, because reports have them.
  ///   - environment: The environment variables. In a test of Bazel, only Bazel can run it again.
  init(_ arguments: Arguments, hasConfiguration: Bool, hiding secrets: Secrets, _ environment: [String: String]) {
    self.init()
    func shown(_ words: [String]) -> String { secrets.applied(to: CommandWords(words)).text }
    func line(
      _ command: Command, _ roles: Set<Option.Role>, adding more: [String] = [], without: [Option] = [],
      hasPaths: Bool = true
    ) -> String {
      var arguments = arguments
      for option in without { arguments.remove(option) }
      let name = command.isDefault ? [] : [command.name]
      let words = name + more + arguments.words(roles, for: command) + (hasPaths ? arguments.paths : [])
      return shown(TypedProgram.own + words)
    }
    let driver = arguments.driver.map { " -- " + shown($0) } ?? (hasConfiguration ? "" : " -- DRIVER")
    // What needs the real server is only played again with it.
    let isVerified = arguments.command == .verify
    let run = line(isVerified ? arguments.command : .run, [.source, .calls, .plays])
    (again, alone) = (run + driver, (run + " --filter ", driver))
    if arguments.driver == nil, !isVerified { lastFailed = "\(run) \(Option.lastFailed.name)" }
    learn = (line(.learn, [.source, .calls], adding: [Option.write.name]), driver)
    prove = line(.run, [.source, .calls, .selection], adding: [Option.prove.name], without: [.lastFailed]) + driver
    all = run + " \(Option.variations.name) \(VariationChoice.all.rawValue)" + driver
    check = line(.check, [.source])
    let drivers = arguments.driver == nil && hasConfiguration ? [Option.drivers.name] : []
    smoke = line(.check, [.source], adding: drivers, hasPaths: false) + driver
    if let target = BazelTest(environment).target {
      again = ShellWords.text(["bazel", "test", target])
      (alone, lastFailed) = ((again + " --test_filter=", ""), nil)
    }
  }
}
