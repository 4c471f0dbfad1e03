import ContractAuthoring
import ContractCore
import ContractLoopback
import ContractReporting
import Foundation

extension Command {
  static let record = Command(
    name: "record", summary: "make contracts from a session with the real server",
    usage: "--upstream URL [OPTION…] [-- DRIVER ARG…]",
    examples: """
      contract-run record --upstream https://staging.example.com/v1
      contract-run record --upstream http://localhost:3000 --out specs
      contract-run record --upstream http://localhost:3000 -- ./Driver
      """,
    explanation: """
      Listens on this machine, passes requests to the real server, and its answers
      back. Ctrl-C ends the session and writes a contract for each endpoint, as
      'import har' does: secrets are replaced before anything is written, and
      recording again merges into what you changed. With DRIVER, 'learn' then adds
      the outcomes. The client needs the whole base URL that is printed, because only
      requests with its key are passed on. curl sends them, so certificates and
      proxies are as it has them.
      """,
    statuses: """
      0  contracts were written
      1  something could not be imported
      2  the command line or the configuration is invalid
      3  nothing or not everything was recorded, or a file could not be written
      """,
    page: "real-server.md#record", operands: .refused(help: "name the folder of the contracts with --out FOLDER"),
    driver: .taken,
    own: [
      .config, .upstream, .out, .host, .port, .key,
      .maxRequests.for("the maximum number of requests to the real server, after which it ends (default: any)"), .twice,
    ], start: Record.start)
}

extension Option {
  fileprivate static let upstream = Option("upstream", .text("URL"), "the real server")
  fileprivate static let key = Option(
    "key", .text("TEXT"),
    "what the path of the client's base URL begins with, so that nobody else can use it (default: random for each recording; '': nothing)"
  )
  fileprivate static let twice = Option(
    "twice", "send GET and HEAD twice, and mark what varies by itself in the answers")
}

/// `contract-run record`: passes requests to the real server, and makes contracts of them and its answers.
struct Record: StartedCommand {
  let invocation: Invocation

  /// How long the server has for an answer, in seconds. Nobody waits for long but the user's own client.
  private static let limit = 60.0

  func run() throws(Exit) -> Int32 {
    guard let upstream = try arguments.url(.upstream) else {
      throw .usage("record needs the real server", "name it: --upstream https://api.example.com/v1")
    }
    let place = try arguments.place()
    let (most, key) = (try arguments.number(.maxRequests, 1...Int.max), try key())
    let configuration = try invocation.configuration()
    let secrets = configuration.secrets
    let folder = arguments.last(.out) ?? configuration?.outputFolder ?? "specs"
    do throws(ImportFailure) {
      // At the end it would be too late.
      try Import.check(folder)
    } catch {
      ImportDocuments(invocation: invocation).explain(error)
      return 3
    }
    let wake = try invocation.wakeOnSignal()
    let recording = Recording()
    var limits = RealServer.Settings()
    limits.limit = Self.limit
    let real = RealServer(limits, invocation)
    let server: RecordingServer
    do throws(SocketError) {
      server = try RecordingServer(
        RecordingServer.Settings(
          host: place.host, port: place.port, upstream: upstream, key: key, secrets: secrets,
          sendsTwice: arguments.has(.twice)), real, recording, onEnd: wake.wake)
      try server.start()
    } catch {
      throw Exit(
        3, "cannot listen on \(place.host):\(place.port): \(error.description)",
        "  use another port; --port 0 chooses a free one")
    }
    StandardOutput.print("recording: let the client use \(server.base.text) in place of \(upstream.text)")
    StandardOutput.print("Press Ctrl-C to write the contracts.")
    server.hosts.noteReach()
    while interruption.signal == nil, most.map({ recording.ended < $0 }) ?? true {
      var wait = pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&wait, 1, -1)
      wake.drain()
    }
    server.stop()
    for line in server.refusals { StandardError.print("\(line)") }
    return try end(recording, upstream, folder, secrets)
  }

  private func key() throws(Exit) -> RecordingKey {
    guard let text = arguments.last(.key) else { return RecordingKey() }
    guard let key = RecordingKey(text) else {
      throw .usage(
        "'--key' needs letters, digits, - or _, found '\(text)'",
        "without --key, each recording has a random one; with --key '', any client may use it")
    }
    return key
  }

  private func end(
    _ recording: Recording, _ upstream: BaseURL, _ folder: String, _ secrets: Secrets
  ) throws(Exit) -> Int32 {
    let incomplete = recording.incomplete
    for line in incomplete { StandardError.print("not recorded: \(line)") }
    if recording.count == 0 { throw Exit(3, "nothing was recorded, so nothing was written") }
    var settings = ImportSettings(format: .har, files: [HARRecording.name(of: upstream.host)], folder: folder)
    (settings.recorded, settings.secrets) = (recording.archive, secrets)
    var isKept = false
    let written = ImportDocuments(invocation: invocation).write(settings, report: nil) {
      keep(HARRecording.kept(recording.archive, from: upstream.host, by: secrets, version: version), folder)
      isKept = true
    }
    if isKept { return 3 }
    if written != 0 { return written }
    guard let driver = arguments.driver, interruption.takeSignal() != nil || arguments.has(.maxRequests) else {
      return incomplete.isEmpty ? 0 : 3
    }
    var learning = Arguments(.learn, paths: [settings.folder], driver: driver)
    learning.replace(.write)
    if let path = arguments.last(.config) { learning.replace(.config, with: path) }
    let learned = try Learn(invocation: invocation.with(learning)).run()
    return learned == 0 && !incomplete.isEmpty ? 3 : learned
  }

  /// Keeps what was recorded, because not all of it could be written into the folder of the contracts.
  private func keep(_ archive: JSON, _ folder: String) {
    do throws(KeptRecording.Failure) {
      let path = try KeptRecording.write(archive.utf8, in: KeptRecording.places(environment))
      StandardError.print("what was recorded is kept in \(path), with other texts in place of its secrets")
      let words = [Command.importing.name, ImportFormat.har.rawValue, path, Option.out.name, folder]
      let command = ShellWords.text(TypedProgram.own + words)
      StandardError.print("  when the folder can be written: \(command)")
    } catch {
      StandardError.print("error: what was recorded is lost, because no file can be written:")
      for reason in error.reasons { StandardError.print("  \(reason)") }
    }
  }
}
