# shellcheck shell=sh
# A client of the to-do server in POSIX sh. Source json.sh and this file, and call one of these functions:
#
#   create_user URL NAME EMAIL PASSWORD VERIFY   the new user, as a line of JSON
#   login       URL EMAIL PASSWORD               the token, as {"string":…}
#   create_todo URL TOKEN TITLE                  the new to-do
#   todos       URL TOKEN                        all to-dos, as an array
#   delete_todo URL TOKEN ID                     the deleted to-do
#
# URL is the server's base URL without a slash at its end. A function prints its result on standard output. If it
# fails, standard output stays empty, the last line of standard error begins with "todo: ", and the exit status is the
# reason:
#
#   1  a problem on this machine (no space for a file, no curl)    todo: other TEXT
#   2  the arguments do not make a valid request                   todo: invalidRequest TEXT
#   3  no response came; with curl's exit status and message       todo: curl 7 TEXT
#   4  the status of the response is not in 200 to 299             todo: statusCode 401
#   5  the response has no body                                    todo: emptyData
#   6  the body is not JSON                                        todo: dataCorrupted TEXT
#      a member of the JSON is missing                             todo: keyNotFound $/title
#      a member of the JSON is null                                todo: valueNotFound $/title
#      a member of the JSON has another type                       todo: typeMismatch $/title
#   7  the response is not HTTP, but curl accepted it              todo: invalidResponse
#
# It needs curl 7.66 or later (earlier versions accept any bytes as a response), and awk, cat, mktemp, od, rm, sed, tr,
# wc.

create_user() (
  todo_open "$1"
  todo_object name "$2" email "$3" password "$4" verifyPassword "$5"
  todo_send POST /users --data-binary "@$todo_dir/sent"
  todo_print one id:integer email:string name:string
)

login() (
  todo_open "$1"
  case $2 in (*:*) todo_fail 2 "invalidRequest an email with a colon" ;; esac
  todo_plain "$2$3" || todo_fail 2 "invalidRequest a control character in the email or the password"
  # In curl's configuration, because every user of this machine can read curl's arguments.
  { printf 'user = ' && json_quote "$2:$3"; } >>"$todo_dir/config"
  todo_send POST /login --data-binary ""
  todo_print one string:string
)

create_todo() (
  todo_open "$1"
  todo_bearer "$2"
  todo_object title "$3"
  todo_send POST /todos --data-binary "@$todo_dir/sent"
  todo_print one id:integer title:string
)

todos() (
  todo_open "$1"
  todo_bearer "$2"
  todo_send GET /todos
  todo_print list id:integer title:string
)

delete_todo() (
  todo_open "$1"
  todo_bearer "$2"
  # These IDs do not make the path of a to-do: curl or the server would use the path of the list, or of its parent.
  case $3 in ('' | . | ..) todo_fail 2 "invalidRequest an id that is empty or only dots" ;; esac
  todo_send DELETE "/todos/$(todo_segment "$3")"
  todo_print one id:integer title:string
)

# --- Helper functions. Each runs inside the subshell of one of the functions above.

todo_fail() { # STATUS TEXT
  printf 'todo: %s\n' "$2" >&2
  exit "$1"
}

