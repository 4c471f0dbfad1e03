extension Starter {
  var pythonKit: File {
    File(path: "\(Self.folder)/contract_driver.py", text: DriverKit.python)
  }

  var pythonDriver: File {
    File(
      path: "\(Self.folder)/driver.py",
      text: """
        \"""The driver of your client: contract-run starts it, and it calls the client. contract_driver.py describes more.\"""

        import json
        import pathlib
        import sys
        import urllib.request

        from contract_driver import Driver

        # The folder with your client's modules, so that you can import them below.
        sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]\(hasSources ? #" / "src""# : "")))

        driver = Driver("\(name)")


        @driver.operation
        def example(call):
            # \(Self.mark) by a call of your client, which gets call.base_url, and return what it returns.
            url = f"{call.base_url}/items/{call.argument('id', str)}"
            with urllib.request.urlopen(url, timeout=5) as response:
                return json.load(response)


        driver.run()

        """)
  }
}
