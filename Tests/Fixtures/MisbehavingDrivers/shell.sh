#!/bin/sh
# A driver in the shell. Its client sends one GET, and returns what came.
read -r hello
echo '{"hello": {"protocol": 1, "driver": "shell", "operations": ["get"], "transports": ["memory"]}}'
while read -r line; do
  case $line in
  '{"bye"'*) exit 0 ;;
  '{"call"'*)
    id=${line#*\"id\":}
    id=${id# }
    id=${id%%,*}
    bad=; case $line in *'"bad":true'* | *'"bad": true'*) bad=1 ;; esac
    base=${line#*\"baseURL\":}
    base=${base#*\"}
    base=${base%%\"*}
    echo "{\"request\": {\"id\": $id, \"n\": 1, \"method\": \"GET\", \"url\": \"$base/thing\", \"headers\": {\"Accept\": \"application/json\"}}}"
    read -r response
    if [ "$bad" ]; then
      case $1 in
      dies) kill -KILL $$ ;;
      background)
        # The child holds the output, and the driver continues.
        sleep 60 &
        ;;
      stops) kill -STOP $$ ;;
      closes) exec 0<&- ;;
      esac
    fi
    case $response in
    *'"status":2'* | *'"status": 2'*)
      body=${response#*\"text\":}
      body=${body#*\"}
      body=$(printf '%s' "${body%%\"\}*}" | sed 's/\\"/"/g')
      echo "{\"result\": {\"id\": $id, \"outcome\": {\"success\": $body}}}"
      ;;
    *'"status"'*)
      status=${response#*\"status\":}
      status=${status# }
      status=${status%%[,\}]*}
      echo "{\"result\": {\"id\": $id, \"outcome\": {\"failure\": {\"category\": \"status\", \"payload\": $status}}}}"
      ;;
    *)
      echo "{\"result\": {\"id\": $id, \"outcome\": {\"failure\": {\"category\": \"network\", \"domain\": \"NSURLErrorDomain\", \"code\": -1004}}}}"
      ;;
    esac
    # Without input there is nothing to read, but the driver stays alive.
    [ "$bad" ] && [ "$1" = closes ] && sleep 60
    ;;
  esac
done
