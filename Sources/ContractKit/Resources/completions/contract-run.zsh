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
