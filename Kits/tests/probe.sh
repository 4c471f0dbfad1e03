#!/bin/sh
# The driver of the contracts in this folder for the shell: of `abilities`, and of all others on the stack curl.
#   sh Kits/tests/probe.sh

here=${0%/*}
# shellcheck source-path=SCRIPTDIR source=../../Examples/shell/json.sh
. "$here/../../Examples/shell/json.sh"
# shellcheck source-path=SCRIPTDIR source=../../Examples/shell/contract_driver.sh
. "$here/../../Examples/shell/contract_driver.sh"

# --- The clients

# shellcheck disable=SC2317,SC2329 # called by `client`
fails() { # STATUS TEXT
  echo "$2" >&2
  return "$1"
}
# shellcheck disable=SC2317,SC2329
leaves() { exit 7; }
# shellcheck disable=SC2317,SC2329
fails_beside() {
  sh -c 'exit 1' &
  wait
  echo null
}
# shellcheck disable=SC2317,SC2329
get() { # URL OPTION …; prints the body, and its status on the last line of standard error
  curl -q -sS --max-time 0.5 -w '%{stderr}\n%{http_code}\n' "$@"
}

# --- The driver

# The client's text is its result, so JSON passes through as it is.
returns() {
  client sed 's/.*"input":{"value"://; s/}}}$//' "$work/line"
  success "$work/found"
}

makes() {
  input /kind
  case $text in
    (nothing) client echo null ;;
    (text) client json_quote abc ;;
    (big) client echo 9223372036854775808 ;;
    (exact) client echo 9007199254740993 ;;
    (*) unsupported "a shell has only texts, no $text" ;;
  esac
  success "$work/found"
}

throws() {
  input /kind
  case $text in
    (own)
      client fails 4 gone
      failure status '"type":"AppError","case":"gone","payload":410,' "$(cat "$work/said")"
      ;;
    (plain)
      client fails 1 plain
      failure other '' "$(cat "$work/said")"
      ;;
    (url)
      client curl -q -sS 'http://[::1/'
      network "$status" "$(cat "$work/said")"
      ;;
    (json)
      client printf '[1,'
      success "$work/found" || failure decoding '' "the answer is not JSON"
      ;;
    (*) unsupported "a shell has only exit statuses, no error like $text" ;;
  esac
}

gets() { # URL OPTION …
  url=$1
  shift
  input /path
  client get "$url$text" "$@"
  code=$(sed -n '$p' "$work/said")
  case $status:$code in
    (0:2??) success "$work/found" || failure decoding '' "the answer is not JSON" ;;
    (0:*) failure status "\"type\":\"StatusError\",\"case\":\"status\",\"payload\":$code," "status $code" ;;
    (*) network "$status" "$(sed -n 1p "$work/said")" ;;
  esac
}

gets_with_headers() { # URL
  for name in Authorization X-Api-Key Cookie Proxy-Authorization; do
    input "/headers/$name"
    set -- "$@" --header "$name: $text"
  done
  gets "$@" --location --max-time 10
}

gets_with_auth() { # URL
  input /username
  name=$text
  input /password
  gets "$1" --location --max-time 10 --user "$name:$text"
}

gets_with_cookie() { # URL
  input /sid
  gets "$1" --location --max-time 10 --cookie "sid=$text"
}

gets_with_jar() { # URL
  gets "$1" --location --max-time 10 --cookie ''
}

gets_unverified() { # URL
  gets "$1" --max-time 10 --insecure
}

posts() { # URL
  input /body
  gets "$1" --location --max-time 10 --data "$text"
}

# shellcheck disable=SC2154,SC2317,SC2329 # contract_driver.sh sets text, status and work, and calls it
perform() { # OPERATION URL
  case $1 in
    (returns | makes | throws) "$1" ;;
    (settlesNever) client sleep 600 ;;
    (exits) client leaves ;;
    (panics)
      client fails_beside
      success "$work/found"
      ;;
    (asks) unsupported "the kit for the shell reads only strings" ;;
    (mistakes) : "${missing:?}" ;;
    (unsupported) unsupported "the driver cannot run this call" ;;
    (get) gets "$2" --location ;;
    (getWith) gets_with_headers "$2" ;;
    (getWithAuth) gets_with_auth "$2" ;;
    (getWithCookie) gets_with_cookie "$2" ;;
    (getWithJar) gets_with_jar "$2" ;;
    (getUnverified) gets_unverified "$2" ;;
    (post) posts "$2" ;;
    (prints) unsupported "what a client in a shell prints is its result" ;;
    (streams) unsupported "a shell has no streams" ;;
    (completes) unsupported "a shell has no handlers" ;;
    (meets) unsupported "the kit for the shell runs one call at a time" ;;
  esac
}

serve "$(curl -q --version | sed -n '1s/^\(curl [0-9.]*\).*/\1/p')" returns makes throws prints streams completes settlesNever exits panics meets asks mistakes \
  unsupported get getWith getWithAuth getWithCookie getWithJar getUnverified post
