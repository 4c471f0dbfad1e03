"""A correct driver on both transports. Its client sends multiple requests in the way that the call's input names."""
import http.client
import json
import queue
import re
import time
import urllib.parse
from misbehaving import MisbehavingDriver


class MultipleRequests(MisbehavingDriver):
    transports = ["memory", "loopback"]

    def call(self, call):
        self.sent = 0
        way, argument = next(iter(call["input"].items()))
        self.result(call, getattr(self, way)(call, argument))
        self.open.discard(call["id"])

    # Tools

    def start(self, call, url, method="GET", headers={}, body=None):
        """Sends a request, and returns a function that waits for the answer: status, headers, body."""
        headers = dict(headers, Accept="application/json")
        if call["transport"] == "memory":
            self.sent += 1
            answer = self.responses.setdefault((call["id"], self.sent), queue.Queue())
            message = {"id": call["id"], "n": self.sent, "method": method, "url": url, "headers": headers,
                       "unobserved": []}
            if body:
                message["body"] = {"text": body}
            self.send({"request": message})
            return lambda: self.read(answer.get())
        place = urllib.parse.urlsplit(url)
        client = http.client.HTTPConnection(place.hostname, place.port)
        client.request(method, url[url.index(place.netloc) + len(place.netloc):], body=body, headers=headers)
        return lambda: self.receive(client)

    @staticmethod
    def read(response):
        headers = {name.lower(): value for name, value in response.get("headers", {}).items()}
        return response["status"], headers, response.get("body", {}).get("text", "")

    @staticmethod
    def receive(client):
        answer = client.getresponse()
        body = answer.read().decode()
        client.close()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, body

    @staticmethod
    def outcome(status, body):
        if not 200 <= status < 300:
            return {"failure": {"category": "status", "payload": status}}
        try:
            return {"success": json.loads(body)}
        except ValueError:
            return {"failure": {"category": "decoding", "payload": body}}

    # Ways

    def at_once(self, call, paths):
        """Sends all requests before it reads the first answer."""
        waiting = [self.start(call, call["baseURL"] + path) for path in paths]
        answers = [wait() for wait in waiting]
        failed = [status for status, _, _ in answers if status >= 300]
        if failed:
            return {"failure": {"category": "status", "payload": failed[0]}}
        return {"success": [json.loads(body) for _, _, body in answers]}

    def retry(self, call, seconds):
        """Sends the request again after some time if the server was unavailable."""
        url = call["baseURL"] + "/thing"
        status, _, body = self.start(call, url)()
        if status == 503:
            time.sleep(seconds)
            status, _, body = self.start(call, url)()
        return self.outcome(status, body)

    def refresh(self, call, token):
        """Sends the request again with a new token from the auth server if the old token has expired."""
        url = call["baseURL"] + "/thing"
        status, _, body = self.start(call, url, headers={"Authorization": "Bearer " + token})()
        if status == 401:
            _, _, body = self.start(call, call["baseURLs"]["auth"] + "/token", "POST", body='{"refresh": "r1"}')()
            token = json.loads(body)["token"]
            status, _, body = self.start(call, url, headers={"Authorization": "Bearer " + token})()
        return self.outcome(status, body)

    def pages(self, call, path):
        """Gets all pages by their Link headers (RFC 8288)."""
        url, found = call["baseURL"] + path, []
        while url:
            _, headers, body = self.start(call, url)()
            found += json.loads(body)
            link = re.match(r'<([^>]*)>; *rel="?next', headers.get("link", ""))
            url = link and link[1]
        return {"success": found}


MultipleRequests().run()
