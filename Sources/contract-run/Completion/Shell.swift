/// A shell whose completion `contract-run completion` supports.
///
/// Its script asks contract-run itself what can follow, so that a script that was installed once knows the options of a
/// later version.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  /// The script that adds the completion to the shell.
  var script: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  // bash replaces only the part of a word after its last unquoted `=` or `:`, which it passes as $2. So it passes the
  // whole line too. If there are no words, bash completes file names.
  private static let bashScript = #"""
    # Completion of contract-run for bash. In ~/.bashrc: eval "$(contract-run completion bash)"
    _contract_run() {
      local line head
      COMPREPLY=()
      {
        IFS= read -r head
        while IFS= read -r line; do COMPREPLY+=("$line"); done
      } < <("$1" completion bash -- "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
      if [[ $head == files$'\t'* && ${#COMPREPLY[@]} -gt 0 ]]; then
        compopt -o filenames 2>/dev/null
        while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$2")
      fi
      if [[ ${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2>/dev/null; fi
    }
    complete -o default -F _contract_run contract-run

    """#

  private static let zshScript = #"""
    #compdef contract-run
    # Completion of contract-run for zsh. In ~/.zshrc, after compinit: eval "$(contract-run completion zsh)"
    _contract-run() {
      local line head
      local -a answer texts shown space
      answer=("${(@f)$("$words[1]" completion zsh -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
      head=$answer[1]
      for line in "${(@)answer[2,-1]}"; do
        texts+=("${line%%$'\t'*}")
        shown+=("${line/$'\t'/  -- }")
      done
      [[ -n ${head#*$'\t'} ]] && compset -P "${(b)${head#*$'\t'}}"
      [[ $texts[1] == *= ]] && space=(-S '')
      (( $#texts )) && compadd "${(@)space}" -l -d shown -a texts
      [[ $head == files$'\t'* ]] && _files
    }
    if [[ $funcstack[1] == _contract-run ]]; then _contract-run; else compdef _contract-run contract-run; fi

    """#

  private static let fishScript = #"""
    # Completion of contract-run for fish. In ~/.config/fish/config.fish: contract-run completion fish | source
    function __contract_run
        set -l words (commandline -opc)
        set -l current (commandline -ct)
        set -l answer ($words[1] completion fish -- $words[2..-1] "$current" 2>/dev/null)
        set -l head (string split \t -- "$answer[1]")
        printf '%s\n' $head[2]$answer[2..-1]
        if test "$head[1]" = files
            set -l rest (string sub --start (math (string length -- "$head[2]") + 1) -- "$current")
            printf '%s\n' $head[2](__fish_complete_path "$rest")
        end
    end
    complete -c contract-run -f -a '(__contract_run)'

    """#

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
