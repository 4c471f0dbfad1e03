"""Clients of streams, of lists in pages and of plain bodies, each with the one mistake that its operation is named after.

`events`, `events-lenient`, `lines`, `item`, `maybe-empty`, `early` and the operations that end in `-right` make none.
Those that begin with `limit` have a limit of two seconds, as their contracts say.
driver.mjs has the same clients for Node.
"""

import codecs
import contextlib
import email.utils
import gzip
import http.client
import io
import json
import pathlib
import re
import socket
import sys
import time
import urllib.parse
import urllib.request
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Kits" / "python"))

from contract_run.driver import Driver

NETWORK = (OSError, http.client.HTTPException)
driver = Driver("streams")


class StatusError(Exception):
    def __init__(self, status):
        super().__init__(f"status {status}")
        self.status = status


class IncompleteStream(Exception):
    """The stream ended without its last event."""


class StreamError(Exception):
    """The stream has an event that reports an error."""


class Malformed(ValueError):
    """A body, or a part of it, cannot be read."""


class Unusable(Exception):
    """The client does not accept such a response."""


@driver.failure(StatusError)
def _(error):
    return {"category": "status", "payload": error.status}


driver.failure(IncompleteStream, category="network")
driver.failure(Malformed, category="decoding")
driver.failure(Unusable, category="invalidResponse")


# Requests


def address(call):
    return f"{call.base_url}/{call.argument('path', str)}"


@contextlib.contextmanager
def connected(url, timeout=5):
    """Gives a connection of its own to the server, and what to ask it for."""
    parts = urllib.parse.urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=timeout)
    with contextlib.closing(connection):
        yield connection, parts._replace(scheme="", netloc="").geturl()


@contextlib.contextmanager
def opened(call, headers={}, timeout=5):
    """Sends a request. Gives its response, whose body is not read yet."""
    with connected(address(call), timeout) as (connection, target):
        connection.request("GET", target, headers=headers)
        with connection.getresponse() as response:
            checked(response.status)
            yield response


def checked(status):
    if not 200 <= status < 300:
        raise StatusError(status)


def pieces(response):
    """Reads a body as it arrives."""
    while piece := response.read1(65536):
        yield piece
    if response.length:  # read1 does not mind a body that is shorter than its Content-Length
        raise http.client.IncompleteRead(b"", response.length)


def decoded(pieces, mistake, errors="replace"):
    decoder = codecs.getincrementaldecoder("utf-8" if mistake == "keeps-mark" else "utf-8-sig")(errors)
    for piece in pieces:
        yield piece.decode("utf-8-sig") if mistake == "decodes-pieces" else decoder.decode(piece)
    yield decoder.decode(b"", final=True)


def text_of(data):
    value = json.loads(data)
    if not isinstance(value, dict) or not isinstance(value.get("text"), str):
        raise Malformed(f"no text in {data}")
    return value["text"]


# Server-sent events


class Events:
    """Reads events as the HTML standard describes them, except for a mistake."""

    def __init__(self, mistake):
        self.mistake = mistake
        ends = {"lf-only": "\n", "crlf-too": "\r?\n", "splits-text": "\r\n|[\n\r\x85\u2028\u2029]"}
        self.ends = re.compile(ends.get(mistake, "\r\n|\n|\r"))
        self.rest, self.after_cr = "", False
        self.name, self.data = "", []

    def read(self, text):
        """Takes the next text of the stream. Gives the events that it completes, as pairs of name and data."""
        if self.after_cr and text.startswith("\n") and self.mistake != "between-cr-and-lf":
            text = text[1:]
        *lines, self.rest = self.ends.split(self.rest + text)
        self.after_cr = text.endswith("\r") and not self.rest
        for line in lines:
            if line:
                self.take(line)
                continue
            name, data = self.name or "message", self.data
            self.name, self.data = "", []
            if data:
                yield name, "\n".join(data)

    def take(self, line):
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "data":
            if self.mistake != "needs-space" or line.startswith("data: "):
                self.data = [value] if self.mistake == "last-data-line" else [*self.data, value]
        elif field == "event":
            self.name = value
        elif self.mistake == ("strict-fields" if field else "reads-comments"):
            raise Malformed(line)


def events(call, mistake):
    texts, stream = [], Events(mistake)
    with opened(call) as response:
        try:
            for text in decoded(pieces(response), mistake):
                if mistake == "parses-pieces":
                    stream = Events(mistake)
                for name, data in stream.read(text):
                    if name == "error" and mistake != "swallows-error":
                        raise StreamError(data)
                    if name == "message" and data == "[DONE]":
                        return texts
                    if name == "message":
                        texts.append(text_of(data))
        except NETWORK:
            if mistake != "swallows-loss":
                raise
            return texts
    if mistake == "keeps-rest":
        return texts + [guessed(data) for _, data in stream.read("\n\n") if data != "[DONE]"]
    if mistake != "events-lenient":
        raise IncompleteStream("the stream ended without [DONE]")
    return texts


