#!/bin/sh
# The driver of todo_client.sh. It speaks the driver protocol, and calls the functions of the client when contract-run
# asks for them: on loopback, one call at a time. A call runs in the background, so that this process notices the end
# of its input at once.

case $0 in (*/*) here=${0%/*} ;; (*) here=. ;; esac
# shellcheck source-path=SCRIPTDIR source=todo_client.sh
. "$here/todo_client.sh"

exec 3>&1 1>&2 # descriptor 3 is for the protocol; everything else that is printed goes to standard error
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# Replaces the client's curl, to record its process ID: curl must not outlive a runner that is gone.
# shellcheck disable=SC2016,SC2317 # the inner shell expands it; the client calls it
curl() {
  sh -c 'echo "$$" >"$1" && shift && exec curl "$@"' curl "$work/curl" "$@"
  set -- $?
  rm -f "$work/curl"
  return "$1"
}

scalar() { # PLACE TYPE FILE; prints the JSON text at the place
  LC_ALL=C awk -F '\t' -v place="$1" -v type="$2" '
    $1 == place && $2 == type { print $3; found = 1; exit }
    END { exit !found }' "$3"
}

# --- A call. Each function writes the outcome to standard output.

input() { # PLACE; sets $text to the string at this place of the contract's input
  text=$(json_text "\$/call/input$1" "$work/call" && echo x) # the x keeps line feeds at the end of the text
  case $? in
    (0) text=${text%x} ;;
    (3) unsupported "input$1 contains U+0000, which a shell cannot pass to a function" ;;
    (*) unsupported "input$1 is not a string" ;;
  esac
}

unsupported() { # WHY
  printf '{"unsupported":%s}' "$(json_quote "$1")"
  exit
}

failure() { # CATEGORY MEMBERS TEXT
  printf '{"failure":{"category":"%s",%s"message":%s}}' "$1" "$2" "$(json_quote "$3")"
}

perform() {
  [ "$(json_text '$/call/transport' "$work/call")" = loopback ] || unsupported "this driver supports only loopback"
  url=$(json_text '$/call/baseURL' "$work/call") || unsupported "baseURL is not a string"
  case $(json_text '$/call/operation' "$work/call") in
    (createUser)
      input /user/name && set -- "$text"
      input /user/email && set -- "$@" "$text"
      input /user/password && set -- "$@" "$text"
      input /user/verifyPassword && set -- create_user "$url" "$@" "$text"
      ;;
    (login)
      input /email && set -- "$text"
      input /password && set -- login "$url" "$@" "$text"
      ;;
    (createTodo)
      input /token && set -- "$text"
      input /todo/title && set -- create_todo "$url" "$@" "$text"
      ;;
    (todos)
      input /token && set -- todos "$url" "$text"
      ;;
    (deleteTodo)
      input /token && set -- "$text"
      input /id && set -- delete_todo "$url" "$@" "$text"
      ;;
    (*)
      printf '{"unsupported":true}'
      exit
      ;;
  esac
  "$@" >"$work/found" 2>"$work/said" </dev/null 3>&-
  status=$?
  cat "$work/said" >&2
  said=$(sed -n '$p' "$work/said")
  said=${said#todo: }
  case $status in
    (0)
      if json_flat "$work/found" >"$work/flat.found"; then
        printf '{"success":' && cat "$work/found" && printf '}'
      else
        failure other '' "the client ended with status 0, but its output is not JSON"
      fi
      ;;
    (2) failure invalidRequest '"case":"invalidRequest",' "${said#* }" ;;
    (3) network "${said#curl }" ;;
    (4) failure status "\"type\":\"APIError\",\"case\":\"statusCode\",\"payload\":${said#* }," "$said" ;;
    (5) failure invalidResponse '"type":"APIError","case":"emptyData",' "$said" ;;
    (6) failure decoding "\"type\":\"DecodingError\",\"case\":\"${said%% *}\"," "${said#* }" ;;
    (7) failure invalidResponse '"type":"APIError","case":"invalidResponse",' "$said" ;;
    (12[89] | 1[3-9]? | 2??)
      # A signal killed the client, so this process dies by the same signal, and the runner notices it. (If the signal
      # has a trap, as TERM does, this process ends with 1.)
      rm -rf "$work"
      kill -"$((status - 128))" $$
      exit 1
      ;;
    (*) failure other '' "$said (exit status $status)" ;;
  esac
}

# Contracts describe a network error with codes of NSURLErrorDomain, but curl has exit statuses. If an exit status has
# a matching code, the failure has that code, with curl's own status in `underlying`. Otherwise it has only curl's
# status.
network() { # EXIT-STATUS TEXT
  case ${1%% *} in
    (6) code=-1003 ;;                 # the host was not found: cannotFindHost
    (7) code=-1004 ;;                 # not connected, mostly because it was refused: cannotConnectToHost
    (28) code=-1001 ;;                # timedOut
    (18 | 55 | 56) code=-1005 ;;      # cut off, not sent, or reset: networkConnectionLost
    (52) code=-1011 ;;                # closed without a response: badServerResponse
    (1 | 8) code=-1017 ;;             # a response that is not HTTP: cannotParseResponse
    (35) code=-1200 ;;                # secureConnectionFailed
    (51 | 60) code=-1202 ;;           # serverCertificateUntrusted
    (*) code= ;;
  esac
  case ${1%% *} in
    (5 | 16 | 92 | 95 | 96 | 97) category=network ;; # the proxy, HTTP/2, HTTP/3
    (*) if [ -n "$code" ]; then category=network; else category=other; fi ;;
  esac
  own="\"domain\":\"curl\",\"code\":${1%% *},"
  if [ -n "$code" ]; then
    failure "$category" "\"domain\":\"NSURLErrorDomain\",\"code\":$code,\"underlying\":{\"category\":\"$category\",${own%,}}," "${1#* }"
  else
    failure "$category" "$own" "${1#* }"
  fi
}

call() {
  id=$(scalar '$/call/id' number "$work/call")
  (perform) </dev/null >"$work/outcome"
  [ -d "$work" ] || exit 1 # the client was killed; see the comment in perform
  { printf '{"result":{"id":%s,"outcome":' "$id" && tr -d '\n' <"$work/outcome" && printf '}}\n'; } >"$work/result"
  cat "$work/result" >&3
  rm -f "$work/busy.$n"
}

finish() {
  # A running call has one second to end. Then its curl is killed, and the call has half a second to clean up.
  [ ! -e "$work/busy.$n" ] || sleep 1
  if [ -e "$work/busy.$n" ]; then
    [ ! -s "$work/curl" ] || kill "$(cat "$work/curl")"
    for _ in 1 2 3 4 5; do
      [ ! -e "$work/busy.$n" ] || sleep 0.1 # does not wait at all if sleep does not support fractions
    done
    [ ! -e "$work/busy.$n" ] || kill "$job"
  fi 2>/dev/null
  exit 0
}

# --- The runner's messages. (Only `read` consumes exactly one line of a pipe.)

n=0
while IFS= read -r line; do
  cat >"$work/line" <<EOF
$line
EOF
  json_flat "$work/line" >"$work/flat" || { echo "todo_driver: the runner sent a line that is not a message"; exit 1; }
  case $(sed -n '2{s/[^a-z]*\([A-Za-z]*\).*/\1/p;q;}' "$work/flat") in
    (hello)
      [ "$(scalar '$/hello/protocol' number "$work/flat" | awk '{ print ($1 == 1) }')" = 1 ] ||
        { echo "todo_driver: the runner uses another version of the protocol; this driver uses version 1"; exit 1; }
      printf '%s\n' '{"hello":{"protocol":1,"driver":"todo-sh","operations":["createUser","login","createTodo","todos","deleteTodo"],"transports":["loopback"],"inFlight":1}}' >&3
      ;;
    (call)
      mv "$work/flat" "$work/call"
      n=$((n + 1))
      : >"$work/busy.$n" # this file exists until the call has ended
      call &
      job=$!
      ;;
    (bye) finish ;;
  esac
done
finish
