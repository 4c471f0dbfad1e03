import ContractAuthoring
import ContractCore
import ContractReporting

/// The words that can follow on a command line, for the completion of a shell.
struct Completion: Equatable {
  typealias Word = Command.Word

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
    let named = before.first.flatMap(Command.named)
    let command = named ?? .run
    if before.contains("--") {
      takesFile = true
    } else if let option = before.last.flatMap(command.option), option.placeholder != nil, !option.valueIsOptional {
      complete(option, current, after: Array(before.dropLast()), names)
    } else if let equal = current.firstIndex(of: "="), let option = command.option(String(current[..<equal])) {
      prefix = String(current[...equal])
      complete(option, String(current[equal...].dropFirst()), after: before, names)
    } else if current.hasPrefix("-") {
      words = command.options.map { Word(text: $0.name, description: String($0.meaning.brief)) }
    } else if before.isEmpty {
      (words, takesFile) = (Command.all.map { Word(text: $0.name, description: $0.summary) }, true)
    } else {
      switch command.operands {
      case .files: takesFile = true
      case .name(let all, let thenFiles): if before.count == 1 { words = all() } else { takesFile = thenFiles }
      case .clientsAndFiles: (words, takesFile) = (names(.client, before).map { Word(text: $0) }, true)
      case .refused: break
      }
    }
  }

  private mutating func complete(
    _ option: Option, _ current: String, after line: [String], _ names: (Option.Value, [String]) -> [String]
  ) {
    switch option.value {
    case .none, .text: break
    case .file: takesFile = true
    case .choice(let choices): words = choices.map { Word(text: $0) }
    case .report(let formats):
      if let equal = current.firstIndex(of: "=") {
        prefix += current[...equal]
        takesFile = true
      } else {
        words = formats.map { Word(text: "\($0.rawValue)=") }
      }
    case .client, .id:
      // A shell gets one word in each line.
      words = names(option.value, line).filter { !$0.utf8.contains { $0 < 0x20 } }.map { Word(text: $0) }
    }
  }
}
