import ContractCore
import Foundation

/// A command line that follows the GNU conventions: `--name value` and `--name=value`, and `--` before the driver's
/// command.
struct Arguments {
  var command: Command = .run
  /// Whether the command line names the command.
  private(set) var namesCommand = false
  var paths: [String] = []
  /// The words after `--`; nil if there is no `--`.
  var driver: [String]?
  /// The options in the order given, with "" for an option without a value.
  private(set) var given: [(option: Option, value: String)] = []
  /// Whether a report, which anybody may have written, names the files.
  var hasForeignPaths = false

  /// A mistake on the command line.
  struct UsageError: Error {
    var message: String
    /// What to do next.
    var help: String?
    var command: Command?
  }

  init(_ words: [String]) throws(UsageError) {
    var words = words[...]
    try takeCommand(&words)
    while let word = words.popFirst() {
      if word == "--" {
        driver = Array(words)
        break
      }
      if word.hasPrefix("--") {
        try takeLong(word, &words)
      } else if word.hasPrefix("-"), word.count > 1 {
        try takeShort(word)
      } else {
        paths.append(word)
      }
    }
    try check()
  }

  private mutating func takeCommand(_ words: inout ArraySlice<String>) throws(UsageError) {
    guard let first = words.first else { return }
    if let named = Command(rawValue: first) {
      command = named
      namesCommand = true
      words = words.dropFirst()
    } else if !first.hasPrefix("-"), !first.contains("/"), !FileManager.default.fileExists(atPath: first),
      let near = Self.meant(by: first)
    {
      throw UsageError(message: "'\(first)' is neither a command nor a file", help: "did you mean '\(near)'?")
    }
  }

  /// Returns the option of `run` that has a word as its name, or else the nearest command; nil if none is near.
  private static func meant(by word: String) -> String? {
    if let option = Option(rawValue: word), Command.run.options.contains(option) { return option.name }
    return Suggestion.of(word, in: Command.allCases.map(\.rawValue))
  }

  private mutating func takeLong(_ word: String, _ words: inout ArraySlice<String>) throws(UsageError) {
    let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let name = parts[0]
    guard let option = Option(rawValue: name) else {
      let near = Suggestion.of(name, in: command.options.map(\.rawValue))
      throw UsageError(
        message: "unknown option '--\(name)'", help: near.map { "did you mean '--\($0)'?" }, command: command)
    }
    guard command.options.contains(option) else {
      throw UsageError(
        message: "'\(option.name)' is not an option of 'contract-run \(command.rawValue)'", command: command)
    }
    guard let placeholder = option.placeholder else {
      if parts.count > 1 { throw UsageError(message: "'\(option.name)' does not take a value", command: command) }
      given.append((option, ""))
      return
    }
    if parts.count > 1 {
      if parts[1].isEmpty, option.valueIsOptional, !option.choices.isEmpty {
        throw UsageError(
          message: "nothing follows '\(word)'", help: "write '\(option.name)', or a value", command: command)
      }
      given.append((option, parts[1]))
    } else if option.valueIsOptional {
      if let next = words.first, option.choices.contains(next) || option == .shuffle && UInt64(next) != nil,
        !FileManager.default.fileExists(atPath: next)
      {
        throw UsageError(
          message: "'\(next)' is not a file", help: "did you mean '\(option.name)=\(next)'?", command: command)
      }
      given.append((option, ""))
    } else if let value = words.first, value != "--" {
      words = words.dropFirst()
      given.append((option, value))
    } else {
      throw UsageError(message: "'\(option.name)' needs a value: \(option.name) \(placeholder)", command: command)
    }
  }

  private mutating func takeShort(_ word: String) throws(UsageError) {
    for letter in word.dropFirst() {
      guard let option = Option.allCases.first(where: { $0.letter == letter }) else {
        throw UsageError(message: "unknown option '-\(letter)'", command: command)
      }
      guard command.options.contains(option) else {
        throw UsageError(
          message: "'-\(letter)' is not an option of 'contract-run \(command.rawValue)'", command: command)
      }
      given.append((option, ""))
    }
  }

  private func check() throws(UsageError) {
    if has(.help) || has(.version) || command == .help { return }
    if let driver, driver.isEmpty {
      throw UsageError(message: "nothing follows '--'", help: "write the driver's command after it", command: command)
    }
    if [.check, .serve, .importing, .initialize, .schema, .merge, .compare].contains(command), driver != nil {
      throw UsageError(
        message: "'contract-run \(command.rawValue)' does not take a driver",
        help: command == .compare ? "write it as --new 'DRIVER ARG…'" : nil, command: command)
    }
    if command == .smoke, let path = paths.first {
      throw UsageError(
        message: "'contract-run smoke' does not take a PATH, found '\(path)'",
        help: "write the driver's command after '--'", command: command)
    }
    if command == .initialize, let path = paths.first {
      throw UsageError(
        message: "'contract-run init' does not take a PATH, found '\(path)'",
        help: "run it in the folder of the client", command: command)
    }
    if paths.contains(where: \.isEmpty) {
      throw UsageError(message: "a PATH is empty", command: command)
    }
    if has(.quiet), has(.verbose) {
      throw UsageError(message: "'--quiet' and '--verbose' cannot be combined", command: command)
    }
  }

  // MARK: Values

  /// Gives an option one value, in place of those that it has.
  mutating func replace(_ option: Option, with value: String) {
    given.removeAll { $0.option == option }
    given.append((option, value))
  }

  func has(_ option: Option) -> Bool { given.contains { $0.option == option } }

  /// Returns the values of an option that may be repeated, in the order given.
  func all(_ option: Option) -> [String] { given.filter { $0.option == option }.map(\.value) }

  /// Returns the value of an option, the last one if it is repeated, or nil if it is not given.
  func last(_ option: Option) -> String? { all(option).last }

  /// Returns the value of an option that takes a URL; nil if it is not given.
  func url(_ option: Option) throws(UsageError) -> BaseURL? {
    guard let text = last(option) else { return nil }
    guard let url = BaseURL(text) else {
      throw notURL(option, text)
    }
    return url
  }

  /// Returns the mistake of a text that is not a URL. One with a name and a password is not shown.
  func notURL(_ option: Option, _ text: String) -> UsageError {
    let shown = text.contains("@") ? "a URL with a name or a password" : "'\(text)'"
    return UsageError(
      message: "'\(option.name)' cannot be \(shown)", help: "write a URL such as https://api.example.com/v1",
      command: command)
  }

  /// Returns the values of an option that takes one of a few names, in the order given.
  func names(_ option: Option) throws(UsageError) -> [String] {
    let values = all(option)
    let allowed = option.choices + (option.valueIsOptional ? [""] : [])
    guard let value = values.first(where: { !allowed.contains($0) }) else { return values }
    let near = Suggestion.of(value, in: option.choices).map { "did you mean '\($0)'? " } ?? ""
    throw UsageError(
      message: "'\(option.name)' cannot be '\(value)'",
      help: "\(near)allowed: \(option.choices.joined(separator: ", "))", command: command)
  }
}
