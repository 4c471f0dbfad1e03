import ContractKit
import Foundation

extension Row {
  /// ContractKit's side is the runner with two drivers. The other side is pytest in one process, without other installed
  /// plugins. Both have the same client and the same checks: Python/test_create_todo.py. In both, a replacement for the
  /// adapters of `requests` takes the place of the network; pytest has that of the library `responses`.
  static let python = Row(
    name: "python",
    lines: [
      Line(
        work:
          "1,000 scenarios of all five kinds, a client with `requests` in memory, two drivers, JUnit report: speed"
          + " of the whole process relative to pytest with `responses` and a JUnit report",
        wanted: .atLeast(3))
    ]
  ) { scale in
    if let missing = Python.missing("requests", "responses", "pytest") { throw missing }
    let contracts = scale.count(200, small: 4)
    let runner = try Built.product("contract-run")
    let specs = try GeneratedContracts.python(contracts, in: "specs-python")
    let ours =
      [runner, specs, "--transport", "memory", "--jobs", "2", "--report", "junit=\(Scratch.file("junit.xml"))", "--"]
      + ["python3", Built.repository + "/Examples/python/requests_driver.py"]
    let theirs =
      ["python3", "-m", "pytest", "-q", "-p", "no:cacheprovider", "--junitxml", Scratch.file("pytest.xml")]
      + [Built.package + "/Python"]
    let settings = ["BENCHMARK_CONTRACTS": "\(contracts)", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"]
    let rounds = try await scale.measure(7) {
      (ours: try Child.run(ours), theirs: try Child.run(theirs, environment: settings))
    }
    let ratio = rounds.map { $0.theirs.wall / $0.ours.wall }.median
    let (our, their) = (rounds.map(\.ours.wall).median, rounds.map(\.theirs.wall).median)
    return [Figure(value: ratio, text: "\(ratio.text(2)) (\(our.text(2)) s against \(their.text(2)) s)")]
  }

  /// Both sides run the same configuration with the same driver. Each scenario is also an item of pytest.
  static let pytestPlugin = Row(
    name: "pytest-plugin",
    lines: [
      Line(
        work:
          "1,000 scenarios of 200 contracts, a client with `requests` on loopback, one driver, as items of pytest: time"
          + " of the whole process relative to that of `contract-run` alone",
        wanted: .atMost(2, "times"))
    ]
  ) { scale in
    if let missing = Python.missing("requests", "pytest") { throw missing }
    let contracts = scale.count(200, small: 4)
    let runner = try Built.product("contract-run")
    let specs = try GeneratedContracts.python(contracts, in: "specs-pytest")
    let configuration = Scratch.file("contract-run.json")
    let driver = Built.repository + "/Examples/python/requests_driver.py"
    let client: JSON = ["name": "todo", "driver": ["python3", .string(driver)], "transport": "loopback"]
    let json: JSON = ["specs": [.string(specs)], "clients": [client]]
    try Data(json.text.utf8).write(to: URL(fileURLWithPath: configuration))
    let alone = [runner, "--config", configuration]
    let items =
      ["python3", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "contract_run.pytest_plugin"]
      + ["--contracts", "-o", "contract_run=\(configuration)", "--rootdir", specs, specs]
    let settings = [
      "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": Built.repository + "/Kits/python",
      "CONTRACT_RUN_BINARY": runner,
    ]
    let rounds = try await scale.measure(5) {
      (alone: try Child.run(alone), items: try Child.run(items, environment: settings))
    }
    let ratio = rounds.map { $0.items.wall / $0.alone.wall }.median
    let (own, theirs) = (rounds.map(\.alone.wall).median, rounds.map(\.items.wall).median)
    return [Figure(value: ratio, text: "\(ratio.text(2)) times (\(theirs.text(2)) s against \(own.text(2)) s)")]
  }
}
