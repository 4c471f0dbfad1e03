import ContractCore

extension HTMLReport {
  private static let namedClients = 3

  /// What ran: the clients, the project and its commit.
  var subject: [String] {
    var clients: [String] = []
    for result in report.results where clients.last != result.client {
      if !clients.contains(result.client) { clients.append(result.client) }
    }
    let more = clients.count - Self.namedClients
    let names = clients.prefix(Self.namedClients).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    return [names, checkout?.project ?? "", checkout?.commit.map { "commit \($0)" } ?? ""].filter { !$0.isEmpty }
  }

  /// The result of the run in a few words, which people read from a distance, with the sign that stands for it.
  var headline: (sign: Status, text: String) {
    func count(_ status: Status) -> (scenarios: Int, variations: Int) {
      (report.count(status), report.variations.count(status))
    }
    let (failed, errored) = (count(.failed), count(.errored))
    let notRun = report.variations.reduce(0) { $0 + $1.notRun.count }
    let scenarios = [(failed.scenarios, "failed"), (errored.scenarios, "errored")]
    let variations = [(failed.variations, "failed"), (errored.variations, "errored"), (notRun, "not run")]
    let parts =
      scenarios.filter { $0.0 > 0 }.map { "\(English.grouped($0.0)) \($0.1)" }
      + variations.filter { $0.0 > 0 }.map { "\(English.counted($0.0, "variation")) \($0.1)" }
    if !parts.isEmpty {
      return (failed.scenarios + failed.variations > 0 ? .failed : .errored, parts.joined(separator: ", "))
    }
    let passed = report.count(.passed)
    switch report.exitStatus {
    case 0 where passed > 0: return (.passed, "\(English.counted(passed, "scenario")) passed")
    case 0: return (.passed, "Only known issues")
    case 1: return (.failed, "All scenarios passed, and the run failed")
    default: return (.errored, "Nothing ran")
    }
  }
}
