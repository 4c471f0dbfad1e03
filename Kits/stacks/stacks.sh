#!/bin/sh
# The driver of the contracts in Kits/tests, without abilities, on wget or wget2: `sh Kits/stacks/stacks.sh wget`. The
# stack curl is in Kits/tests/probe.sh.

here=${0%/*}
# shellcheck source-path=SCRIPTDIR source=../../Examples/shell/json.sh
. "$here/../../Examples/shell/json.sh"
# shellcheck source-path=SCRIPTDIR source=../../Examples/shell/contract_driver.sh
. "$here/../../Examples/shell/contract_driver.sh"
stack=$1
type "$stack" >/dev/null || exit 1

# shellcheck disable=SC2317,SC2329 # called by `client`
get() { # URL OPTION …; prints the body, and the headers of each response on standard error
  # wget2 prints more than the body to standard output.
  "$stack" --no-config --no-hsts --server-response --tries 1 --output-document "$work/body" "$@" >&2
  set -- $?
  cat "$work/body"
  return "$1"
}

# The exit statuses of its manual: 4 is the network, 5 is TLS, 8 is a response with an error.
gets() { # URL OPTION …
  url=$1
  shift
  input /path
  client get "$url$text" "$@"
  code=$(sed -nE 's,^ *HTTP(/1\.[01]| ERROR response| response) ([0-9]+).*,\2,p' "$work/said" | sed -n '$p')
  said=$(grep -v '^ ' "$work/said" | sed -n '/./h; ${x;p;}')
  case $status in
    (0) success "$work/found" || failure decoding '' "the answer is not JSON" ;;
    (8) failure status "\"type\":\"StatusError\",\"case\":\"status\",\"payload\":${code:-0}," "status $code" ;;
    (5) failure network '"domain":"NSURLErrorDomain","code":-1202,' "$said" ;;
    (*) failure network '' "$said" ;;
  esac
}

gets_with_headers() { # URL
  for name in Authorization X-Api-Key Cookie Proxy-Authorization; do
    input "/headers/$name"
    set -- "$@" --header "$name: $text"
  done
  gets "$@" --timeout 10
}

gets_with_auth() { # URL
  input /username
  name=$text
  input /password
  gets "$1" --timeout 10 --auth-no-challenge --user "$name" --password "$text"
}

posts() { # URL
  input /body
  gets "$1" --timeout 10 --post-data "$text"
}

# shellcheck disable=SC2154,SC2317,SC2329 # contract_driver.sh sets text, status and work, and calls it
perform() { # OPERATION URL
  case $1 in
    (get) gets "$2" --timeout 0.5 ;;
    (getWith) gets_with_headers "$2" ;;
    (getWithAuth) gets_with_auth "$2" ;;
    (getWithCookie) unsupported "$stack takes cookies only from a file" ;;
    (getWithJar) gets "$2" --timeout 10 ;; # it keeps cookies by itself
    (getUnverified) gets "$2" --timeout 10 --no-check-certificate ;;
    (post) posts "$2" ;;
  esac
}

serve "$("$stack" --version | sed -n '1s/^GNU Wget\(2*\) \([0-9.]*\).*/wget\1 \2/p')" \
  get getWith getWithAuth getWithCookie getWithJar getUnverified post
