// swift-format-ignore-file
// Written from Examples/shell/json.sh by `CONTRACTKIT_RECORD=1 swift test --filter DriverKitTests`.

extension DriverKit {
  static let json = ##"""
# shellcheck shell=sh
# JSON for POSIX sh, in awk. Source this file and call one of these functions:
#
#   json_quote TEXT         the text as a JSON string
#   json_is_utf8 FILE       whether a file is UTF-8
#   json_flat FILE          a line for each value of a JSON text
#   json_text PLACE FILE    the text of a string, from these lines
#
# It needs awk, cat, od, tr, wc.

# Prints a text as a JSON string. Uses a here-document instead of an argument of printf, because printf is not built
# into every sh, and arguments of a program have a limit.
json_quote() { # TEXT
  LC_ALL=C awk '
    BEGIN {
      ORS = ""
      mark[1] = "\\"; with[1] = "\\\\"
      mark[2] = "\""; with[2] = "\\\""
      for (i = 1; i < 32; i++) { mark[i + 2] = sprintf("%c", i); with[i + 2] = sprintf("\\u%04x", i) }
      with[11] = "\\t"; with[15] = "\\r"
      print "\""
    }
    # Writes s as the content of a string. The marks before number k do not occur in s.
    function write(s, k, part, i, n) {
      while (k <= last && !index(s, mark[k])) k++
      if (k > last) { print s; return }
      n = split(s, part, mark[k])
      for (i = 1; i <= n; i++) {
        if (i > 1) print with[k]
        if (part[i] != "") write(part[i], k + 1)
      }
    }
    NR > 1 { print "\\n" } # the line feed at the end of the last line belongs to the here-document
    { last = /[\001-\037]/ ? 33 : 2; write($0, 1) }
    END { print "\"" }' <<EOF
$1
EOF
}

json_is_utf8() { # FILE
  [ "$(LC_ALL=C tr -d '\000-\177' <"$1" | wc -c)" -eq 0 ] || LC_ALL=C od -An -v -tu1 "$1" | LC_ALL=C awk '
    { # more: the number of missing bytes of this character; the next byte is between low and high
      for (i = 1; i <= NF; i++) {
        b = $i + 0
        if (more) {
          if (b < low || b > high) { wrong = 1; exit 1 }
          more--; low = 128; high = 191
        } else if (b >= 128) {
          low = 128; high = 191
          if (b >= 194 && b <= 223) more = 1
          else if (b >= 224 && b <= 239) { more = 2; if (b == 224) low = 160; if (b == 237) high = 159 }
          else if (b >= 240 && b <= 244) { more = 3; if (b == 240) low = 144; if (b == 244) high = 143 }
          else { wrong = 1; exit 1 }
        }
      }
    }
    END { exit wrong || more }'
}

# Reads one JSON text (RFC 8259), and writes one line for each value, in order. A line has three fields with tabs
# between them: the place (a dollar sign and a JSON pointer, RFC 6901), the type (object, array, string, number,
# boolean, null), and, for a scalar, its JSON text. In strings, only quotes, backslashes and control characters are
# escaped. So equal strings are equal bytes, and no value contains a tab or a line feed. Fails if the text is not JSON,
# is not UTF-8, has a duplicate member or half of a surrogate pair, or is nested deeper than 512 levels. It may have
# written some lines then.
json_flat() { # FILE
  # Allows no control characters except tab, line feed and carriage return. NUL would end a line in some awks.
  [ "$(LC_ALL=C tr -d '\011\012\015\040-\377' <"$1" | wc -c)" -eq 0 ] || return 1
  json_is_utf8 "$1" || return 1
  # An awk record is the text between two quotes. A line feed marks the last record, because no string can contain it.
  { cat "$1" && echo; } | LC_ALL=C awk '
    BEGIN { RS = "\""; ORS = ""; want = "value"; depth = 0; high = -1 }
    function wrong() { failed = 1; exit 1 }

    # Begins a value: writes its place and type, and sets what may come after it.
    function value(type) {
      if (want != "value" && want != "first") wrong()
      if (depth == 0) place = "$"
      else if (kind[depth] == "[") place = at[depth] "/" count[depth]++
      else place = at[depth] "/" key
      if (depth && kind[depth] == "{") {
        if (place in seen) wrong()
        seen[place] = 1
      }
      print place "\t" type "\t"
      want = depth ? "," : "end"
    }
    function open(bracket) {
      if (++depth > 512) wrong()
      at[depth] = place; kind[depth] = bracket; count[depth] = 0
      print "\n"
    }
    function close_(bracket, empty) {
      if (!depth || kind[depth] != bracket || (want != "," && want != empty)) wrong()
      want = --depth ? "," : "end"
    }

    # Reads the text between strings.
    function tokens(s, token, t, i, n) {
      gsub(/\r/, " ", s)
      gsub(/[][{},:]/, " & ", s)
      n = split(s, token, " ")
      for (i = 1; i <= n; i++) {
        t = token[i] ""
        if (t == ",") {
          if (!depth || want != ",") wrong()
          want = kind[depth] == "{" ? "key" : "value"
        } else if (t == ":") {
          if (want != ":") wrong()
          want = "value"
        } else if (t == "{") { value("object"); open(t); want = "firstKey" }
        else if (t == "[") { value("array"); open(t); want = "first" }
        else if (t == "}") close_("{", "firstKey")
        else if (t == "]") close_("[", "first")
        else if (t ~ /^-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][-+]?[0-9]+)?$/) { value("number"); print t "\n" }
        else if (t == "true" || t == "false") { value("boolean"); print t "\n" }
        else if (t == "null") { value("null"); print t "\n" }
        else wrong()
      }
    }

    # A string is opened, has pieces, and is closed. The text of a name is kept; the text of a value is written at
    # once.
    function opened() {
      naming = want == "key" || want == "firstKey"
      if (naming) key = ""
      else { value("string"); print "\"" }
    }
    function closed() {
      if (naming) {
        gsub(/~/, "~0", key)
        gsub("/", "~1", key)
        want = ":"
      } else print "\"\n"
    }
    function out(s) { if (naming) key = key s; else print s }
    # Reads the text between two quotes. Returns 1 if it ends in a backslash, because the next quote is then part of
    # the string.
    function piece(s, part, i, n, c) {
      if (index(s, "\n") || index(s, "\t") || index(s, "\r")) wrong()
      if (!index(s, "\\")) { out(s); return 0 }
      n = split(s, part, "\\") # some awks split faster at a single character than at an expression
      out(part[1])
      for (i = 2; i <= n; i++) {
        c = substr(part[i], 1, 1)
        if (high >= 0 && c != "u") wrong()
        if (part[i] == "") {
          if (i == n) return 1
          out("\\\\" part[++i])
        } else if (c == "u") unicode(part[i])
        else if (index("bfnrt", c)) out("\\" part[i])
        else if (c == "/") out(part[i])
        else wrong()
      }
      if (high >= 0) wrong()
      return 0
    }
    # Reads four hexadecimal digits after a u. If the previous escape was the first half of a surrogate pair, high is
    # that half.
    function unicode(s, code, i, digit) {
      if (length(s) < 5) wrong()
      for (i = 2; i <= 5; i++) {
        digit = index("0123456789abcdef", tolower(substr(s, i, 1)))
        if (!digit) wrong()
        code = code * 16 + digit - 1
      }
      if (high >= 0) {
        if (code < 56320 || code > 57343) wrong()
        code = 65536 + (high - 55296) * 1024 + code - 56320
        high = -1
      } else if (code >= 56320 && code <= 57343) wrong()
      else if (code >= 55296 && code <= 56319) {
        if (length(s) > 5) wrong()
        high = code
        return
      }
      out(character(code) substr(s, 6))
    }
    function character(code) {
      if (code == 34) return "\\\""
      if (code == 92) return "\\\\"
      if (code < 32) return (code in short) ? "\\" short[code] : sprintf("\\u%04x", code)
      if (code < 128) return sprintf("%c", code)
      if (code < 2048) return sprintf("%c%c", 192 + int(code / 64), 128 + code % 64)
      if (code < 65536) return sprintf("%c%c%c", 224 + int(code / 4096), 128 + int(code / 64) % 64, 128 + code % 64)
      return sprintf("%c%c%c%c", 240 + int(code / 262144), 128 + int(code / 4096) % 64, 128 + int(code / 64) % 64, 128 + code % 64)
    }
    BEGIN { short[8] = "b"; short[9] = "t"; short[10] = "n"; short[12] = "f"; short[13] = "r" }

    NR == 1 { tokens($0); next } # a quote comes before every later record
    !inside { inside = 1; opened(); escaped = piece($0); next }
    escaped { out("\\\""); escaped = piece($0); next }
    { inside = 0; closed(); tokens($0) }
    END { exit failed || inside || want != "end" }'
}

