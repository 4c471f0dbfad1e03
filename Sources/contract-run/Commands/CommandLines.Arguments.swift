import ContractCore
import Foundation

extension CommandLines {
  /// Makes the lines that go on from a command line: with the same program, configuration, clients, contracts and driver.
  ///
  /// - Parameters:
  ///   - hasConfiguration: Whether a configuration names the drivers.
  ///   - environment: The environment variables. In a test of Bazel, only Bazel can run it again.
  init(_ arguments: Arguments, hasConfiguration: Bool, _ environment: [String: String]) {
    self.init()
    func line(_ words: [String], _ options: [Option], hasPaths: Bool = true) -> String {
      let given = arguments.given.filter { options.contains($0.option) }
      return CommandContext.shell(
        CommandContext.program + words + CommandContext.words(of: given) + (hasPaths ? arguments.paths : []))
    }
    let driver = arguments.driver.map { " -- " + CommandContext.shell($0) } ?? (hasConfiguration ? "" : " -- DRIVER")
    let base: [Option] = [.config, .client, .transport, .timeout]
    let isVerified = arguments.command == .verify
    let run =
      isVerified
      ? line([Command.verify.rawValue], base + [.against, .unsafe, .rate, .max, .strict])
      : line([], base + [.variations, .repeat, .untilFail])
    (again, alone) = (run + driver, (run + " --filter ", driver))
    if arguments.driver == nil, !isVerified { lastFailed = "\(run) \(Option.lastFailed.name)" }
    learn = (line([Command.learn.rawValue, Option.write.name], base), driver)
    prove = line([Command.prove.rawValue], base + [.filter, .skip, .tag, .kind]) + driver
    check = line([Command.check.rawValue], [.config, .client])
    smoke = line([Command.smoke.rawValue], [.config, .client, .timeout], hasPaths: false) + driver
    if let target = BazelTest(environment).target {
      again = CommandContext.shell(["bazel", "test", target])
      (alone, lastFailed) = ((again + " --test_filter=", ""), nil)
    }
  }
}
