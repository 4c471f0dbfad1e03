import Testing

@testable import ContractAuthoring

extension RefusalTests {
  static let refusals: [Refusal] = [
    Refusal(
      ["merge", "a.json"],
      """
      contract-run: error: a.json cannot be merged: there is no such file
      contract-run: name a JSON report; write one with contract-run run --report json=PATH

      """),
    Refusal(
      ["list"],
      """
      contract-run: error: 'list' is neither a command nor a file
      contract-run: did you mean '--list'?
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["--transport", "pigeon"],
      """
      contract-run: error: '--transport' cannot be 'pigeon'
      contract-run: allowed: memory, loopback, proxy, both
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["--shard", "1/2"],
      """
      contract-run: error: a shard needs a stated transport, and nothing states that of the client 'thing'
      contract-run: add --transport memory, loopback, proxy or both, or write "transport" in contract-run.json
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["--shard=4/3"],
      """
      contract-run: error: '--shard 4/3': there are only 3 shards
      contract-run: write 1/3 to 3/3
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["--repeat", "0"],
      """
      contract-run: error: '--repeat' needs a whole number greater than 0, found '0'
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["--repeat=often"],
      """
      contract-run: error: '--repeat' needs a whole number greater than 0, found 'often'
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["--report", "json=-", "--report", "junit=-"],
      """
      contract-run: error: two reports go to standard output
      contract-run: write at most one report to '-'
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["--report", "junitt=x.xml"],
      """
      contract-run: error: '--report' cannot be 'junitt=x.xml'
      contract-run: did you mean 'junit'? write FORMAT=PATH; formats: junit, json, html, markdown, gitlab, problems
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["--report", "junit"],
      """
      contract-run: error: '--report' cannot be 'junit'
      contract-run: write FORMAT=PATH; formats: junit, json, html, markdown, gitlab, problems
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["--report", "junit="],
      """
      contract-run: error: '--report' cannot be 'junit='
      contract-run: write FORMAT=PATH; formats: junit, json, html, markdown, gitlab, problems
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["--report", "junit=specs/a.contract.json"],
      """
      contract-run: error: a report cannot be written over the contract 'specs/a.contract.json'
      contract-run: choose another path
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["--watch", "--list"],
      """
      contract-run: error: '--watch' and '--list' cannot be combined
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["--variations", "all", "--prove"],
      """
      contract-run: error: '--prove' and '--variations' cannot be combined
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["check", "specs", "--timeout", "3"],
      """
      contract-run: error: '--timeout' needs a driver
      contract-run: add --drivers, or -- DRIVER ARG…
      contract-run: run 'contract-run check --help' for usage

      """),
    Refusal(
      ["--timout", "3"],
      """
      contract-run: error: unknown option '--timout'
      contract-run: did you mean '--timeout'?
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["--zzz"],
      """
      contract-run: error: unknown option '--zzz'
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["-x"],
      """
      contract-run: error: unknown option '-x'
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["--timeout", "0"],
      """
      contract-run: error: '--timeout' needs a number of seconds greater than 0, found '0'
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["--timeout", "soon"],
      """
      contract-run: error: '--timeout' needs a number of seconds greater than 0, found 'soon'
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["--timeout", "nan"],
      """
      contract-run: error: '--timeout' needs a number of seconds greater than 0, found 'nan'
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["--jobs", "0"],
      """
      contract-run: error: '--jobs' needs a whole number from 1 to 1024, found '0'
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["--jobs", "1.5"],
      """
      contract-run: error: '--jobs' needs a whole number from 1 to 1024, found '1.5'
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["--shuffle=x"],
      """
      contract-run: error: '--shuffle' needs a whole number as its SEED, found 'x'
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["--shuffle=-1"],
      """
      contract-run: error: '--shuffle' needs a whole number as its SEED, found '-1'
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["--shuffle", "42"],
      """
      contract-run: error: '42' is not a file
      contract-run: did you mean '--shuffle=42'?
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["--list="],
      """
      contract-run: error: nothing follows '--list='
      contract-run: write '--list', or a value
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["--list", "json"],
      """
      contract-run: error: 'json' is not a file
      contract-run: did you mean '--list=json'?
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["--list=yes"],
      """
      contract-run: error: '--list' cannot be 'yes'
      contract-run: allowed: json
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["--kind", "vald"],
      """
      contract-run: error: '--kind' cannot be 'vald'
      contract-run: did you mean 'valid'? allowed: valid, nonHTTP, statusError, corruptJSON, networkError
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["--color", "maybe"],
      """
      contract-run: error: '--color' cannot be 'maybe'
      contract-run: allowed: auto, always, never
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["--color", "maybe", "--color", "auto"],
      """
      contract-run: error: '--color' cannot be 'maybe'
      contract-run: allowed: auto, always, never
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["--quiet", "--verbose"],
      """
      contract-run: error: '--quiet' and '--verbose' cannot be combined
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["check", "--jobs", "2"],
      """
      contract-run: error: '--jobs' is not an option of 'contract-run check'
      contract-run: it is an option of learn, run and compare
      contract-run: run 'contract-run check --help' for usage

      """),
    Refusal(
      ["serve", "specs", "--", "driver"],
      """
      contract-run: error: 'contract-run serve' does not take a driver
      contract-run: run 'contract-run serve --help' for usage

      """),
    Refusal(
      ["serve", "--port", "http"],
      """
      contract-run: error: '--port' needs a whole number from 0 to 65535, found 'http'
      contract-run: 0 chooses a free port
      contract-run: run 'contract-run serve --help' for usage

      """),
    Refusal(
      ["serve", "--port", "65536"],
      """
      contract-run: error: '--port' needs a whole number from 0 to 65535, found '65536'
      contract-run: 0 chooses a free port
      contract-run: run 'contract-run serve --help' for usage

      """),
    Refusal(
      ["serve", "--host", "example.com"],
      """
      contract-run: error: '--host' needs an IPv4 address or localhost, found 'example.com'
      contract-run: 127.0.0.1 is reachable only from this machine, 0.0.0.0 from all of its networks
      contract-run: run 'contract-run serve --help' for usage

      """),
    Refusal(
      ["serve", "no/such/folder"],
      """
      no/such/folder: error: cannot be read: no such file or folder
      1 error in 1 file

      """),
    Refusal(
      ["init", "specs"],
      """
      contract-run: error: 'contract-run init' does not take a PATH, found 'specs'
      contract-run: run it in the folder of the client
      contract-run: run 'contract-run init --help' for usage

      """),
    Refusal(
      ["init", "--", "driver"],
      """
      contract-run: error: 'contract-run init' does not take a driver
      contract-run: run 'contract-run init --help' for usage

      """),
    Refusal(
      ["init", "--language", "ruby"],
      """
      contract-run: error: '--language' cannot be 'ruby'
      contract-run: allowed: swift, python, node, go, shell; for a driver in another language, read https://github.com/contractkit/ContractKit/blob/main/docs/driver-protocol.md
      contract-run: run 'contract-run init --help' for usage

      """),
    Refusal(
      ["init", "--package", "no/such/folder"],
      """
      contract-run: error: '--package' cannot be 'no/such/folder', which is neither a Swift package nor a URL
      contract-run: write the path of a clone of ContractKit, or the URL of a repository
      contract-run: run 'contract-run init --help' for usage

      """),
    Refusal(
      ["--open"],
      """
      contract-run: error: '--open' is not an option of 'contract-run run'
      contract-run: it is an option of serve
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["specs", "--"],
      """
      contract-run: error: nothing follows '--'
      contract-run: write the driver's command after it
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      [""],
      """
      contract-run: error: a PATH is empty
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["chek"],
      """
      contract-run: error: 'chek' is neither a command nor a file
      contract-run: did you mean 'check'?
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["help", "chek"],
      """
      contract-run: error: unknown command 'chek'
      contract-run: did you mean 'check'? commands: init, learn, run, check, verify, record, compare, serve, import, merge, schema, completion, help
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["--client", "thng"],
      """
      contract-run: error: unknown client 'thng'
      contract-run: did you mean 'thing'? clients: thing
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["--client", "a/b", "specs", "--", "driver"],
      """
      contract-run: error: a client's name cannot contain a slash, found 'a/b'
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["no/such/folder"],
      """
      no/such/folder: error: cannot be read: no such file or folder
      1 error in 1 file

      """),
    Refusal(
      ["--config", "no.json"],
      """
      no.json: error: cannot be read: no such file
      1 error in 1 file

      """),
  ]
}
