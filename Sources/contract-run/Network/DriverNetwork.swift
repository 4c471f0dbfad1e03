import CContractRun
import ContractCore

/// What a driver meets on the network besides its calls: the proxy that its environment names, and the guard, if the system
/// has one.
struct DriverNetwork: Sendable {
  /// Why a driver has no guard, so that nobody checks whether its client reaches other hosts.
  enum MissingGuard: Sendable, Equatable {
    /// The configuration allows everything.
    case unwanted
    /// The system's error.
    case impossible(Int32)
  }

  /// Why a driver could not be started.
  enum StartFailure: Error {
    case noProxy(SocketError)
    case noProcess(Processes.SpawnFailure)
  }

  private let proxy: EscapeProxy
  private let networkGuard: NetworkGuard
  /// Why there is no guard; nil if there is one.
  let missingGuard: MissingGuard?

  /// Starts a driver, with the runner's own environment, the runner's proxy and no other, and short backtraces.
  ///
  /// - Parameters:
  ///   - command: The driver's program and arguments.
  ///   - folder: The folder in which it runs; nil for the runner's own.
  ///   - environment: The runner's own environment.
  ///   - allowed: What the configuration allows. If that is everything, there is no guard.
  ///   - wake: The pipe to wake if there is something to take.
  static func start(
    _ command: [String], in folder: String?, environment: [String: String], allowed: AllowedAddresses,
    _ processes: Processes, wake: WakePipe
  ) throws(StartFailure) -> (DriverProcess, DriverNetwork) {
    let networkGuard = NetworkGuard(allowed, wake: wake)
    let proxy: EscapeProxy
    do {
      proxy = try EscapeProxy(wake: wake, isDriver: networkGuard.mayHaveConnected)
    } catch {
      throw .noProxy(error)
    }
    networkGuard.open([proxy.port])
    do {
      let child = try processes.spawn(
        command, in: folder, environment: variables(environment, proxy), streams: .pipes,
        isGuarded: !allowed.isEverything)
      var missing: MissingGuard? = allowed.isEverything ? .unwanted : nil
      if let descriptor = child.networkGuard {
        networkGuard.start(descriptor)
      } else if missing == nil {
        missing = .impossible(child.guardError)
      }
      let network = DriverNetwork(proxy: proxy, networkGuard: networkGuard, missingGuard: missing)
      return (DriverProcess(child, processes: processes, wake: wake), network)
    } catch {
      proxy.close()
      throw .noProcess(error)
    }
  }

  private static func variables(_ environment: [String: String], _ proxy: EscapeProxy) -> [String: String] {
    var environment = environment
    environment["all_proxy"] = nil
    environment["ALL_PROXY"] = nil
    if environment["SWIFT_BACKTRACE"] == nil {
      environment["SWIFT_BACKTRACE"] =
        "color=no,interactive=no,threads=crashed,registers=none,images=none,limit=12,top=0"
    }
    return environment.merging(proxy.environment) { $1 }
  }

  /// Allows the driver to connect to the ports of a call.
  func open(_ ports: [Int]) { networkGuard.open(ports) }

  /// Returns whether the driver may have connected from a local port. If it has not, another process has.
  func mayHaveConnected(from port: Int) -> Bool { networkGuard.mayHaveConnected(from: port) }

  /// Returns what came since the last call, and removes it.
  func takeVisits() -> [NetworkVisit] { networkGuard.takeVisits() + proxy.takeVisits() }

  func close() { proxy.close() }
}
