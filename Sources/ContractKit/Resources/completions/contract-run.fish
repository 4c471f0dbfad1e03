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
