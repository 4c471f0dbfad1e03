#!/bin/sh
# The driver of the contracts in Kits/tests/abilities for the shell: `sh Kits/tests/probe.sh`.

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
    (prints) unsupported "what a client in a shell prints is its result" ;;
    (streams) unsupported "a shell has no streams" ;;
    (completes) unsupported "a shell has no handlers" ;;
    (meets) unsupported "the kit for the shell runs one call at a time" ;;
  esac
}

serve shell returns makes throws prints streams completes settlesNever exits panics meets asks mistakes unsupported
