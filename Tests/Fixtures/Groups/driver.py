"""Clients that live longer than one call, each with the one mistake that its operation is named after.

Those whose names end in `-right` make none. driver.mjs, GroupsDriver.swift and the folder go have the same clients.
"""

import asyncio
import contextlib
import http.client
import json
import pathlib
import sys
import threading
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Kits" / "python"))

from contract_run.driver import Driver

driver = Driver("groups")


class StatusError(Exception):
    def __init__(self, status):
        super().__init__(f"status {status}")
        self.status = status


@driver.failure(StatusError)
def _(error):
    return {"category": "status", "payload": error.status}


class Client:
    """A client with a connection for each request, and some with a pool of their own."""

    def __init__(self, base_url):
        self.address = urllib.parse.urlsplit(base_url).netloc
        self.lock = threading.Lock()
        self.token = "old"
        self.renewal = None
        self.cursor = None
        self.kept = []
        self.free = threading.Semaphore(2)

    def open(self):
        return http.client.HTTPConnection(self.address, timeout=10)

    def send(self, method, path, headers=None):
        """Sends a request on a connection of its own."""
        with contextlib.closing(self.open()) as connection:
            connection.request(method, path, headers=headers or {})
            response = connection.getresponse()
            return response.status, response.read()

    # Tokens

    def item(self, token):
        return self.send("GET", "/item", {"Authorization": f"Bearer {token}"})

    def renewed(self):
        return json.loads(self.send("POST", "/token")[1])["token"]

    def with_token(self, renew):
        token = self.token
        status, body = self.item(token)
        if status == 401:
            renew(token)
            status, body = self.item(self.token)
        return named(status, body)

    def renew_once(self, token):
        with self.lock:
            if self.token == token:
                self.token = self.renewed()

    def renew_each(self, token):
        self.token = self.renewed()

    def renew_in_turn(self, token):
        with self.lock:
            self.token = self.renewed()

    def renew_together(self, token):
        """Waits for a renewal that runs, and does not look whether one has ended."""
        with self.lock:
            is_first = self.renewal is None
            if is_first:
                self.renewal = threading.Event()
            renewal = self.renewal
        if is_first:
            self.token = self.renewed()
            self.renewal = None
            renewal.set()
        renewal.wait()

    # One session

    def session(self):
        """Returns a free connection of the pool, or a new one."""
        with self.lock:
            return self.kept.pop() if self.kept else self.open()

    def on(self, connection, path="/item"):
        connection.request("GET", path)
        response = connection.getresponse()
        return response.status, response.read()

    def pooled(self):
        connection = self.session()
        try:
            status, body = self.on(connection)
        except (http.client.RemoteDisconnected, ConnectionError):
            connection.close()  # it may have been closed while nobody used it
            connection = self.open()
            status, body = self.on(connection)
        with self.lock:
            self.kept.append(connection)
        return named(status, body)

    def never_tries_again(self):
        connection = self.session()
        connection.auto_open = 0  # as a stack does that keeps its sockets itself
        if connection.sock is None:
            connection.connect()
        status, body = self.on(connection)
        with self.lock:
            self.kept.append(connection)
        return named(status, body)

    def leaks_at_errors(self):
        connection = self.open()
        status, body = self.on(connection)
        if status != 200:
            self.kept.append(connection)
        else:
            connection.close()
        return named(status, body)

    def pool_of_two(self):
        self.free.acquire()
        status, body = self.send("GET", "/item")
        name = named(status, body)
        self.free.release()  # not after an error
        return name

    # Streams

    def events(self, first_id_only=False, says_id=True, waits=True):
        """Returns the events of a stream, and comes back if it is lost."""
        events, last_id, retry = [], None, 1.0
        while True:
            with contextlib.closing(self.open()) as connection:
                connection.request("GET", "/events", headers={"Last-Event-ID": last_id} if last_id and says_id else {})
                try:
                    response = connection.getresponse()
                    if response.status == 204:
                        return events
                    for line in response:
                        name, _, value = line.decode().rstrip("\n").partition(": ")
                        if name == "id" and not (first_id_only and last_id):
                            last_id = value
                        elif name == "retry":
                            retry = int(value) / 1000
                        elif name == "data" and value == "[DONE]":
                            return events
                        elif name == "data":
                            events.append(value)
                except (http.client.HTTPException, ConnectionError):
                    pass  # what came is kept
            time.sleep(retry if waits else 0)

    def keeps_cursor(self):
        status, body = self.send("GET", "/item" + (f"?after={self.cursor}" if self.cursor else ""))
        self.cursor = json.loads(body).get("next")
        return named(status, body)