# Prints the text of the string at a place, from the output of json_flat. Fails with 1 if there is not a string at that
# place, and with 3 if the text contains the character NUL, which no variable of a shell can hold.
json_text() { # PLACE FILE
  LC_ALL=C awk -F '\t' -v place="$1" '
    BEGIN { ORS = ""; status = 1; split("b f n r t", c, " "); split("8 12 10 13 9", code, " "); for (i in c) plain[c[i]] = code[i] }
    $1 == place && $2 == "string" {
      status = 0
      n = split(substr($3, 2, length($3) - 2), part, "\\")
      print n ? part[1] : ""
      for (i = 2; i <= n; i++) {
        first = substr(part[i], 1, 1)
        if (part[i] == "") print "\\" part[++i]
        else if (part[i] ~ /^u0000/) { status = 3; exit 3 }
        else if (first == "u") print sprintf("%c", hex(substr(part[i], 4, 2))) substr(part[i], 6) # 0001 to 001f
        else if (first == "\"") print part[i]
        else print sprintf("%c", plain[first] + 0) substr(part[i], 2)
      }
      exit 0
    }
    function hex(two) { return 16 * substr(two, 1, 1) + index("0123456789abcdef", substr(two, 2, 1)) - 1 }
    END { exit status }' "$2"
}

"""##
}
