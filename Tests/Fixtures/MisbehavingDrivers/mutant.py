"""A client that gets one part of its request or its outcome wrong. The argument names the part."""
import sys
from misbehaving import MisbehavingDriver

part = sys.argv[1]


class Mutant(MisbehavingDriver):
    def good(self, call):
        request = {
            "id": call["id"], "n": 1, "method": "POST", "url": call["baseURL"] + "/things?page=2",
            "headers": {"Accept": "application/json", "X-Version": "3"}, "timeout": 10, "unobserved": [],
            "body": {"text": '{"title":"test","done":false}'}}
        wrong = {
            "method": {"method": "PUT"},
            "origin": {"url": "http://other.invalid/v1/things?page=2"},
            "prefix": {"url": "http://api.invalid/things?page=2"},
            "path": {"url": call["baseURL"] + "/thing?page=2"},
            "query": {"url": call["baseURL"] + "/things?page=3"},
            "no query": {"url": call["baseURL"] + "/things"},
            "more query": {"url": call["baseURL"] + "/things?page=2&debug=1"},
            "header": {"headers": {"Accept": "application/json", "X-Version": "4"}},
            "no header": {"headers": {"Accept": "application/json"}},
            "more headers": {"headers": {"Accept": "application/json", "X-Version": "3", "X-Debug": "1"}},
            "timeout": {"timeout": 60},
            "body": {"body": {"text": '{"title":"tset","done":false}'}},
            "no body": {"body": None},
            "body member": {"body": {"text": '{"title":"test"}'}},
        }
        answer = self.responses.setdefault((call["id"], 1), __import__("queue").Queue())
        if part != "no request":
            self.send({"request": {**request, **wrong.get(part, {})}})
            answer.get()
        failure = {"category": "status", "type": "APIError", "case": "statusCode", "payload": 409}
        outcomes = {
            "success": {"success": {"id": 1}},
            "category": {"failure": {**failure, "category": "other"}},
            "type": {"failure": {**failure, "type": "OtherError"}},
            "case": {"failure": {**failure, "case": "unknown"}},
            "payload": {"failure": {**failure, "payload": 400}},
            "no payload": {"failure": {k: v for k, v in failure.items() if k != "payload"}},
        }
        self.result(call, outcomes.get(part, {"failure": failure}))


Mutant().run()
