#!/bin/sh
# The driver of todo_client.sh: the functions that contracts call, and what the client's exit statuses mean.

case $0 in (*/*) here=${0%/*} ;; (*) here=. ;; esac
# shellcheck source-path=SCRIPTDIR source=json.sh
. "$here/json.sh"
# shellcheck source-path=SCRIPTDIR source=contract_driver.sh
. "$here/contract_driver.sh"
# shellcheck source-path=SCRIPTDIR source=todo_client.sh
. "$here/todo_client.sh"

# shellcheck disable=SC2154,SC2317,SC2329 # contract_driver.sh sets text, status and work, and calls it
perform() { # OPERATION URL
  operation=$1 url=$2
  case $operation in
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
  esac
  client "$@"
  said=$(sed -n '$p' "$work/said")
  said=${said#todo: }
  case $status in
    (0) success "$work/found" || failure other '' "the client ended with status 0, but its output is not JSON" ;;
    (2) failure invalidRequest '"case":"invalidRequest",' "${said#* }" ;;
    (3)
      said=${said#curl }
      network "${said%% *}" "${said#* }"
      ;;
    (4) failure status "\"type\":\"APIError\",\"case\":\"statusCode\",\"payload\":${said#* }," "$said" ;;
    (5) failure invalidResponse '"type":"APIError","case":"emptyData",' "$said" ;;
    (6) failure decoding "\"type\":\"DecodingError\",\"case\":\"${said%% *}\"," "${said#* }" ;;
    (7) failure invalidResponse '"type":"APIError","case":"invalidResponse",' "$said" ;;
    (*) failure other '' "$said (exit status $status)" ;;
  esac
}

serve todo-sh createUser login createTodo todos deleteTodo
