# shellcheck shell=sh
# A driver for contract-run, for clients in POSIX sh: copy this file and json.sh beside your tests.
#
#   . ./json.sh
#   . ./contract_driver.sh
#   . ./shop.sh                                       # the client under test, unchanged
#
#   perform() { # OPERATION URL; calls the client, and writes the outcome to standard output
#     case $1 in
#       (price)
#         input /article
#         client shop_price "$2" "$text"
#         case $status in
#           (0) success "$work/found" ;;              # the JSON that the client printed
#           (*) failure status "\"payload\":$status," "the client failed" ;;
#         esac
#         ;;
#     esac
#   }
#
#   serve shop price                                  # the driver's name, and its operations
#
# It calls the client on loopback, one call at a time. A call runs in the background, so that this process notices the
# end of its input at once. It needs curl, awk, cat, mktemp, mv, od, rm, sed, sleep, tr, wc. The page
# docs/driver-protocol.md describes the messages between the runner and a driver.

exec 3>&1 1>&2 # descriptor 3 is for the protocol; everything else that is printed goes to standard error
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# Replaces the client's curl, to record its process ID: curl must not outlive a runner that is gone.
# shellcheck disable=SC2016,SC2317,SC2329 # the inner shell expands it; the client calls it
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

# --- For `perform`, which runs in a process of its own. These functions write the outcome to standard output.

input() { # PLACE; sets $text to the string at this place of the contract's input
  text=$(json_text "\$/call/input$1" "$work/call" && echo x) # the x keeps line feeds at the end of the text
  case $? in
    (0) text=${text%x} ;;
    (3) unsupported "input$1 contains U+0000, which a shell cannot pass to a function" ;;
    (*) unsupported "input$1 is not a string" ;;
  esac
}

# Calls a function or a program of the client. Sets $status to its exit status. What it printed is in $work/found, and
# what it wrote to standard error is in $work/said.
client() { # WORD …
  "$@" >"$work/found" 2>"$work/said" </dev/null 3>&-
  status=$?
  cat "$work/said" >&2
  case $status in
    (12[89] | 1[3-9]? | 2??)
      # A signal killed the client, so this process dies by the same signal, and the runner notices it. (If the signal
      # has a trap, as TERM does, this process ends with 1.)
      rm -rf "$work"
      kill -"$((status - 128))" $$
      exit 1
      ;;
  esac
}

success() { # FILE; fails and writes nothing if the file's text is not JSON
  json_flat "$1" >"$work/flat.found" && printf '{"success":' && cat "$1" && printf '}'
}

failure() { # CATEGORY MEMBERS TEXT
  printf '{"failure":{"category":"%s",%s"message":%s}}' "$1" "$2" "$(json_quote "$3")"
}

unsupported() { # WHY
  printf '{"unsupported":%s}' "$(json_quote "$1")"
  exit
}

# Contracts describe a network error with codes of NSURLErrorDomain, but curl has exit statuses. If an exit status has
# a matching code, the failure has that code, with curl's own status in `underlying`. Otherwise it has only curl's
# status.
network() { # EXIT-STATUS TEXT
  case $1 in
    (3) code=-1000 ;;                 # not a URL: badURL
    (6) code=-1003 ;;                 # the host was not found: cannotFindHost
    (7 | 45) code=-1004 ;;            # not connected, mostly because it was refused: cannotConnectToHost
    (28) code=-1001 ;;                # timedOut
    (18) code=-1 ;;                   # ended too soon: unknown
    (55 | 56) code=-1005 ;;           # not sent, or reset: networkConnectionLost
    (33 | 52) code=-1011 ;;           # closed without a response, or no range: badServerResponse
    (1 | 8 | 100) code=-1017 ;;       # a response that is not HTTP, or too large a header: cannotParseResponse
    (63) code=-1103 ;;                # dataLengthExceedsMaximum
    (35 | 53 | 54 | 58 | 59 | 66 | 77 | 80 | 82 | 98 | 101) code=-1200 ;; # secureConnectionFailed
    (51 | 60 | 83 | 90 | 91) code=-1202 ;; # serverCertificateUntrusted
    (*) code= ;;
  esac
  case $1 in
    (3) category=invalidRequest ;;
    (5 | 16 | 92 | 95 | 96 | 97) category=network ;; # the proxy, HTTP/2, HTTP/3
    (*) if [ -n "$code" ]; then category=network; else category=other; fi ;;
  esac
  own="\"domain\":\"curl\",\"code\":$1,"
  if [ -n "$code" ]; then
    failure "$category" "\"domain\":\"NSURLErrorDomain\",\"code\":$code,\"underlying\":{\"category\":\"$category\",${own%,}}," "$2"
  else
    failure "$category" "$own" "$2"
  fi
}

# --- A call, and the runner's messages

outcome() {
  [ "$(json_text '$/call/transport' "$work/call")" = loopback ] || unsupported "this driver supports only loopback"
  url=$(json_text '$/call/baseURL' "$work/call") || unsupported "baseURL is not a string"
  operation=$(json_text '$/call/operation' "$work/call")
  case $operations in
    (*",$(json_quote "$operation"),"*) perform "$operation" "$url" ;;
    (*) printf '{"unsupported":true}' ;;
  esac
}

call() {
  id=$(scalar '$/call/id' number "$work/call")
  (outcome) </dev/null >"$work/outcome"
  ended=$?
  [ -d "$work" ] || exit 1 # the client was killed; see the comment in `client`
  if [ ! -s "$work/outcome" ]; then
    echo "the call ended with status $ended and without an outcome: the client called exit, or perform wrote nothing"
    kill $$
    exit 1
  fi
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

serve() { # NAME OPERATION …; serves the runner until it sends `bye` or closes the input
  name=$(json_quote "$1")
  shift
  operations=,
  for operation in "$@"; do operations=$operations$(json_quote "$operation"),; done
  list=${operations#,}
  n=0
  # Only `read` consumes exactly one line of a pipe.
  while IFS= read -r line; do
    cat >"$work/line" <<EOF
$line
EOF
    json_flat "$work/line" >"$work/flat" || { echo "the runner sent a line that is not a message"; exit 1; }
    case $(sed -n '2{s/[^a-z]*\([A-Za-z]*\).*/\1/p;q;}' "$work/flat") in
      (hello)
        [ "$(scalar '$/hello/protocol' number "$work/flat" | awk '{ print ($1 == 1) }')" = 1 ] ||
          { echo "the runner uses another version of the protocol; this driver uses version 1"; exit 1; }
        printf '{"hello":{"protocol":1,"driver":%s,"operations":[%s],"transports":["loopback"],"inFlight":1}}\n' \
          "$name" "${list%,}" >&3
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
}
