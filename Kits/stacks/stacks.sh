#!/bin/sh
# The driver of the contracts in Kits/tests, without abilities, on one HTTP stack: `sh Kits/stacks/stacks.sh curl`.

here=${0%/*}
# shellcheck source-path=SCRIPTDIR source=../../Examples/shell/json.sh
. "$here/../../Examples/shell/json.sh"
# shellcheck source-path=SCRIPTDIR source=../../Examples/shell/contract_driver.sh
. "$here/../../Examples/shell/contract_driver.sh"
stack=$1
# The options that the stacks have in common, by other names.
case $stack in
  (curl) limit=--max-time verifies_not=--insecure posts=--data ;;
  (wget | wget2) limit=--timeout verifies_not=--no-check-certificate posts=--post-data ;;
  (*) exit 2 ;;
esac

# shellcheck disable=SC2317,SC2329 # called by `client`
get() { # URL OPTION …; prints the body, and what the stack says about the response on standard error
  case $stack in
    (curl) curl -q -sS --location -w '%{stderr}\n%{http_code}\n' "$@" ;;
    (*)
      # wget2 prints more than the body to standard output.
      "$stack" --no-config --no-hsts --server-response --tries 1 --output-document "$work/body" "$@" >&2
      set -- $?
      cat "$work/body"
      return "$1"
      ;;
  esac
}

gets() { # URL OPTION …
  url=$1
  shift
  input /path
  client get "$url$text" "$@"
  case $stack in
    (curl) curl_outcome ;;
    (*) wget_outcome ;;
  esac
}

got_json() { success "$work/found" || failure decoding '' "the answer is not JSON"; }
got_status() { failure status "\"type\":\"StatusError\",\"case\":\"status\",\"payload\":${1:-0}," "status $1"; }

curl_outcome() {
  code=$(sed -n '$p' "$work/said") # the last line that curl prints
  case $status:$code in
    (0:2??) got_json ;;
    (0:*) got_status "$code" ;;
    (*) network "$status" "$(sed -n 1p "$work/said")" ;;
  esac
}

# The exit statuses of the manual: 4 is the network, 5 is TLS, 8 is a response with an error.
wget_outcome() {
  code=$(sed -nE 's,^ *HTTP(/1\.[01]| ERROR response| response) ([0-9]+).*,\2,p' "$work/said" | sed -n '$p')
  said=$(grep -v '^ ' "$work/said" | sed -n '/./h; ${x;p;}')
  case $status in
    (0) got_json ;;
    (8) got_status "$code" ;;
    (5) failure network '"domain":"NSURLErrorDomain","code":-1202,' "$said" ;;
    (*) failure network '' "$said" ;;
  esac
}

gets_with_headers() { # URL
  for name in Authorization X-Api-Key Cookie Proxy-Authorization; do
    json_text "\$/call/input/headers/$name" "$work/call" >/dev/null || continue
    input "/headers/$name"
    set -- "$@" --header "$name: $text"
  done
  gets "$@" "$limit" 10
}

gets_with_auth() { # URL
  input /username
  name=$text
  input /password
  case $stack in
    (curl) gets "$1" "$limit" 10 --user "$name:$text" ;;
    (*) gets "$1" "$limit" 10 --auth-no-challenge --user "$name" --password "$text" ;;
  esac
}

gets_with_cookie() { # URL
  if [ "$stack" != curl ]; then unsupported "$stack takes cookies only from a file"; fi
  input /sid
  gets "$1" "$limit" 10 --cookie "sid=$text"
}

gets_with_jar() { # URL
  case $stack in
    (curl) gets "$1" "$limit" 10 --cookie '' ;;
    (*) gets "$1" "$limit" 10 ;; # it keeps cookies by itself
  esac
}

posts() { # URL
  input /body
  gets "$1" "$limit" 10 "$posts" "$text"
}

# shellcheck disable=SC2154,SC2317,SC2329 # contract_driver.sh sets text, status and work, and calls it
perform() { # OPERATION URL
  case $1 in
    (get) gets "$2" "$limit" 0.5 ;;
    (getWith) gets_with_headers "$2" ;;
    (getWithAuth) gets_with_auth "$2" ;;
    (getWithCookie) gets_with_cookie "$2" ;;
    (getWithJar) gets_with_jar "$2" ;;
    (getUnverified) gets "$2" "$limit" 10 "$verifies_not" ;;
    (post) posts "$2" ;;
  esac
}

version=$(command "$stack" --version) || exit 1
serve "$(echo "$version" | sed -nE '1s/^(GNU )?([A-Za-z0-9]+) ([0-9.]*).*/\2 \3/p' | tr W w)" \
  get getWith getWithAuth getWithCookie getWithJar getUnverified post
