import CContractRun
import ContractCore
import ContractLoopback
import Dispatch
import Foundation

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
  struct StartFailure: Error {
    /// How many processes were tried: none without a proxy.
    var starts: Int
    var cause: SocketError

    /// Whether descriptors, threads, processes or memory ran out.
    var isExhaustion: Bool { cause.number == EAGAIN || cause.isExhaustion }
  }

  let proxy: DriverProxy
  let networkGuard: NetworkGuard
  let hosts: LoopbackHosts
  /// Why there is no guard; nil if there is one.
  let missingGuard: MissingGuard?

  /// Starts a driver, with the runner's own environment, the runner's proxy and no other, and short backtraces.
  ///
  /// - Parameters:
  ///   - client: The client of the driver. It has a guard unless the configuration allows it everything.
  ///   - environment: The runner's own environment.
  ///   - wake: The pipe to wake if there is something to take.
  static func start(
    _ client: Configuration.Client, environment: [String: String], _ processes: Processes, wake: WakePipe
  ) throws(StartFailure) -> (DriverProcess, DriverNetwork) {
    let networkGuard = NetworkGuard(client.allowed, NetworkVisits(wake: wake))
    let proxy: DriverProxy
    do {
      proxy = try DriverProxy(networkGuard)
    } catch {
      throw StartFailure(starts: 0, cause: SocketError("cannot open a proxy on 127.0.0.1", error.number))
    }
    networkGuard.open([("127.0.0.1", proxy.port)])
    let hosts = LoopbackHosts()
    var missing: MissingGuard? = client.allowed.isEverything ? .unwanted : nil
    do throws(SystemThread.Failure) {
      if missing == nil { try networkGuard.startThread() }
    } catch {
      missing = .impossible(error.number)
    }
    let isGuarded = missing == nil
    let process: DriverProcess
    do throws(Processes.SpawnFailure) {
      let child: Processes.Child
      var environment = environment
      proxy.addVariables(to: &environment, besides: client.route == .proxy ? nil : hosts)
      if environment["SWIFT_BACKTRACE"] == nil { environment["SWIFT_BACKTRACE"] = backtrace }
      do throws(Processes.SpawnFailure) {
        child = try processes.spawn(
          client.driver, in: client.folder, environment: environment,
          streams: .pipes, isGuarded: isGuarded)
      } catch {
        if isGuarded { networkGuard.watch(nil) }
        throw error
      }
      if isGuarded { networkGuard.watch(child.networkGuard) }
      if isGuarded, child.networkGuard == nil { missing = .impossible(child.guardError) }
      process = try DriverProcess(child, processes: processes, wake: wake)
    } catch {
      proxy.close()
      throw StartFailure(starts: 1, cause: SocketError(error.command, error.number))
    }
    if client.route == .proxy, case .impossible(let number)? = missing {
      process.end()
      proxy.close()
      throw StartFailure(starts: 1, cause: SocketError(unguarded(Platform.message(number)), 0))
    }
    networkGuard.visits.measure(by: process.output)
    return (process, DriverNetwork(proxy: proxy, networkGuard: networkGuard, hosts: hosts, missingGuard: missing))
  }

  /// Why a client that knows its real hosts is not called.
  private static func unguarded(_ why: String) -> String {
    "there is no network guard (\(why)), so a client that ignores the proxy would reach its real hosts; if yours uses the"
      + " proxy, add \"allow\": [\"*\"] to it in \(Configuration.fileName)"
  }

  /// The settings for a short backtrace.
  private static let backtrace = "color=no,interactive=no,threads=crashed,registers=none,images=none,limit=12,top=0"

  func close() { proxy.close() }

  /// Returns the processes that have left the driver's process group and are still running under the guard, with the names
  /// of their programs, as the system shows them. Call it when the driver has ended.
  ///
  /// - Parameter time: When the last processes of the group, which were killed, have ended too.
  func remnants(of driver: pid_t, by time: DispatchTime) -> [(process: pid_t, name: String)] {
    if networkGuard.hasEnded(by: time) { return [] }
    // Their environment has the driver's proxy (proc_pid_environ(5)).
    let mark = Data("http_proxy=\(proxy.url)".utf8)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.sorted().compactMap { process in
      // A process that has ended has no environment.
      guard let environment = FileManager.default.contents(atPath: "/proc/\(process)/environ"),
        environment.split(separator: 0).contains(where: { $0 == mark }), getpgid(process) != driver
      else { return nil }
      let name = FileManager.default.contents(atPath: "/proc/\(process)/comm").map {
        String(decoding: $0, as: UTF8.self)
      }
      return (process, (name ?? "").trimmingCharacters(in: .whitespacesAndNewlines))
    }
  }
}
