import ContractCore
import Foundation

/// A command line that follows the GNU conventions: `--name value` and `--name=value`, and `--` before the driver's
/// command.
struct Arguments {
  var command: Command = .run
  private(set) var namesCommand = false
  var paths: [String] = []
  /// The words after `--`; nil if there is no `--`.
  var driver: [String]?
  /// The options in the order given, with "" for an option without a value.
  private(set) var given: [(option: Option, value: String)] = []
  /// Whether a report, which anybody may have written, names the files.
  var hasForeignPaths = false

  /// Whether the command starts drivers that only the configuration can name.
  var startsConfiguredDrivers: Bool {
    driver == nil && command.has(.noBuild) && (command.has(.drivers) ? has(.drivers) : true)
  }

  /// Makes a command line without options.
  init(_ command: Command, paths: [String] = [], driver: [String]? = nil) {
    (self.command, self.paths, self.driver) = (command, paths, driver)
  }

  /// Reads the words of a command line, without the program.
  ///
  /// - Throws: An `Exit` with the command that the words name.
  init(_ words: [String]) throws(Exit) {
    var words = words[...]
    try takeCommand(&words)
    do throws(Exit) {
      while let word = words.popFirst() {
        if word == "--" {
          driver = Array(words)
          break
        }
        if word.hasPrefix("--") {
          try takeLong(word, &words)
        } else if word.hasPrefix("-"), word.count > 1 {
          for letter in word.dropFirst() { given.append((try option("-\(letter)") { $0.letter == letter }, "")) }
        } else {
          paths.append(word)
        }
      }
      try check()
    } catch { throw error.of(command) }
  }

  private mutating func takeCommand(_ words: inout ArraySlice<String>) throws(Exit) {
    guard let first = words.first else { return }
    if let named = Command.named(first) {
      command = named
      namesCommand = true
      words = words.dropFirst()
    } else if !first.hasPrefix("-"), !first.contains("/"), !FileManager.default.fileExists(atPath: first),
      let near = Self.meant(by: first, words.dropFirst())
    {
      throw .usage("'\(first)' is neither a command nor a file", "did you mean '\(near)'?")
    }
  }

  /// Returns what replaced a command, or else the option of `run` that has a word as its name, or else the nearest
  /// command; nil if none is near.
  private static func meant(by word: String, _ others: ArraySlice<String>) -> String? {
    if let new = FormerWords.command(word, others) { return new }
    let option = "--\(word)"
    if Command.run.options.contains(where: { $0.name == option }) { return option }
    return Suggestion.of(word, in: Command.all.map(\.name))
  }

