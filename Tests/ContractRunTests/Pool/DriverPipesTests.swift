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

  @Test("what a slow driver has taken is not kept, although more always waits for it")
  func backlog() throws {
    let wake = try #require(WakePipe())
    let (process, network) = try DriverNetwork.start(
      Configuration.Client(name: "cat", specs: [], roots: [], driver: ["sh", "-c", "cat > /dev/null"]),
      environment: ProcessInfo.processInfo.environment, Processes(), wake: wake)
    defer {
      process.end()
      network.close()
    }
    var pipes = DriverPipes(process)
    let line = JSON.string(String(repeating: "x", count: 100_000))
    for _ in 0..<100 {
      while pipes.unwritten < 300_000 { pipes.send(line) }
      var wait = pollfd(fd: process.child.input, events: Int16(POLLOUT), revents: 0)
      poll(&wait, 1, -1)
      pipes.flush()
      #expect(pipes.kept < 600_000)
    }
    #expect(pipes.taken > 5_000_000)
  }
}