todo_open() { # URL
  todo_url=$1
  case $todo_url in
    (http://* | https://*) ;;
    (*) todo_fail 2 "invalidRequest the base URL is not http or https" ;;
  esac
  todo_dir=$(mktemp -d) || todo_fail 1 "other no folder for temporary files"
  trap 'rm -rf "$todo_dir"' EXIT
  trap 'exit 1' HUP INT TERM
  : >"$todo_dir/config" || todo_fail 1 "other no room for temporary files"
  : >"$todo_dir/body"
}

todo_bearer() { # TOKEN
  todo_plain "$1" || todo_fail 2 "invalidRequest a control character in the token"
  { printf 'header = ' && json_quote "Authorization: Bearer $1"; } >>"$todo_dir/config"
}

todo_plain() { # TEXT; fails if it has control characters, because a line feed in a header would begin another header
  LC_ALL=C tr -cd '\001-\037\177' >"$todo_dir/controls" <<EOF
$1
EOF
  [ "$(wc -c <"$todo_dir/controls")" -eq 1 ] # the line feed of the here-document
}

todo_object() { # NAME TEXT …; writes the body to send: a JSON object with these members
  todo_comma='{'
  while [ $# -gt 1 ]; do
    printf '%s"%s":' "$todo_comma" "$1"
    json_quote "$2"
    todo_comma=,
    shift 2
  done >"$todo_dir/sent"
  printf '}' >>"$todo_dir/sent" || todo_fail 1 "other no room for temporary files"
  json_is_utf8 "$todo_dir/sent" || todo_fail 2 "invalidRequest a text that is not UTF-8"
}

todo_segment() { # TEXT; prints it percent-encoded, so that it stays one segment of a path
  LC_ALL=C od -An -v -tu1 >"$todo_dir/bytes" <<EOF
$1
EOF
  LC_ALL=C awk '
    function write(byte, c) {
      c = sprintf("%c", byte + 0)
      if (byte < 128 && c ~ /[A-Za-z0-9._~-]/) printf "%s", c
      else printf "%%%02X", byte
    }
    # All but the last byte, which is the line feed of the here-document.
    { for (i = 1; i <= NF; i++) { if (n++) write(last); last = $i } }' "$todo_dir/bytes"
}

todo_send() { # METHOD PATH [ARGUMENT OF CURL …]
  todo_method=$1 todo_path=$2
  shift 2
  # -q ignores ~/.curlrc. The empty Expect removes the header that curl adds for a body of a megabyte. Without -L, a
  # redirect is a status like any other.
  todo_status=$(curl -q -sS -g --path-as-is --max-time 10 -K "$todo_dir/config" -o "$todo_dir/body" -w '%{http_code}' \
    -X "$todo_method" -H 'Content-Type: application/json' -H 'cache-control: no-cache' -H 'Expect:' "$@" \
    "$todo_url$todo_path" </dev/null 2>"$todo_dir/said")
  todo_exit=$?
  todo_said=$(sed -n '$p' "$todo_dir/said")
  case $todo_exit in
    (0) ;;
    (2 | 3 | 26) todo_fail 2 "invalidRequest $todo_said" ;;
    (23 | 27 | 12[67]) todo_fail 1 "other $todo_said" ;;
    (*) todo_fail 3 "curl $todo_exit $todo_said" ;;
  esac
  case $todo_status in
    (2[0-9][0-9]) ;;
    ([!1-9]* | *[!0-9]* | '') todo_fail 7 invalidResponse ;; # 000: curl accepted a response that is not HTTP
    (*) todo_fail 4 "statusCode $todo_status" ;;
  esac
  [ -s "$todo_dir/body" ] || todo_fail 5 emptyData
}

# Prints the body's members that this client knows, as one line of JSON. The text of numbers stays unchanged.
todo_print() { # one|list NAME:TYPE …
  json_flat "$todo_dir/body" >"$todo_dir/flat"
  case $? in
    (0) ;;
    (1) todo_fail 6 "dataCorrupted the body is not JSON" ;;
    (*) todo_fail 1 "other the body could not be read: no awk, or no room for temporary files" ;;
  esac
  LC_ALL=C awk -F '\t' -v list="$1" -v fields="$*" '
    { type[$1] = $2; value[$1] = $3 }
    function wrong(what, where) { print what " " where; failed = 1; exit 1 }
    function check(at, i, place) {
      if (type[at] != "object") wrong("typeMismatch", at)
      for (i = 1; i <= n; i++) {
        place = at "/" name[i]
        if (!(place in type)) wrong("keyNotFound", place)
        if (type[place] == "null") wrong("valueNotFound", place)
        if (type[place] != (wanted[i] == "integer" ? "number" : wanted[i])) wrong("typeMismatch", place)
        if (wanted[i] == "integer" && value[place] !~ /^-?[0-9]+$/) wrong("typeMismatch", place)
      }
    }
    function show(at, i) {
      for (i = 1; i <= n; i++) print (i > 1 ? "," : "{") "\"" name[i] "\":" value[at "/" name[i]]
      print "}"
    }
    END {
      if (failed) exit 1
      ORS = ""
      split(fields, field, " ")
      for (n = 0; (n + 2) in field; n++) {
        name[n + 1] = wanted[n + 1] = field[n + 2]
        sub(/:.*/, "", name[n + 1])
        sub(/.*:/, "", wanted[n + 1])
      }
      if (list == "one") { check("$"); show("$") }
      else {
        if (type["$"] != "array") wrong("typeMismatch", "$")
        for (k = 0; ("$/" k) in type; k++) check("$/" k)
        print "["
        for (k = 0; ("$/" k) in type; k++) { if (k) print ","; show("$/" k) }
        print "]"
      }
      print "\n"
    }' "$todo_dir/flat" >"$todo_dir/result" || todo_fail 6 "$(cat "$todo_dir/result")"
  cat "$todo_dir/result"
}
