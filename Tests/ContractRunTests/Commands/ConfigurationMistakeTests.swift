import ContractCore
import TestSupport
import Testing

@Suite("Mistakes in configurations", .slow)
struct ConfigurationMistakeTests {
  /// A configuration with a mistake, and the standard error that it causes.
  struct Mistake: Sendable, CustomTestStringConvertible {
    var text: String
    var errors: String
    /// The place of the case in this file.
    var sourceLocation: SourceLocation

    init(_ text: String, _ errors: String, sourceLocation: SourceLocation = #_sourceLocation) {
      (self.text, self.errors) = (text, errors)
      self.sourceLocation = sourceLocation
    }

    var testDescription: String { text }
  }

  static let mistakes: [Mistake] = [
    Mistake(
      "{\n  \"clints\": [],\n  \"clients\": [{ \"name\": \"a\", \"specs\": [\"s\"], \"driver\": [\"d\"] }]\n}",
      """
      contract-run.json:2:3: error: unknown member "clints" in a configuration
            "clints": [],
            ^~~~~~~~
        note: did you mean "clients"?
        note: allowed: $schema, specs, clients, accepted, reports, require, secrets
      1 error in 1 file

      """),
    Mistake(
      "{ \"clients\": [{ \"name\": \"a\", \"specs\": [\"s\"], \"driver\": [\"d\"],\n \"variations\": \"k.json\" }] }",
      """
      contract-run.json:2:16: error: "variations" is now a part of one file for all clients, which "accepted" at the top names
           "variations": "k.json" }] }
                         ^~~~~~~~
        note: convert it: contract-run import accepted k.json > accepted.json
      1 error in 1 file

      """),
    Mistake(
      "{ \"clients\": [{ \"name\": \"a\", \"specs\": [\"s\"], \"driver\": [\"d\"],\n \"accepted\": \"k.json\" }] }",
      """
      contract-run.json:2:2: error: "accepted" is one file for all clients
           "accepted": "k.json" }] }
           ^~~~~~~~~~
        note: name it at the top; its entries can have a "client"
      1 error in 1 file

      """),
    Mistake(
      "{ \"clients\": [{ \"name\": \"a\", \"specs\": [\"s\"], \"driver\": [\"d\"],\n \"shade\": 1 }] }",
      """
      contract-run.json:2:2: error: unknown member "shade" in a client
           "shade": 1 }] }
           ^~~~~~~
        note: allowed: name, specs, build, driver, transport, tls, allow, require, startTimeout
      1 error in 1 file

      """),
    Mistake(
      "{ \"specs\": [\"s\"] }",
      """
      contract-run.json:1:1: error: missing member "clients" in a configuration
          { "specs": ["s"] }
          ^~~~~~~~~~~~~~~~~~
      1 error in 1 file

      """),
    Mistake(
      "{ \"specs\": [\"s\"], \"clients\": [] }",
      """
      contract-run.json:1:30: error: "clients" is empty, expected a list of objects, at least one
          { "specs": ["s"], "clients": [] }
                                       ^~
      1 error in 1 file

      """),
    Mistake(
      "{ \"specs\": [\"s\"],\n \"clients\": [{ \"name\": \"a\" }] }",
      """
      contract-run.json:2:14: error: missing member "driver" in a client
           "clients": [{ "name": "a" }] }
                       ^~~~~~~~~~~~~~~
      1 error in 1 file

      """),
    Mistake(
      "{ \"clients\": [{ \"name\": \"a\", \"driver\": [\"d\"] }] }",
      """
      contract-run.json:1:15: error: the client has no contracts
          { "clients": [{ "name": "a", "driver": ["d"] }] }
                        ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        note: name their folder in "specs", here or at the top of the file
      1 error in 1 file

      """),
    Mistake(
      "{ \"specs\": [\"s\"], \"clients\": [{ \"name\": \"a/b\", \"driver\": [\"d\"] }] }",
      """
      contract-run.json:1:41: error: a client's name cannot contain a slash
          { "specs": ["s"], "clients": [{ "name": "a/b", "driver": ["d"] }] }
                                                  ^~~~~
        note: verdict ids are CLIENT/CONTRACT/SCENARIO
      1 error in 1 file

      """),
    Mistake(
      "{ \"specs\": [\"s\"], \"clients\": [{ \"name\": \"a\", \"driver\": [\"d\"] }, { \"name\": \"a\", \"driver\": [\"d\"] }] }",
      """
      contract-run.json:1:75: error: duplicate client "a"
          { "specs": ["s"], "clients": [{ "name": "a", "driver": ["d"] }, { "name": "a", "driver": ["d"] }] }
                                                                                    ^~~
        note: give each client its own name
      1 error in 1 file

      """),
    Mistake(
      "{ \"specs\": [\"s\"], \"clients\": [{ \"name\": \"a\", \"driver\": [\"d\"], \"transport\": \"loopbak\" }] }",
      """
      contract-run.json:1:76: error: unknown transport 'loopbak'
          { "specs": ["s"], "clients": [{ "name": "a", "driver": ["d"], "transport": "loopbak" }] }
                                                                                     ^~~~~~~~~
        note: did you mean "loopback"?
        note: allowed: memory, loopback, proxy, both
      1 error in 1 file

      """),
    Mistake(
      "{ \"specs\": [\"s\"], \"clients\": [{ \"name\": \"a\", \"driver\": \"d\" }] }",
      """
      contract-run.json:1:56: error: "driver" is the string "d", expected a list of strings
          { "specs": ["s"], "clients": [{ "name": "a", "driver": "d" }] }
                                                                 ^~~
      1 error in 1 file

      """),
    Mistake(
      "{ \"specs\": [\"s\"], \"clients\": [{ \"name\": \"a\", \"driver\": [\"d\"] }], \"reports\": { \"yaml\": \"x\" } }",
      """
      contract-run.json:1:79: error: unknown member "yaml" in "reports"
          { "specs": ["s"], "clients": [{ "name": "a", "driver": ["d"] }], "reports": { "yaml": "x" } }
                                                                                        ^~~~~~
        note: allowed: junit, json, html, markdown, gitlab, problems
      1 error in 1 file

      """),
    Mistake(
      "{ \"specs\": [\"s\"], }",
      """
      contract-run.json:1:17: error: trailing comma in object; JSON does not allow it
          { "specs": ["s"], }
                          ^
      1 error in 1 file

      """),
    Mistake(
      "",
      """
      contract-run.json: error: the file is empty, expected a JSON value
      1 error in 1 file

      """),
    Mistake(
      "{ \"specs\": [\"s\"], \"specs\": [] }",
      """
      contract-run.json:1:19: error: duplicate member "specs"
          { "specs": ["s"], "specs": [] }
                            ^~~~~~~
        note: first written at contract-run.json:1:3
      1 error in 1 file

      """),
    Mistake(
      "{ \"specs\": [\"s\"], \"clients\": [{ \"name\": \"a\", \"driver\": [\"d\"], \"transport\": \"memory\" }],\n  \"require\": { \"kinds\": [\"vaild\"], \"operation\": true } }",
      """
      contract-run.json:2:26: error: unknown response kind 'vaild'
            "require": { "kinds": ["vaild"], "operation": true } }
                                   ^~~~~~~
        note: did you mean "valid"?
        note: allowed: valid, nonHTTP, statusError, corruptJSON, networkError
      contract-run.json:2:36: error: unknown member "operation" in "require"
            "require": { "kinds": ["vaild"], "operation": true } }
                                             ^~~~~~~~~~~
        note: did you mean "operations"?
        note: allowed: kinds, operations, transports, except, verified
      2 errors in 1 file

      """),
    Mistake(
      "{ \"specs\": [\"s\"], \"clients\": [{ \"name\": \"a\", \"driver\": [\"d\"], \"transport\": \"memory\" }],\n  \"require\": { \"kinds\": [], \"operations\": \"yes\" } }",
      """
      contract-run.json:2:25: error: "kinds" is empty, expected a list of strings, at least one
            "require": { "kinds": [], "operations": "yes" } }
                                  ^~
      contract-run.json:2:43: error: "operations" is the string "yes", expected true or false
            "require": { "kinds": [], "operations": "yes" } }
                                                    ^~~~~
      2 errors in 1 file

      """),
    Mistake(
      "{ \"specs\": [\"s\"], \"clients\": [{ \"name\": \"a\", \"driver\": [\"d\"], \"transport\": \"memory\" }],\n  \"secrets\": [\"X-Tenant\", \"!\", \"\", 1] }",
      """
      contract-run.json:2:27: error: "!" is not a name
            "secrets": ["X-Tenant", "!", "", 1] }
                                    ^~~
        note: write the name of a header, a query item, a field or a member
      contract-run.json:2:32: error: an element of "secrets" is empty, expected a string
            "secrets": ["X-Tenant", "!", "", 1] }
                                         ^~
      contract-run.json:2:36: error: an element of "secrets" is the number 1, expected a string
            "secrets": ["X-Tenant", "!", "", 1] }
                                             ^
      3 errors in 1 file

      """),
    Mistake(
      "{ \"specs\": [\"s\"], \"clients\": [{ \"name\": \"a\", \"driver\": [\"d\"], \"transport\": \"memory\" }],\n  \"require\": [\"valid\"] }",
      """
      contract-run.json:2:14: error: "require" is an array, expected an object
            "require": ["valid"] }
                       ^~~~~~~~~
      1 error in 1 file

      """),
    Mistake(
      "{ \"specs\": [\"s\"], \"clients\": [{ \"name\": \"a\", \"driver\": [\"d\"], \"transport\": \"memory\" }],\n  \"require\": { \"kinds\": [\"valid\"], \"except\": { \"x\": [\"nonHTTP\"] } } }",
      """
      contract-run.json:2:54: error: "kinds" does not require nonHTTP
            "require": { "kinds": ["valid"], "except": { "x": ["nonHTTP"] } } }
                                                               ^~~~~~~~~
        note: remove the exception, or add the kind to "kinds"
      1 error in 1 file

      """),
    Mistake(
      "{ \"specs\": [\"s\"], \"clients\": [{ \"name\": \"a\", \"driver\": [\"d\"], \"transport\": \"memory\" }],\n  \"require\": { \"kinds\": [\"valid\"], \"except\": { \"x\": \"valid\", \"y\": [1] } } }",
      """
      contract-run.json:2:53: error: "x" is the string "valid", expected a list of strings
            "require": { "kinds": ["valid"], "except": { "x": "valid", "y": [1] } } }
                                                              ^~~~~~~
      contract-run.json:2:68: error: an element of "y" is the number 1, expected a string
            "require": { "kinds": ["valid"], "except": { "x": "valid", "y": [1] } } }
                                                                             ^
      2 errors in 1 file

      """),
    Mistake(
      "{ \"specs\": [\"s\"], \"clients\": [{ \"name\": \"a\", \"driver\": [\"d\"], \"transport\": \"memory\" }],\n  \"require\": { \"transports\": [\"memory\", \"loopback\"] } }",
      """
      contract-run.json:2:41: error: the configuration of the client "a" does not say that it runs on loopback
            "require": { "transports": ["memory", "loopback"] } }
                                                  ^~~~~~~~~~
        note: write "transport": "both" in the client, or give it its own "require"
      1 error in 1 file

      """),
    Mistake(
      "{ \"specs\": [\"s\"], \"clients\": [{ \"name\": \"a\", \"driver\": [\"d\"], \"transport\": \"memory\" }],\n  \"require\": { \"transports\": [\"loop\"] } }",
      """
      contract-run.json:2:31: error: unknown transport 'loop'
            "require": { "transports": ["loop"] } }
                                        ^~~~~~
        note: did you mean "loopback"?
        note: allowed: memory, loopback
      1 error in 1 file

      """),
  ]

  @Test(
    "a mistake in the configuration is reported at its place",
    arguments: mistakes)
  func mistake(_ mistake: Mistake) async throws {
    try await TestFolder.temporary { folder in
      try folder.write(mistake.text, to: "contract-run.json")
      for command in ["run", "check"] {
        let ended = try await contractRun([command], in: folder)
        #expect(ended.status == 2)
        expectText(ended.errors, is: mistake.errors, sourceLocation: mistake.sourceLocation)
      }
    }
  }
}
