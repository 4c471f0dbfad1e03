import ContractAuthoring
import ContractCore
import ContractReporting

extension Command {
  static let importing = Command(
    name: "import", summary: "make contracts from OpenAPI, HAR, WireMock or Pact documents",
    usage: "[OPTION…] openapi|har|wiremock|pact|accepted FILE…",
    examples: """
      contract-run import openapi api.json                write into specs
      contract-run import har a.har --out specs/web       write into another folder
      contract-run import openapi api.json --only /todos  only a part
      contract-run import openapi api.json --delete       delete what is gone, too
      contract-run import accepted known-issues.json      print it as accepted.json
      """,
    explanation: """
      Reads documents in JSON, and writes a contract for each endpoint, with the
      request and the answers but without what the client makes of them. learn adds
      that. What a contract cannot express is listed with its place in the document.
      Secrets are replaced. An import of a newer document keeps what you changed.
      accepted prints files of known issues, approvals and accepted differences,
      which earlier versions had, as one accepted.json.
      """,
    statuses: """
      0        the contracts were written
      1        a document cannot be imported, or with --strict there are notes
      2        the command line or the configuration is invalid
      3        a file cannot be written
      """,
    page: "import.md",
    operands: .name(
      {
        ImportFormat.allCases.map { Command.Word(text: $0.rawValue, description: $0.title) }
          + [Command.Word(text: ConvertedEntries.name, description: "files that accepted.json replaced")]
      }, thenFiles: true),
    own: [
      .out, .baseURL, .only, .origin, .loose, .delete, .dryRun,
      .strict.for("exit with status 1 if there are notes"),
      .report.with(\.value, .report([.json])).for("write a report; FORMAT is json; PATH may be - (stdout)"),
      .quiet.for("print only notes, errors and the summary"),
      .verbose.for("print every contract, and where each value comes from"),
    ], start: ImportDocuments.start)
}

extension Option {
  static let out = Option(
    "out", .file("FOLDER"),
    "the folder of the contracts (default: the first specs folder of the configuration, else specs)")
  fileprivate static let baseURL = Option(
    "base-url", .text("URL"), "where requests go (default: what the documents say)")
  fileprivate static let only = Option(
    "only", .text("TEXT"),
    "only endpoints with this operation or tag, such as 'GET /path', or with this beginning of the path, such as /path; may be repeated"
  )
  fileprivate static let origin = Option(
    "origin", .text("URL"), "HAR: the origin whose requests are imported (default: the one with most requests)")
  fileprivate static let loose = Option("loose", "WireMock: let bodies have more than the stubs describe")
  fileprivate static let delete = Option(
    "delete", "also delete the contracts and scenarios that the documents no longer have",
    page: "import.md#import-again")
  fileprivate static let dryRun = Option("dry-run", "write and delete nothing, but print what would be done")
}

/// `contract-run import`: makes contracts from documents that teams already have.
struct ImportDocuments: StartedCommand {
  let invocation: Invocation

  func run() throws(Exit) -> Int32 {
    if arguments.paths.first == ConvertedEntries.name {
      return try ConvertedEntries.printed(invocation)
    }
    return write(try importSettings(), report: settings.reports.last?.path)
  }

  /// Imports documents, writes the contracts, and prints what was done. Returns the exit status.
  ///
  /// - Parameters:
  ///   - report: The path of the JSON report; nil for none.
  ///   - onFailure: Called if not all contracts could be written; by default, nothing happens.
  func write(_ settings: ImportSettings, report: String?, onFailure: () -> Void = {}) -> Int32 {
    let result: Import
    do throws(ImportFailure) {
      result = try Import(settings)
    } catch {
      explain(error)
      onFailure()
      return 1
    }
    do throws(ReportFile.Failure) {
      if !arguments.has(.dryRun) { try result.write() }
      if let report { try ReportFile.write(Array(result.json.prettyText.utf8) + [0x0A], to: report) }
    } catch {
      StandardError.print("error: \(error.path) cannot be written: failed to \(error.step): \(error.why)")
      onFailure()
      return 3
    }
    show(result, settings, onError: report == ReportFile.standardOutput)
    return result.failures.isEmpty && !(arguments.has(.strict) && result.hasNotes) ? 0 : 1
  }

  // MARK: Settings

  private func importSettings() throws(Exit) -> ImportSettings {
    let names = ImportFormat.allCases.map(\.rawValue)
    guard let name = arguments.paths.first else {
      throw .usage("nothing to import", "name a format and a file: openapi api.json")
    }
    guard let format = ImportFormat(rawValue: name) else {
      throw .unknown("format", name, in: names + [ConvertedEntries.name])
    }
    let files = Array(arguments.paths.dropFirst())
    if files.isEmpty {
      throw .usage("no file to import", "name the files after the format")
    }
    let configuration = try invocation.configuration()
    var settings = ImportSettings(
      format: format, files: files, folder: arguments.last(.out) ?? configuration?.outputFolder ?? "specs")
    if settings.folder.isEmpty {
      throw .usage("'--out' needs a folder")
    }
    (settings.baseURL, settings.origin) = (try arguments.url(.baseURL)?.text, try arguments.url(.origin)?.text)
    settings.only = arguments.all(.only)
    (settings.isLoose, settings.prunes) = (arguments.has(.loose), arguments.has(.delete))
    settings.secrets = configuration.secrets
    if settings.prunes, settings.isSelective {
      throw .usage(
        "'--delete' cannot be combined with '--only'", "it compares the whole documents with the contracts")
    }
    return settings
  }

  // MARK: Output

  private func show(_ result: Import, _ settings: ImportSettings, onError: Bool) {
    let show: (String) -> Void =
      onError ? { StandardError.print("\($0)") } : { StandardOutput.print(CleanText(lines: $0)) }
    if !arguments.has(.quiet) {
      for line in result.changeLines(all: arguments.has(.verbose)) { show(line) }
    }
    for line in result.noteLines(all: arguments.has(.verbose)) { show(line) }
    if !arguments.has(.quiet), let line = result.leftOutLine { show(line) }
    for failure in result.failures { explain(failure) }
    show(result.summary)
    if arguments.has(.quiet) { return }
    if arguments.has(.dryRun) {
      show("nothing was written, because of --dry-run")
    } else if result.changes.contains(where: { $0.kind == .added || $0.kind == .changed }) {
      var arguments = arguments
      arguments.paths = [settings.folder]
      show("next: \(invocation.commands(after: arguments).learn([]))")
    }
  }

  /// Prints why something cannot be imported, and what to do.
  func explain(_ failure: ImportFailure) {
    StandardError.print("error: \(failure.location): \(failure.message)")
    for line in failure.help { StandardError.print("  \(line)") }
    if let format = failure.format {
      let words =
        [Command.importing.name] + arguments.words() + [format.rawValue, failure.location]
      StandardError.print("  import it: \(ShellWords.text(TypedProgram.own + words))")
    }
  }
}