def guessed(data):
    """Takes the text from data even if it is cut off."""
    try:
        return text_of(data)
    except ValueError:
        return data.rpartition('":')[2].strip(' "')


# JSON lines


LINE_FEED = re.compile("\n")
LINE_ENDS = {
    "lines-between-cr-and-lf": re.compile("\r\n|\n|\r"),
    "lines-split-text": re.compile("[\n\x85\u2028\u2029]"),
}


def lines(call, mistake):
    texts, rest = [], ""

    def take(line):
        if mistake == "lines-lf-only" and line and not line.endswith("}"):
            raise Malformed(line)
        if line.strip():
            texts.append(text_of(line))
        elif mistake in ("lines-not-empty", "lines-between-cr-and-lf"):
            raise Malformed("an empty line")

    with opened(call) as response:
        for text in decoded(pieces(response), mistake, "strict"):
            whole = LINE_ENDS.get(mistake, LINE_FEED).split(rest + text)
            rest = "" if mistake == "lines-pieces" else whole.pop()
            for line in whole:
                take(line)
    if rest and mistake != "lines-need-last":
        take(rest)
    return texts


# Plain bodies

UNPACKED = {
    "asks-gzip-right": gzip.decompress,
    "asks-deflate": lambda body: zlib.decompress(body, -15),  # deflate without the zlib format around it
    "asks-deflate-right": zlib.decompress,
}


def item(call, mistake):
    coding = {"asks-gzip": "gzip", "asks-deflate": "deflate"}.get(mistake.removesuffix("-right"))
    if mistake in ("own-chunks", "own-chunks-right", "version-1.1"):
        headers, body = exchanged(call, mistake)
    elif coding or mistake == "first-link":
        with opened(call, {"Accept-Encoding": coding} if coding else {}) as response:
            headers, body = response.getheaders(), response.read()
    else:
        with urllib.request.urlopen(address(call), timeout=5) as response:
            headers, body = response.getheaders(), response.read()
    if mistake == "needs-length" and not values(headers, "Content-Length"):
        raise Unusable("no Content-Length")
    if mistake in UNPACKED and [value.lower() for value in values(headers, "Content-Encoding")] == [coding]:
        try:
            body = UNPACKED[mistake](body)
        except (OSError, EOFError, zlib.error) as error:
            raise Malformed("not compressed as expected") from error
    if mistake == "maybe-empty" and not body:
        return None
    links = values(headers, "Link")
    links = ",".join(links[:1] if mistake == "first-link" else links).split(",")
    return {"item": json.loads(body), "links": [link.strip() for link in links if link.strip()]}


def values(headers, name):
    return [value for one, value in headers if one.lower() == name.lower()]


def exchanged(call, mistake):
    """Speaks HTTP itself. Returns the headers and the body of the response."""
    url = urllib.parse.urlsplit(address(call))
    target = url._replace(scheme="", netloc="").geturl()
    with socket.create_connection((url.hostname, url.port), timeout=5) as connection, connection.makefile("rb") as file:
        connection.sendall(f"GET {target} HTTP/1.1\r\nHost: {url.netloc}\r\nConnection: close\r\n\r\n".encode())
        status = 100
        while status < 200:  # the final response comes after those that only inform
            first = line_of(file)
            if not re.match(r"HTTP/1\.\d \d{3}(?!\S)", first):
                raise http.client.BadStatusLine(first)
            if mistake == "version-1.1" and not first.startswith("HTTP/1.1 "):
                raise Unusable(first)
            status, headers = int(first[9:12]), fields(file)
        checked(status)
        if status == 204:
            return headers, b""
        if "chunked" in ",".join(values(headers, "Transfer-Encoding")).lower():
            return headers, b"".join(chunks(file, mistake))
        lengths = values(headers, "Content-Length")
        return headers, read(file, int(lengths[0])) if lengths else file.read()


def line_of(file):
    line = file.readline()
    if not line.endswith(b"\n"):
        raise http.client.IncompleteRead(line)
    return line.decode("latin-1").rstrip("\r\n")


def fields(file):
    """Reads headers, or what follows the last chunk."""
    parts = (line.partition(":") for line in iter(lambda: line_of(file), ""))
    return [(name, value.strip()) for name, _, value in parts]


def read(file, size):
    data = file.read(size)
    if len(data) < size:
        raise http.client.IncompleteRead(data, size - len(data))
    return data


