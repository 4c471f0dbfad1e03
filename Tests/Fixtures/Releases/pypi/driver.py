"""Clients from PyPI: `driver.py PACKAGE FOLDER`, with the release in FOLDER and what it needs in `deps` beside it."""

import logging
import pathlib
import sys

package, folder = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
sys.path[:0] = [str(folder), str(folder.parent / f"{package}-deps"), str(pathlib.Path(__file__).parents[4] / "Kits/python")]

from contract_run import Driver

driver = Driver(package)


def with_httpx():
    import httpx

    @driver.operation
    def document(call):
        with httpx.Client(timeout=2) as client:
            response = client.get(f"{call.base_url}/documents/1")
            response.raise_for_status()
            return response.json()["title"]

    @driver.failure(httpx.HTTPStatusError)
    def _(error):
        return {"category": "status", "payload": error.response.status_code}


def with_meilisearch():
    import meilisearch
    from meilisearch.errors import MeiliSearchApiError

    @driver.operation
    def search(call):
        return meilisearch.Client(call.base_url, "master", 2).index("movies").search("alien")["hits"]

    @driver.failure(MeiliSearchApiError)
    def _(error):
        return {"category": "status", "payload": error.status_code}


def with_notion():
    from notion_client import Client
    from notion_client.errors import HTTPResponseError

    @driver.operation
    def user(call):
        client = Client(auth="secret_token", base_url=call.base_url, timeout_ms=2000, log_level=logging.CRITICAL)
        return client.users.retrieve("u1")["name"]

    @driver.failure(HTTPResponseError)
    def _(error):
        return {"category": "status", "payload": error.status}


{"httpx": with_httpx, "meilisearch": with_meilisearch, "notion-client": with_notion}[package]()
driver.run()