  private mutating func takeLong(_ word: String, _ words: inout ArraySlice<String>) throws(Exit) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let option = try option(parts[0]) { $0.name == parts[0] }
    guard let placeholder = option.placeholder else {
      if parts.count > 1 { throw .usage("'\(option.name)' does not take a value") }
      return given.append((option, ""))
    }
    if parts.count > 1 {
      if parts[1].isEmpty, option.valueIsOptional, !option.choices.isEmpty {
        throw .usage("nothing follows '\(word)'", "write '\(option.name)', or a value")
      }
      try take(option, parts[1])
    } else if option.valueIsOptional {
      if let next = words.first, option.choices.contains(next) || option == .shuffle && UInt64(next) != nil,
        !FileManager.default.fileExists(atPath: next)
      {
        throw .usage("'\(next)' is not a file", "did you mean '\(option.name)=\(next)'?")
      }
      given.append((option, ""))
    } else if let value = words.first, value != "--" {
      words = words.dropFirst()
      try take(option, value)
    } else {
      throw .usage("'\(option.name)' needs a value: \(option.name) \(placeholder)")
    }
  }

  private func option(_ name: String, _ isMeant: (Option) -> Bool) throws(Exit) -> Option {
    if let option = command.options.first(where: isMeant) { return option }
    if let new = FormerWords.option(name, of: command) { throw .usage("unknown option '\(name)'", "write \(new)") }
    let others = Command.all.filter { $0.options.contains(where: isMeant) }.map(\.name)
    if !others.isEmpty {
      throw .usage(
        "'\(name)' is not an option of 'contract-run \(command.name)'", "it is an option of \(English.listed(others))")
    }
    let near = name.count > 2 ? Suggestion.of(name, in: command.options.map(\.name)) : nil
    throw .usage("unknown option '\(name)'", near.map { "did you mean '\($0)'?" })
  }

  /// Adds an option with its value, which must be one of its names if it has some.
  private mutating func take(_ option: Option, _ value: String) throws(Exit) {
    given.append((option, value))
    if option.choices.isEmpty || option.choices.contains(value) { return }
    let near = Exit.near(value, in: option.choices)
    let otherwise = option.otherwise.map { "; \($0)" } ?? ""
    throw .usage(
      "'\(option.name)' cannot be '\(value)'", "\(near)allowed: \(option.choices.joined(separator: ", "))\(otherwise)")
  }

  private func check() throws(Exit) {
    if has(.help) || has(.version) { return }
    if let driver {
      if driver.isEmpty { throw .usage("nothing follows '--'", "write the driver's command after it") }
      if case .refused(let help) = command.driver {
        throw .usage("'contract-run \(command.name)' does not take a driver", help)
      }
    }
    if case .refused(let help) = command.operands, let path = paths.first {
      throw .usage("'contract-run \(command.name)' does not take a PATH, found '\(path)'", help)
    }
    if paths.contains(where: \.isEmpty) { throw .usage("a PATH is empty") }
    for (option, _) in given {
      if let other = option.excludes.first(where: { name in given.contains { $0.option.name == name } }) {
        throw .usage("'\(option.name)' and '\(other)' cannot be combined")
      }
    }
  }

  // MARK: Values

  /// Gives an option one value, in place of those that it has.
  mutating func replace(_ option: Option, with value: String = "") {
    remove(option)
    add(option, value)
  }

  mutating func add(_ option: Option, _ value: String) { given.append((option, value)) }

  mutating func remove(_ option: Option) { given.removeAll { $0.option == option } }

  func has(_ option: Option) -> Bool { given.contains { $0.option == option } }

  /// Returns the values of an option that may be repeated, in the order given.
  func all(_ option: Option) -> [String] { given.filter { $0.option == option }.map(\.value) }

  /// Returns the value of an option, the last one if it is repeated, or nil if it is not given.
  func last(_ option: Option) -> String? { all(option).last }

  /// Returns the value of an option that takes a URL; nil if it is not given.
  func url(_ option: Option) throws(Exit) -> BaseURL? {
    guard let text = last(option) else { return nil }
    guard let url = BaseURL(text) else { throw Self.notURL(text, option) }
    return url
  }

  /// Returns the mistake of a text that is not a URL. One with a name and a password is not shown.
  static func notURL(_ text: String, _ option: Option) -> Exit {
    let shown = text.contains("@") ? "a URL with a name or a password" : "'\(text)'"
    return .usage("'\(option.name)' cannot be \(shown)", "write a URL such as https://api.example.com/v1")
  }

  /// Returns the value of an option that takes a whole number; nil if it is not given.
  func number(_ option: Option, _ range: ClosedRange<Int>, help: String? = nil) throws(Exit) -> Int? {
    guard let text = last(option) else { return nil }
    if let number = Int(text), range.contains(number) { return number }
    let bounds =
      range.upperBound == .max
      ? "greater than \(range.lowerBound - 1)" : "from \(range.lowerBound) to \(range.upperBound)"
    throw .usage("'\(option.name)' needs a whole number \(bounds), found '\(text)'", help)
  }

  // MARK: Other command lines

  /// Returns options as a command line has them.
  ///
  /// - Parameters:
  ///   - roles: The roles of the options.
  ///   - command: The command that must have the options; by default, their own.
  func words(_ roles: Set<Option.Role>? = nil, for command: Command? = nil) -> [String] {
    given.flatMap { option, value in
      if roles?.contains(option.role) == false || command?.has(option) == false { return [String]() }
      if option.valueIsOptional { return [value.isEmpty ? option.name : "\(option.name)=\(value)"] }
      return option.placeholder == nil ? [option.name] : [option.name, value]
    }
  }

  /// The files and folders that a command reads: its paths, and the values of options.
  var files: [String] {
    paths + given.compactMap { option, value in if case .file = option.value { value } else { nil } }
  }

  /// The words that follow the options.
  var operands: [String] { paths + (driver.map { ["--"] + $0 } ?? []) }
}