def chunks(file, mistake):
    size = None
    while size != 0:
        line = line_of(file)
        try:
            size = int(line if mistake == "own-chunks" else line.split(";")[0], 16)
        except ValueError as error:
            raise Malformed(f"not the size of a chunk: {line}") from error
        yield read(file, size)
        fields(file) if size == 0 else line_of(file)


# Answers that never end


def limited(call, mistake):
    """Gives up after two seconds: of the whole body, or after the last event. A mistake limits less."""
    texts, body, stream = [], b"", Events(mistake)
    with connected(address(call), timeout=2) as (connection, target):
        connection.request("GET", target)
        socket = connection.sock
        with connection.getresponse() as response:
            checked(response.status)
            if mistake.endswith("-head"):
                socket.settimeout(None)
            end = time.monotonic() + 2
            for piece in pieces(response):
                body += piece
                for _, data in stream.read(piece.decode()) if mistake.startswith("limit-events") else []:
                    if data == "[DONE]":
                        return texts
                    texts.append(text_of(data))
                    end = time.monotonic() + 2
                if mistake.endswith("-right") and time.monotonic() > end:
                    raise TimeoutError("the answer does not end")
    if mistake.startswith("limit-events"):
        raise IncompleteStream("the stream ended without [DONE]")
    return json.loads(body)


# Waits


def waiting(call, mistake):
    """Sends a request once more after a 429 or a 503, unless it had to wait for more than four seconds."""
    for is_last in (False, True):
        with connected(address(call)) as (connection, target):
            connection.request("GET", target)
            with connection.getresponse() as response:
                if is_last or response.status not in (429, 503):
                    checked(response.status)
                    return json.loads(response.read())
                seconds = seconds_until(response.getheader("Retry-After", ""), mistake)
                if seconds > 4 and mistake != "waits-day":
                    raise StatusError(response.status)
        time.sleep(seconds if mistake == "waits-past" else max(0, seconds))


def seconds_until(value, mistake):
    """Returns how long a value of Retry-After lets a client wait (RFC 9110, section 10.2.3): 0 if it names no time."""
    if mistake == "waits-ignored":
        return 0
    if value.isdigit():
        return int(value) / (1000 if mistake == "waits-milliseconds" else 1)
    try:
        return email.utils.parsedate_to_datetime(value).timestamp() - time.time()
    except (TypeError, ValueError):
        if value and mistake == "waits-strict":
            raise
        return 0


# Lists in pages


def things(call, mistake):
    """Loads a list page by page, until a page has no cursor."""
    found, cursor = [], None
    while True:
        with connected(f"{call.base_url}/things" + (f"?cursor={cursor}" if cursor else "")) as (connection, target):
            connection.request("GET", target)
            with connection.getresponse() as response:
                checked(response.status)
                page = json.loads(response.read())
        if not page["things"] and mistake == "pages-until-empty":
            return found
        found += page["things"]
        if mistake == "pages-need-null":
            if page.get("next") is None:
                return found
        elif mistake == "pages-need-member":
            if "next" not in page:
                return found
        elif not page.get("next") or mistake == "pages-two" and cursor:
            return found
        cursor = page["next"]


# Bodies that are not JSON, base URLs with a path, and names of files


def rows(call, mistake):
    """Loads a table. Its rows are lines with commas, and the first one has the names of the columns."""
    with opened(call) as response:
        body, content_type = response.read(), response.getheader("Content-Type", "")
    if mistake == "rows-right" and (not content_type.startswith("text/csv") or not body.endswith(b"\n")):
        raise Malformed("not a whole table")
    return len(body.splitlines())


def person(call, mistake):
    with opened(call) as response:
        body = response.read()
    if mistake == "name-latin":
        return json.loads(body.decode("latin-1"))["name"]
    return json.loads(body)["name"]


def token(call, mistake):
    with opened(call) as response:
        answer = json.loads(response.read())
    if mistake == "token-logged":
        print("logged in:", answer)
    return len(answer["access_token"])


def below(call, mistake):
    """Asks for a path below the base URL."""
    url = {
        "below-right": f"{call.base_url.rstrip('/')}/items/1",
        "below-sibling": urllib.parse.urljoin(call.base_url, "items/1"),  # replaces the last segment of the path
        "below-root": urllib.parse.urljoin(call.base_url, "/items/1"),  # replaces the whole path
        "below-twice": f"{call.base_url}/items/1",  # has a second slash if the base URL ends with one
    }[mistake]
    with connected(url) as (connection, target):
        connection.request("GET", target)
        with connection.getresponse() as response:
            checked(response.status)
            return json.loads(response.read())


def upload(call, mistake):
    """Sends a file in a form."""
    filename = call.argument("filename", str)
    if mistake == "upload-right":
        filename = filename.replace("\\", "\\\\").replace('"', '\\"')
    disposition = f'Content-Disposition: form-data; name="file"; filename="{filename}"'
    body = f"--limit\r\n{disposition}\r\n\r\ntext\r\n--limit--\r\n".encode()
    with connected(f"{call.base_url}/files") as (connection, target):
        connection.request("POST", target, body, {"Content-Type": "multipart/form-data; boundary=limit"})
        checked(connection.getresponse().status)


