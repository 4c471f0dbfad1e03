import ContractCore
import Foundation

/// The words of a command line that one option has as its value, split as a POSIX shell splits them, without a shell.
enum ShellWords {
  /// Why a text is not the words of one command.
  struct Failure: Error {
    var message: String
    var help: String
  }

  /// Returns words in the form that a shell reads.
  static func text(_ words: [String]) -> String { words.map(\.shellWord).joined(separator: " ") }

  /// Returns the words of a text (POSIX.1-2024, Shell Command Language, section 2.2: quoting).
  ///
  /// Nothing is expanded: no variables, no patterns, no `~`.
  /// - Throws: `Failure` for a quote that is not closed, and for what only a shell can do.
  static func words(of text: String) throws(Failure) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var characters = Array(text)[...]
    while let character = characters.popFirst() {
      switch (quote, character) {
      case (nil, "'"), (nil, "\""): (quote, word) = (character, word ?? "")
      case ("'", "'"), ("\"", "\""): quote = nil
      case (nil, "\\"): word = (word ?? "") + (characters.popFirst().map(String.init) ?? "\\")
      case ("\"", "\\"):
        // In double quotes, it escapes only what would mean something there.
        let next = characters.first
        if let next, "\"\\$`".contains(next) { characters.removeFirst() }
        word = (word ?? "") + (next.flatMap { "\"\\$`".contains($0) ? String($0) : nil } ?? "\\")
      case (nil, _) where character.isWhitespace:
        if let ended = word { words.append(ended) }
        word = nil
      case (nil, "|"), (nil, "&"), (nil, ";"), (nil, "<"), (nil, ">"), (nil, "("), (nil, ")"), (nil, "`"), (nil, "$"),
        ("\"", "`"), ("\"", "$"):
        throw Failure(
          message: "'\(character)' needs a shell, and none runs the command",
          help: "put it in single quotes, or write sh -c '…'")
      default: word = (word ?? "") + String(character)
      }
    }
    if let quote {
      throw Failure(message: "a quote is not closed: \(quote)", help: "write another \(quote) at its end")
    }
    return words + (word.map { [$0] } ?? [])
  }
}

/// The words of a command line that other people may see.
struct CommandWords: Maskable {
  var words: [String]

  init(_ words: [String]) { self.words = words }

  /// Returns the words without secrets. The value of an option with a secret name may be the next word.
  func masked(by secrets: Secrets) -> CommandWords {
    let shown = zip([""] + words, words).map { option, word in
      let isValue = option.hasPrefix("-") && !option.contains("=") && !word.hasPrefix("--")
      return isValue && secrets.isSecret(word, under: option) ? "…" : secrets.masked(word)
    }
    return CommandWords(shown)
  }
}

extension Masked<CommandWords> {
  /// The words in the form that a shell reads.
  var text: String { ShellWords.text(value.words) }
}

/// How a person starts contract-run again from a folder.
enum TypedProgram {
  /// The words that start contract-run again from this folder.
  static let own = words(CommandLine.arguments.first ?? "contract-run", in: FileSystem.absolute(".")) {
    FileManager.default.fileExists(atPath: "\($0)/Package.swift")
  }

  /// Returns the words that start a program again, as people type them.
  ///
  /// `swift run` starts programs by paths such as `.build/x86_64-unknown-linux-gnu/debug/contract-run`, which nobody
  /// types: they stand for `swift run`. A path in a build folder that somebody typed stays as it is, because such
  /// folders are not in anybody's PATH. All other programs are installed, and have their name.
  ///
  /// - Parameters:
  ///   - program: The path or the name that started it.
  ///   - folder: Where the words are typed, as an absolute path.
  ///   - isPackage: Whether a folder has a Swift package.
  static func words(_ program: String, in folder: String, isPackage: (String) -> Bool) -> [String] {
    let whole = program.hasPrefix("/") ? program : FileSystem.absolute(FileSystem.join(folder, program))
    let path = whole.split(separator: "/")
    guard let build = path.lastIndex(of: ".build") else { return ["contract-run"] }
    let package = "/" + path[..<build].joined(separator: "/")
    guard path.count == build + 4, isPackage(package) else { return [program] }
    let configuration = path[build + 2] == "debug" ? [] : ["-c", String(path[build + 2])]
    // `swift run` runs the program of the nearest package.
    let isNearest = FileSystem.upward(from: folder).first(where: isPackage) == package
    let relative = FileSystem.relative(package, from: folder)
    let place = isNearest ? [] : ["--package-path", relative.count < package.count ? relative : package]
    return ["swift", "run"] + configuration + place + [String(path[build + 3])]
  }
}
