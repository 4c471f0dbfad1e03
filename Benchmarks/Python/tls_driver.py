"""A driver that sends requests, and writes how long each took: `python3 tls_driver.py TIMES CONNECTIONS REQUESTS`."""

import http.client
import json
import ssl
import sys
import time
import urllib.parse

times, connections, requests = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
context = ssl.create_default_context()


def get(connection):
    connection.request("GET", "/thing")
    return connection.getresponse().read()


def call(base_url):
    url = urllib.parse.urlsplit(base_url)
    begin = time.perf_counter()
    for _ in range(connections):
        secured = url.scheme == "https"
        kind, options = (http.client.HTTPSConnection, {"context": context}) if secured else (http.client.HTTPConnection, {})
        connection = kind(url.hostname, url.port, timeout=60, **options)
        get(connection)
        if requests > 1:
            begin = time.perf_counter()
        for _ in range(requests - 1):
            get(connection)
        connection.close()
    count = connections if requests == 1 else requests - 1
    with open(times, "w") as file:
        file.write(str((time.perf_counter() - begin) / count))


for line in sys.stdin:
    message = json.loads(line)
    answer = None
    if "hello" in message:
        answer = {"hello": {"protocol": 1, "driver": "tls", "operations": ["thing"], "transports": ["loopback"]}}
    elif "call" in message:
        call(message["call"]["baseURL"])
        answer = {"result": {"id": message["call"]["id"], "outcome": {"success": 1}}}
    if answer:
        print(json.dumps(answer), flush=True)