def written(call, mistake):
    """Sends a note as JSON."""
    title = call.argument("title", str)
    body = f'{{"title": "{title}"}}' if mistake == "written-raw" else json.dumps({"title": title})
    with connected(f"{call.base_url}/notes") as (connection, target):
        connection.request("POST", target, body.encode(), {"Content-Type": "application/json"})
        checked(connection.getresponse().status)


def typed(call, mistake):
    """Reads a stream whose last event has the type `completed`."""
    texts, stream = [], Events(mistake)
    with opened(call) as response:
        for text in decoded(pieces(response), mistake):
            for name, data in stream.read(text):
                if name == "completed":
                    return texts
                texts.append(text_of(data))
    if mistake == "typed-right":
        raise IncompleteStream("the stream ended without the event completed")
    return texts


# Errors that have a body, and answers that are too large


def described(call, mistake):
    """Raises an error for an answer that describes one, or has the status of one."""
    with connected(address(call)) as (connection, target):
        connection.request("GET", target)
        with connection.getresponse() as response:
            body = response.read()
    answer = json.loads(body) if body.startswith(b"{") else {}
    if "error" in answer and mistake == "errors-swallowed" and response.status != 404:
        return None
    if mistake != "errors-in-200" and "error" in answer:
        raise StatusError(response.status)
    checked(response.status)
    return json.loads(body)


LARGEST = 1 << 20


def large(call, mistake):
    """Reads at most a megabyte of an answer, also after it was decompressed."""
    body, unpacked = io.BytesIO(), zlib.decompressobj(31)
    with opened(call, {"Accept-Encoding": "gzip"}, timeout=60) as response:
        is_packed = response.getheader("Content-Encoding") == "gzip"
        for piece in pieces(response):
            left = 0 if mistake == "large-unlimited" else LARGEST + 1 - body.tell()
            body.write(unpacked.decompress(piece, left) if is_packed else piece)
            if mistake == "large-right" and body.tell() > LARGEST:
                raise Malformed("too large")
    return json.loads(body.getvalue())


def large_events(call, mistake):
    """Reads events that are at most a megabyte each."""
    texts, stream = [], Events(mistake)
    buffered = io.BytesIO()
    with opened(call, timeout=60) as response:
        for piece in pieces(response):
            buffered.write(piece)
            if b"\n" in piece:
                for _, data in stream.read(buffered.getvalue().decode()):
                    if data == "[DONE]":
                        return texts
                    texts.append(text_of(data))
                buffered = io.BytesIO()
            elif mistake == "large-events-right" and buffered.tell() > LARGEST:
                raise Malformed("an event is too large")
    raise IncompleteStream("the stream ended without [DONE]")


# A body that the server may refuse before it has read all of it


def early(call, _):
    with connected(f"{call.base_url}/upload") as (connection, target):
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # the answer may be there nevertheless
            body = json.dumps({"data": "a" * (2 << 20)})
            connection.request("POST", target, body, {"Content-Type": "application/json"})
        checked(connection.getresponse().status)


CLIENTS = {
    events: "events events-lenient decodes-pieces parses-pieces lf-only crlf-too needs-space keeps-mark reads-comments"
    " last-data-line strict-fields keeps-rest swallows-loss swallows-error between-cr-and-lf splits-text",
    lines: "lines lines-lf-only lines-need-last lines-not-empty lines-pieces lines-between-cr-and-lf lines-split-text",
    item: "item needs-length asks-gzip asks-gzip-right asks-deflate asks-deflate-right first-link own-chunks"
    " own-chunks-right version-1.1 wants-content maybe-empty",
    limited: "limit-events-right limit-events-bytes limit-events-head limit-body-right limit-body-bytes limit-body-head",
    waiting: "waits-right waits-day waits-ignored waits-milliseconds waits-past waits-strict",
    things: "pages-right pages-until-empty pages-need-null pages-need-member pages-two",
    rows: "rows-right rows-of-anything",
    person: "name-right name-latin",
    token: "token-right token-logged",
    below: "below-right below-sibling below-root below-twice",
    upload: "upload-right upload-raw",
    written: "written-right written-raw",
    typed: "typed-right typed-lenient",
    described: "errors-right errors-swallowed errors-in-200",
    large: "large-right large-unlimited",
    large_events: "large-events-right large-events-unlimited",
    early: "early",
}
for client, names in CLIENTS.items():
    for name in names.split():
        driver.operation(name, lambda call, client=client, name=name: client(call, name))

driver.run()
