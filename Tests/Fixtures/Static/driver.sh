# A driver that needs only a shell: for a root file system that has nothing else.
echo '{"hello":{"protocol":1,"driver":"static","operations":["get"],"transports":["memory"]}}'
while read -r line; do
  case $line in
    *'"call"'*)
      id=${line#*'"id":'} && id=${id%%[,\}]*}
      echo "{\"request\":{\"id\":$id,\"n\":1,\"method\":\"GET\",\"url\":\"http://localhost/v1/thing\",\"headers\":{},\"unobserved\":[]}}"
      read -r answer
      case $answer in
        *'"status":200'*) outcome='{"success":{"n":1}}' ;;
        *) outcome='{"failure":{"category":"status","type":"HTTPError"}}' ;;
      esac
      echo "{\"result\":{\"id\":$id,\"outcome\":$outcome,\"unobserved\":[]}}"
      ;;
    *'"bye"'*) exit ;;
  esac
done
