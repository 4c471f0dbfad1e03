import ContractAuthoring
import ContractCore
import ContractLoopback
import ContractReporting
import Foundation

/// `contract-run record`: passes requests to the real server, and makes contracts of them and its answers.
struct Record {
  let arguments: Arguments
  let environment: [String: String]
  let processes: Processes
  let interruption: Interruption

  /// How long the server has for an answer, in seconds. Nobody waits for long but the user's own client.
  private static let limit = 60.0

  func run() throws(Arguments.UsageError) -> Int32 {
    guard let upstream = try arguments.url(.upstream) else {
      throw Arguments.UsageError(
        message: "record needs the real server", help: "name it: --upstream https://api.example.com/v1",
        command: .record)
    }
    let place = try ServeSettings(arguments)
    let (most, key) = (try most(), try key())
    let configuration: Configuration?
    switch try CommandContext.configuration(arguments, environment) {
    case .found(let found): configuration = found
    case .none: configuration = nil
    case .invalid: return 2
    }
    let secrets = configuration?.secrets ?? .standard
    let folder = folder(configuration)
    do throws(ImportFailure) {
      // At the end it would be too late.
      try Import.check(folder)
    } catch {
      ImportDocuments(arguments: arguments, environment: environment).print(error)
      return 3
    }
    guard let wake = WakePipe() else {
      CommandContext.printError("error: cannot create a pipe: \(Platform.message(errno))")
      return 3
    }
    interruption.onSignal { _ in wake.wake() }
    let recording = Recording()
    let server: RecordingServer
    do throws(SocketError) {
      server = try self.server(
        RecordingServer.Settings(
          host: place.host, port: place.port, upstream: upstream, key: key, secrets: secrets,
          sendsTwice: arguments.has(.twice)), recording, onEnd: wake.wake)
      try server.start()
    } catch {
      CommandContext.printError("error: cannot listen on \(place.host):\(place.port): \(error)")
      CommandContext.printError("  use another port; --port 0 chooses a free one")
      return 3
    }
    Self.say("recording: let the client use \(server.base.text) in place of \(upstream.text)")
    Self.say("Press Ctrl-C to write the contracts.")
    if !server.isLocal {
      CommandContext.printError(
        "note: other machines in the network can reach this server; --host 127.0.0.1 limits it to this machine")
    }
    while interruption.signal == nil, most.map({ recording.ended < $0 }) ?? true {
      var wait = pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&wait, 1, -1)
      wake.drain()
    }
    server.stop()
    for line in server.refusals { CommandContext.printError(line) }
    return try end(recording, upstream, folder, secrets)
  }

  /// Returns the folder of the contracts.
  private func folder(_ configuration: Configuration?) -> String {
    let specs = configuration?.allSpecs.first.flatMap { $0.hasSuffix(".contract.json") ? nil : $0 }
    return arguments.last(.out) ?? specs ?? "specs"
  }

  /// Returns a server that records. Its port is open.
  private func server(
    _ settings: RecordingServer.Settings, _ recording: Recording, onEnd: @escaping @Sendable () -> Void
  ) throws(SocketError) -> RecordingServer {
    var limits = RealServer.Settings()
    limits.limit = Self.limit
    let real = RealServer(limits, processes, environment) { [interruption] in interruption.signal != nil }
    let isQuiet = arguments.has(.quiet)
    let console = RecordingServer.Console(
      say: { if !isQuiet { Self.say($0.cleanedLine) } }, warn: { CommandContext.printError($0) }, onEnd: onEnd)
    return try RecordingServer(settings, real, recording, console)
  }

  /// Prints a line at once, because people wait for it.
  private static func say(_ line: String) { Descriptor.write(Array((line + "\n").utf8), to: 1) }

  private func most() throws(Arguments.UsageError) -> Int? {
    guard let text = arguments.last(.max) else { return nil }
    guard let number = Int(text), number > 0 else {
      throw Arguments.UsageError(
        message: "'--max' needs a whole number greater than 0, found '\(text)'", command: .record)
    }
    return number
  }

  private func key() throws(Arguments.UsageError) -> RecordingKey {
    guard let text = arguments.last(.key) else { return RecordingKey() }
    guard let key = RecordingKey(text) else {
      throw Arguments.UsageError(
        message: "'--key' needs letters, digits, - or _, found '\(text)'",
        help: "without --key, each recording has a random one; with --key '', any client may use it", command: .record)
    }
    return key
  }

  /// Makes contracts of what was recorded.
  private func end(
    _ recording: Recording, _ upstream: BaseURL, _ folder: String, _ secrets: Secrets
  ) throws(Arguments.UsageError) -> Int32 {
    let incomplete = recording.incomplete
    for line in incomplete { CommandContext.printError("not recorded: \(line.cleanedLine)") }
    if recording.count == 0 {
      CommandContext.printError("error: nothing was recorded, so nothing was written")
      return 3
    }
    var settings = ImportSettings(format: .har, files: [HARRecording.name(of: upstream.host)], folder: folder)
    (settings.recorded, settings.secrets) = (recording.archive, secrets)
    var isKept = false
    let written = ImportDocuments(arguments: arguments, environment: environment).write(settings, report: nil) {
      keep(HARRecording.kept(recording.archive, from: upstream.host, by: secrets, version: version), folder)
      isKept = true
    }
    if isKept { return 3 }
    if written != 0 { return written }
    guard let driver = arguments.driver, interruption.takeSignal() != nil || arguments.has(.max) else {
      return incomplete.isEmpty ? 0 : 3
    }
    let words =
      [Command.learn.rawValue, Option.write.name]
      + CommandContext.words(of: arguments.given.filter { $0.option == .config }) + [settings.folder, "--"] + driver
    let learned = try Learn(
      arguments: Arguments(words), environment: environment, processes: processes, interruption: interruption
    ).run()
    return learned == 0 && !incomplete.isEmpty ? 3 : learned
  }

  /// Keeps what was recorded, because not all of it could be written into the folder of the contracts.
  private func keep(_ archive: JSON, _ folder: String) {
    do throws(KeptRecording.Failure) {
      let path = try KeptRecording(archive.utf8, in: KeptRecording.places(environment)).path
      CommandContext.printError("what was recorded is kept in \(path), with other texts in place of its secrets")
      var words = [Command.importing.rawValue, ImportFormat.har.rawValue, path, Option.out.name, folder]
      if arguments.has(.strict) { words.append(Option.strict.name) }
      let command = CommandContext.shell(CommandContext.program + words)
      CommandContext.printError("  when the folder can be written: \(command)")
    } catch {
      CommandContext.printError("error: what was recorded is lost, because no file can be written:")
      for reason in error.reasons { CommandContext.printError("  \(reason)") }
    }
  }
}
