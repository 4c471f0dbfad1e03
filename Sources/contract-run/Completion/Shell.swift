import ContractResources

/// A shell whose completion `contract-run completion` supports.
///
/// Its script asks contract-run itself what can follow, so that a script that was installed once knows the options of a
/// later version.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  var script: String {
    let script =
      switch self {
      case .bash: contractBashCompletion
      case .zsh: contractZshCompletion
      case .fish: contractFishCompletion
      }
    return String(cString: script)
  }

  /// Returns the answer to the shell's script. Its first line says whether files can follow too, and has the part of the
  /// current word that stays as it is. The other lines are the words that can follow.
  ///
  /// - Parameter words: For bash, the line up to the cursor and the part of it that is replaced. For other shells, the
  ///   words after the command's name, without quotes.
  func answer(to words: [String], names: (Option.Value, [String]) -> [String]) -> [String] {
    var words = words
    var replaced: (line: BashLine, end: String)?
    if self == .bash {
      guard words.count == 2 else { return [] }
      let line = BashLine(words[0])
      replaced = (line, words[1])
      words = Array(line.words.dropFirst())
    }
    let completion = Completion(words, names: names)
    let head = "\(completion.takesFile ? "files" : "words")\t\(completion.prefix)"
    return [head]
      + completion.words.compactMap { word in
        if let (line, end) = replaced { return line.replacement(of: end, with: completion.prefix + word.text) }
        return word.description.isEmpty ? word.text : "\(word.text)\t\(word.description)"
      }
  }
}
