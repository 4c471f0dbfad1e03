"""A client of the photo service that uses urllib and retries. It is ordinary code that does not know about contracts.

If the service is busy, the client waits for as long as the service asks, and tries again. If the connection is lost,
the client tries once more. Each retry has the idempotency key of the first try, so the service creates one album only.
"""

import dataclasses
import datetime
import email.utils
import json
import time
import urllib.error
import urllib.request
import uuid
from typing import Optional


@dataclasses.dataclass
class Album:
    id: str
    title: str


class PhotosError(Exception):
    """The service did not answer as it should."""


class StatusError(PhotosError):
    """The status is not 2xx."""

    def __init__(self, status: int) -> None:
        super().__init__(f"the service answered {status}")
        self.status = status


class Busy(StatusError):
    """The service is still busy after the last try, or asks for a longer wait than the client allows."""

    def __init__(self, status: int, retry_after: str) -> None:
        super().__init__(status)
        self.retry_after = retry_after


class PhotosClient:
    def __init__(self, base_url: str, token: str, tries: int = 4, longest_wait: float = 30) -> None:
        self._base_url = base_url.rstrip("/")
        self._token = token
        self._tries = tries
        self._longest_wait = longest_wait

    def create_album(self, title: str) -> Album:
        headers = {
            "Accept": "application/json",
            "Authorization": f"Bearer {self._token}",
            "Content-Type": "application/json",
            "Idempotency-Key": str(uuid.uuid4()),
        }
        body = json.dumps({"title": title}).encode()
        request = urllib.request.Request(f"{self._base_url}/albums", body, headers, method="POST")
        answer = json.loads(self._deliver(request))
        if not isinstance(answer["id"], str) or not isinstance(answer["title"], str):
            raise TypeError("the album's id and title are strings")
        return Album(answer["id"], answer["title"])

    def _deliver(self, request: urllib.request.Request) -> bytes:
        waits = losses = 0
        while True:
            try:
                with urllib.request.urlopen(request, timeout=10) as response:
                    return response.read()
            except urllib.error.HTTPError as error:
                wait = _wait(error)
                if wait is None:
                    raise StatusError(error.code) from error
                waits += 1
                if waits == self._tries or wait > self._longest_wait:
                    raise Busy(error.code, error.headers["Retry-After"]) from error
                time.sleep(wait)
            except ConnectionResetError:
                losses += 1
                if losses > 1:
                    raise


def _wait(error: urllib.error.HTTPError) -> Optional[float]:
    """Returns how many seconds a busy service asks to wait; None if it is not busy, or gives no time."""
    if error.code not in (429, 503):
        return None
    if error.headers.get("Retry-After-Ms", "").isdecimal():
        return int(error.headers["Retry-After-Ms"]) / 1000
    after = error.headers.get("Retry-After", "")
    if after.isdecimal():
        return int(after)
    try:
        until = email.utils.parsedate_to_datetime(after)
    except (TypeError, ValueError):
        return None
    return max(0, (until - datetime.datetime.now(datetime.timezone.utc)).total_seconds())
