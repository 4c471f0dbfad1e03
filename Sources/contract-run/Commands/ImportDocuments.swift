import ContractAuthoring
import ContractCore

/// `contract-run import`: makes contracts from documents that teams already have.
struct ImportDocuments {
  let arguments: Arguments
  let environment: [String: String]

  func run() throws(Arguments.UsageError) -> Int32 {
    guard let settings = try settings() else { return 2 }
    let report = try report()
    return write(settings, report: report)
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
      print(error)
      onFailure()
      return 1
    }
    do throws(ReportFile.Failure) {
      if !settings.prunes || settings.deletes { try result.write() }
      if let report { try ReportFile.write(Array(result.json.prettyText.utf8) + [0x0A], to: report) }
    } catch {
      CommandContext.printError("error: \(error.path) cannot be written: failed to \(error.step): \(error.why)")
      onFailure()
      return 3
    }
    show(result, settings, onError: report == ReportFile.standardOutput)
    return result.failures.isEmpty && !(arguments.has(.strict) && result.hasNotes) ? 0 : 1
  }

  // MARK: Settings

  private func settings() throws(Arguments.UsageError) -> ImportSettings? {
    let names = ImportFormat.allCases.map(\.rawValue)
    guard let name = arguments.paths.first else {
      throw Arguments.UsageError(
        message: "nothing to import", help: "name a format and a file: openapi api.json",
        command: .importing)
    }
    guard let format = ImportFormat(rawValue: name) else {
      let near = Suggestion.of(name, in: names).map { "did you mean '\($0)'? " } ?? ""
      throw Arguments.UsageError(
        message: "unknown format '\(name)'", help: "\(near)formats: \(names.joined(separator: ", "))",
        command: .importing)
    }
    let files = Array(arguments.paths.dropFirst())
    if files.isEmpty {
      throw Arguments.UsageError(
        message: "no file to import", help: "name the files after the format", command: .importing)
    }
    let configuration: Configuration?
    switch try CommandContext.configuration(arguments, environment) {
    case .found(let found): configuration = found
    case .none: configuration = nil
    case .invalid: return nil
    }
    let specs = configuration?.allSpecs.first.flatMap { $0.hasSuffix(".contract.json") ? nil : $0 }
    var settings = ImportSettings(format: format, files: files, folder: arguments.last(.out) ?? specs ?? "specs")
    if settings.folder.isEmpty {
      throw Arguments.UsageError(message: "'--out' needs a folder", command: .importing)
    }
    (settings.baseURL, settings.origin) = (try arguments.url(.baseURL)?.text, try arguments.url(.origin)?.text)
    (settings.tags, settings.paths) = (arguments.all(.tag), arguments.all(.path))
    settings.operations = arguments.all(.operation)
    (settings.isLoose, settings.prunes) = (arguments.has(.loose), arguments.has(.prune))
    settings.deletes = arguments.has(.write)
    settings.secrets = configuration?.secrets ?? .standard
    if settings.deletes, !settings.prunes {
      throw Arguments.UsageError(
        message: "'--write' needs '--prune'", help: "import writes contracts without it", command: .importing)
    }
    if settings.prunes, settings.isSelective {
      throw Arguments.UsageError(
        message: "'--prune' cannot be combined with '--tag', '--path' and '--operation'",
        help: "it compares the whole documents with the contracts", command: .importing)
    }
    return settings
  }

  /// Returns the path of the JSON report; nil for no report.
  private func report() throws(Arguments.UsageError) -> String? {
    guard let text = arguments.last(.report) else { return nil }
    let parts = text.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, parts[0] == "json" else {
      throw Arguments.UsageError(
        message: "'--report' cannot be '\(text)'", help: "write json=PATH", command: .importing)
    }
    return String(parts[1])
  }

  // MARK: Output

  private func show(_ result: Import, _ settings: ImportSettings, onError: Bool) {
    let show: (String) -> Void = onError ? { CommandContext.printError($0) } : { Swift.print($0.cleaned) }
    if !arguments.has(.quiet) {
      for line in result.changeLines(all: arguments.has(.verbose)) { show(line) }
    }
    for line in result.noteLines(all: arguments.has(.verbose)) { show(line) }
    if !arguments.has(.quiet), let line = result.leftOutLine { show(line) }
    for failure in result.failures { print(failure) }
    show(result.summary)
    if arguments.has(.quiet) { return }
    if settings.prunes, !settings.deletes {
      show("nothing was written; to write and delete this, add --write")
    } else if result.changes.contains(where: { $0.kind == .added || $0.kind == .changed }) {
      show("next: \(learn(settings.folder))")
    }
  }

  /// Returns the command that completes the contracts of a folder.
  private func learn(_ folder: String) -> String {
    var arguments = arguments
    arguments.paths = [folder]
    return CommandContext.commands(arguments, environment).learn([])
  }

  /// Prints why something cannot be imported, and what to do.
  func print(_ failure: ImportFailure) {
    CommandContext.printError("error: \(failure.location): \(failure.message)")
    for line in failure.help { CommandContext.printError("  \(line)") }
    if let format = failure.format {
      let words =
        [Command.importing.rawValue] + CommandContext.words(of: arguments.given) + [format.rawValue, failure.location]
      CommandContext.printError("  import it: \(CommandContext.shell(CommandContext.program + words))")
    }
  }
}
