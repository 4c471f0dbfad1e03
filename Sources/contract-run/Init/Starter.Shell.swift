extension Starter {
  var shellKit: [File] {
    [
      File(path: "\(Self.folder)/contract_driver.sh", text: DriverKit.shell),
      File(path: "\(Self.folder)/json.sh", text: DriverKit.json),
    ]
  }

  var shellDriver: File {
    File(
      path: "\(Self.folder)/driver.sh",
      text: #"""
        #!/bin/sh
        # The driver of your client: contract-run starts it, and it calls the client. contract_driver.sh describes more.

        case $0 in (*/*) here=${0%/*} ;; (*) here=. ;; esac
        # shellcheck source-path=SCRIPTDIR source=json.sh
        . "$here/json.sh"
        # shellcheck source-path=SCRIPTDIR source=contract_driver.sh
        . "$here/contract_driver.sh"

        # \#(Self.mark) by your client: source its file here, or let perform call its program.
        example() { # URL ID; prints the item
          code=$(curl -sS --max-time 5 -o "$work/body" -w '%{http_code}' "$1/items/$2") || return
          [ "$code" = 200 ] || { echo "status $code" >&2; return 120; }
          cat "$work/body"
        }

        # Calls the client, and describes how the call ended: one branch for each operation of the contracts.
        # shellcheck disable=SC2154,SC2317,SC2329 # contract_driver.sh sets text, status and work, and calls this
        perform() { # OPERATION URL
          case $1 in
            (example)
              input /id
              client example "$2" "$text"
              ;;
          esac
          said=$(sed -n '$p' "$work/said")
          case $status in
            (0) success "$work/found" || failure decoding '' "the body is not JSON" ;;
            (120) failure status "\"payload\":${said#status }," "$said" ;;
            (*) network "$status" "$said" ;; # an exit status of curl
          esac
        }

        serve '\#(name)' example

        """#)
  }
}
