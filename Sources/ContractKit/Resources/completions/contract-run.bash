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
