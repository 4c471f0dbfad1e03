import ContractCore
import Foundation
import Testing

@testable import contract_run

@Suite("What the runner reads of a driver")
struct DriverPipesTests {
  /// Ways to reach another host, and the host that is reported.
  private static let ways = [
    ("curl -s -o /dev/null http://escape.example.com/", "escape.example.com"),
    ("bash -c 'exec 3<>/dev/tcp/192.0.2.1/80' 2>/dev/null", "192.0.2.1:80"),
  ]

  @Test(
    "an attempt to reach another host is between the lines that the driver wrote before and after it",
    arguments: ways)
  func order(way: String, host: String) throws {
    if way.hasPrefix("bash"), !GuardSupport.isPossible { return }
    let wake = try #require(WakePipe())
    let command = ["sh", "-c", "echo '{1}'; printf '{'; \(way); echo '2}'; \(way); echo '{3}'; echo '{4}'"]
    let (process, network) = try DriverNetwork.start(
      Configuration.Client(name: "sh", specs: [], roots: [], driver: command),
      environment: ProcessInfo.processInfo.environment, Processes(), wake: wake)
    defer {
      process.end()
      network.close()
    }
    // Everything was written and tried before the first reading, as if the runner had been slow.
    while process.termination == nil {
      var wait = pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)
      poll(&wait, 1, -1)
      wake.drain()
    }
    var pipes = DriverPipes(process)
    let events = pipes.readOutput(network).map { event -> String in
      switch event {
      case .wrote(.line(let line)): return String(decoding: line, as: UTF8.self)
      case .visited(.escape(let escape)): return escape.host
      default: return "\(event)"
      }
    }
    #expect(events == ["{1}", host, "{2}", host, "{3}", "{4}"])
  }
}
