"""Plays contracts whose values are all literal, such as those of specs/todo.

contract-run checks more than this module does, but this module needs only Python.
"""

import json

from .server import Refused, Server, answer, resets, sends

STACK = {
    "host", "user-agent", "accept", "accept-encoding", "accept-language", "connection", "content-length", "transfer-encoding"
}  # fmt: skip


def load(path):
    """Returns a contract with the scenarios that references name, each of which is one or a list, in their place."""
    contract = json.loads(path.read_text())
    scenarios = []
    for scenario in contract["scenarios"]:
        if "$ref" in scenario:
            file, name = scenario["$ref"].split("#/")
            scenario = json.loads((path.parent / file).read_text())[name]
        scenarios += scenario if isinstance(scenario, list) else [scenario]
    return {**contract, "scenarios": scenarios}


def served(scenario, scenarios):
    """Returns a server that answers as the scenario describes."""
    response = scenario["response"]
    body = response.get("body", {})
    if "from" in body:
        other = next(one for one in scenarios if one["name"] == body["from"])
        data = json.dumps(other["response"]["body"]["json"]).encode()[: body["truncate"]]
    else:
        data = json.dumps(body["json"]).encode() if "json" in body else body.get("text", "").encode()
    if response["kind"] == "nonHTTP":
        return Server(sends(data or b"220 mail.example.com ESMTP\r\n"))
    if response["kind"] == "networkError":
        if response["error"] == "cannotConnectToHost":
            return Refused()
        if response["error"] == "networkConnectionLost":
            return Server(resets(answer(200, data, cut=response["after"])))
        raise NotImplementedError(response["error"])
    return Server(sends(answer(response.get("status", 200), data, response.get("headers", {}).items())))


class Judge:
    """A mixin for a TestCase that plays a contract's scenarios to a driver over loopback."""

    def judge(self, driver, contract):
        ran = 0
        for scenario in contract["scenarios"]:
            with self.subTest(contract["endpoint"] + ": " + scenario["name"]):
                if "loopback" not in scenario.get("transports", ["loopback"]):
                    continue
                with served(scenario, contract["scenarios"]) as server:
                    operation = contract.get("operation", contract["endpoint"])
                    input = scenario.get("input", contract["input"])
                    outcome = driver.outcome(operation, input, base_url=server.url)
                shape = {**contract["request"], **scenario.get("request", {})}
                shape["headers"] = {**contract["request"].get("headers", {}), **shape.get("headers", {})}
                if not isinstance(server, Refused):
                    self.assertEqual(len(server.requests), 1, "requests")
                    self.judge_request(server.requests[0], shape)
                expected = scenario["expect"]
                if scenario["response"]["kind"] == "nonHTTP" and "loopback" not in expected:
                    self.assertNotIn("success", outcome)
                else:
                    self.judge_outcome(outcome, {**expected, **expected.get("loopback", {})})
                ran += 1
        return ran

    def judge_request(self, sent, shape):
        head, body = sent.split(b"\r\n\r\n", 1)
        first, *lines = head.decode("latin-1").split("\r\n")
        method, target, _ = first.split(" ")
        self.assertEqual((method, target), (shape["method"], shape["path"]))
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        described = {name.lower(): value for name, value in shape["headers"].items()}
        allowed = STACK if shape.get("otherHeaders") == "forbidden" else headers.keys() - described.keys()
        self.assertEqual({name: value for name, value in headers.items() if name not in allowed}, described)
        self.assertEqual(json.loads(body) if body else None, shape.get("body", {}).get("json"))

    def judge_outcome(self, outcome, expected):
        if "success" in expected:
            self.assertEqual(outcome, {"success": expected["success"]})
            return
        failure = expected["failure"]
        failure = {"category": failure} if isinstance(failure, str) else failure
        self.assertEqual({name: outcome.get("failure", outcome).get(name) for name in failure}, failure)