class AsyncClient:
    """A client on asyncio, with a connection for each request. It tries again three seconds after a 503."""

    def __init__(self, base_url):
        self.address = urllib.parse.urlsplit(base_url)
        self.lock = asyncio.Lock()
        self.tasks = []

    async def item(self):
        status, body = await self.fetch()
        if status == 503:
            await asyncio.sleep(3)
            status, body = await self.fetch()
        return named(status, body)

    async def fetch(self):
        reader, writer = await asyncio.open_connection(self.address.hostname, self.address.port)
        try:
            writer.write(f"GET /item HTTP/1.1\r\nHost: {self.address.netloc}\r\nConnection: close\r\n\r\n".encode())
            head, _, body = (await reader.read()).partition(b"\r\n\r\n")
            return int(head.split()[1]), body
        finally:
            writer.close()

    async def swallows(self):
        try:
            return await self.item()
        except asyncio.CancelledError:
            return "nothing"

    async def tries_again(self):
        while True:
            try:
                return await self.item()
            except asyncio.CancelledError:
                pass

    async def runs_on(self):
        self.tasks.append(asyncio.ensure_future(self.item()))
        return await asyncio.shield(self.tasks[-1])

    async def keeps_lock(self):
        await self.lock.acquire()
        name = await self.item()
        self.lock.release()
        return name


def named(status, body):
    if status != 200:
        raise StatusError(status)
    return json.loads(body)["name"]


@driver.client
def client(call):
    return AsyncClient(call.base_url) if call.operation.startswith("cancel-") else Client(call.base_url)


def add(name, run):
    driver.operation(name, lambda call: run(call.client))


add("token-right", lambda client: client.with_token(client.renew_once))
add("token-each", lambda client: client.with_token(client.renew_each))
add("token-in-turn", lambda client: client.with_token(client.renew_in_turn))
add("token-together", lambda client: client.with_token(client.renew_together))
add("plain-right", lambda client: named(*client.send("GET", "/item")))
add("plain-pooled-right", Client.pooled)
add("plain-stale", Client.never_tries_again)
add("plain-leaks", Client.leaks_at_errors)
add("plain-pool-of-two", Client.pool_of_two)
add("plain-cursor", Client.keeps_cursor)
add("events-right", Client.events)
add("events-first-id", lambda client: client.events(first_id_only=True))
add("events-from-0", lambda client: client.events(says_id=False))
add("events-at-once", lambda client: client.events(waits=False))



def add_async(name, run):
    async def operation(call):
        return await run(call.client)

    driver.operation(name, operation)


add_async("cancel-right", AsyncClient.item)
add_async("cancel-swallowed", AsyncClient.swallows)
add_async("cancel-ignored", AsyncClient.tries_again)
add_async("cancel-runs-on", AsyncClient.runs_on)
add_async("cancel-keeps-lock", AsyncClient.keeps_lock)


@driver.operation("cancel-never")
def _(call):
    call.client  # it is made, and not used
    time.sleep(0.3)
    return asyncio.run(AsyncClient(call.base_url).item())


@driver.operation("plain-shares-nothing")
def _(call):
    return named(*Client(call.base_url).send("GET", "/item"))


driver.run()
