import ContractAuthoring
import ContractCore
import ContractReporting

/// The words that can follow on a command line, for the completion of a shell.
struct Completion: Equatable {
  /// A word that completes the command line.
  struct Word: Equatable {
    var text: String
    /// What the word means; "" for a value.
    var description = ""
  }

  var words: [Word] = []
  /// Whether the path of a file can follow too.
  var takesFile = false
  /// The part of the current word that stays as it is, before each of the words and files: `--color=`.
  var prefix = ""
}

extension Completion {
  /// - Parameters:
  ///   - line: The words of the command line after the command's name. The last one is being completed.
  ///   - names: Returns the names that an option takes from the configuration and its contracts, for a command line up
  ///     to the option.
  init(_ line: [String], names: (Option.Value, [String]) -> [String]) {
    self.init()
    let current = line.last ?? ""
    let before = Array(line.dropLast())
    let named = before.first.flatMap(Command.init)
    let command = named ?? .run
    if before.contains("--") {
      takesFile = true
    } else if let option = before.last.flatMap(Self.option), option.placeholder != nil, !option.valueIsOptional {
      complete(option, current, after: Array(before.dropLast()), names)
    } else if let equal = current.firstIndex(of: "="), let option = Self.option(String(current[..<equal])) {
      prefix = String(current[...equal])
      complete(option, String(current[equal...].dropFirst()), after: before, names)
    } else if current.hasPrefix("-") {
      words = command.options.map { Word(text: $0.name, description: Self.brief($0.help(of: command))) }
    } else {
      completeArgument(of: command, isFirst: before.isEmpty, isSecond: before.count == 1) { names(.client, before) }
    }
  }

  private mutating func completeArgument(of command: Command, isFirst: Bool, isSecond: Bool, clients: () -> [String]) {
    let commands = Command.allCases.map { Word(text: $0.rawValue, description: $0.page.summary) }
    switch command {
    case _ where isFirst: (words, takesFile) = (commands, true)
    case .help: words = isSecond ? commands : []
    case .completion: words = isSecond ? Shell.allCases.map { Word(text: $0.rawValue) } : []
    case .schema:
      words = isSecond ? PublishedSchema.allCases.map { Word(text: $0.rawValue, description: $0.summary) } : []
    case .importing where isSecond: words = ImportFormat.allCases.map { Word(text: $0.rawValue, description: $0.title) }
    case .compare: (words, takesFile) = (clients().map { Word(text: $0) }, true)
    case .smoke, .record, .initialize: break
    case .run, .watch, .learn, .verify, .prove, .merge, .check, .serve, .importing: takesFile = true
    }
  }

  private mutating func complete(
    _ option: Option, _ current: String, after line: [String], _ names: (Option.Value, [String]) -> [String]
  ) {
    switch option.value {
    case .none, .text: break
    case .file: takesFile = true
    case .choice(let choices): words = choices.map { Word(text: $0) }
    case .report:
      if let equal = current.firstIndex(of: "=") {
        prefix += current[...equal]
        takesFile = true
      } else {
        let command = line.first.flatMap(Command.init) ?? .run
        words = command.reportFormats.map { Word(text: "\($0.rawValue)=") }
      }
    case .client, .id:
      // A shell gets one word in each line.
      words = names(option.value, line).filter { !$0.utf8.contains { $0 < 0x20 } }.map { Word(text: $0) }
    }
  }

  /// Returns the option that a word names, in its long form.
  private static func option(_ word: String) -> Option? {
    word.hasPrefix("--") ? Option(rawValue: String(word.dropFirst(2))) : nil
  }

  /// Returns the beginning of a help text, up to the details.
  private static func brief(_ help: String) -> String {
    let ends = [";", " ("].compactMap { help.firstRange(of: $0)?.lowerBound }
    return String(help[..<(ends.min() ?? help.endIndex)])
  }
}
