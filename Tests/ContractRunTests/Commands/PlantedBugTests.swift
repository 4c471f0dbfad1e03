import ContractCore
import Foundation
import TestSupport
import Testing

@Suite("The first path: init, learn, run", .enabled(if: Python.isThere, Python.absence))
struct PlantedBugTests {
  private static let client = """
    import datetime
    import json
    import urllib.error
    import urllib.parse
    import urllib.request


    class NotFound(Exception):
        pass


    class Refused(Exception):
        pass


    class Weather:
        def __init__(self, base_url, key):
            self.base_url = base_url
            self.key = key

        def now(self, city):
            query = urllib.parse.urlencode({"city": city})
            request = urllib.request.Request(f"{self.base_url}/weather?{query}", headers={"X-Api-Key": self.key})
            try:
                with urllib.request.urlopen(request, timeout=5) as response:
                    body = json.load(response)
            except urllib.error.HTTPError as error:
                raise NotFound() if error.code == 404 else Refused(error.code)
            date = datetime.datetime.strptime(body["date"], "%Y-%m-%dT%H:%M:%S%z")
            return {"celsius": body["celsius"], "date": date.isoformat()}

    """

  private static let driver = """
    import pathlib
    import sys

    from contract_driver import Driver

    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

    from weather import Weather

    driver = Driver("shop")


    @driver.operation
    def weather(call):
        return Weather(call.base_url, call.argument("key", str)).now(call.argument("city", str))


    driver.run()

    """

  /// What README.md teaches to write: an input, and one answer of each kind.
  private static let contract = """
    {
      "contract": 1,
      "endpoint": "weather",
      "baseURL": "https://api.example.com/v2",
      "input": { "city": "São Paulo", "key": "k-123" },
      "scenarios": [
        { "name": "mild",
          "response": { "kind": "valid", "body": { "json": { "celsius": 17.5, "date": "2024-02-29T09:00:00Z" } } } },
        { "name": "not HTTP",
          "response": { "kind": "nonHTTP" } },
        { "name": "unknown city",
          "response": { "kind": "statusError", "status": 404 } },
        { "name": "garbled",
          "response": { "kind": "corruptJSON", "body": { "text": "{{}" } } },
        { "name": "offline",
          "response": { "kind": "networkError", "error": "networkConnectionLost" } }
      ]
    }

    """

  /// Mistakes of the client, each with what it replaces, and whether a driver on loopback can show it.
  private static let mistakes: [(name: String, right: String, wrong: String, isSeen: Bool)] = [
    ("a wrong key", "self.key = key", #"self.key = "k-124""#, true),
    ("an unescaped query", #"urllib.parse.urlencode({"city": city})"#, #"f"city={city}""#, true),
    ("a status that is treated as another", "error.code == 404", "error.code == 410", true),
    ("a date that cannot be read", "%S%z", "%S.%f%z", true),
    // Nobody can see from outside how long a client would wait.
    ("another timeout", "timeout=5", "timeout=60", false),
  ]

  @Test("four of five mistakes that are planted alone are found", .slow)
  func mistakes() async throws {
    try await InitFolder.with(["weather.py": Self.client]) { folder in
      let made = try await folder.run("init", "--language", "python")
      #expect(made.status == 0, "\(made.output)\(made.errors)")
      try FileManager.default.removeItem(
        at: folder.client.appendingPathComponent("contracts/specs/example.contract.json"))
      try folder.client.write(Self.contract, to: "contracts/specs/weather.contract.json")
      try folder.client.write(Self.driver, to: "contracts/driver.py")
      let learned = try await folder.run("learn", "--write")
      #expect(learned.status == 0, "\(learned.output)\(learned.errors)")
      expectText(
        learned.output.components(separatedBy: "\n\n").last ?? "",
        is: """
          learned 5 scenarios
            wrote  contracts/specs/weather.contract.json
          next: run the contracts: contract-run

          """)
      let first = try await folder.run()
      #expect(first.status == 0, "\(first.output)\(first.errors)")
      for mistake in Self.mistakes {
        try #require(Self.client.contains(mistake.right))
        try folder.client.write(Self.client.replacing(mistake.right, with: mistake.wrong), to: "weather.py")
        let run = try await folder.run()
        #expect(run.status == (mistake.isSeen ? 1 : 0), "\(mistake.name): \(run.output)\(run.errors)")
      }
    }
  }
}
