"""The checks of the row `python` as people write them for pytest, with the library `responses` instead of the network.

The client is the one in Examples/python, unchanged. Each test here is a scenario of the generated contracts. It
describes the same request (method, URL, headers, body, and that it is the only one), and asserts the same result or
failure.
"""

import http.client
import os
import pathlib
import sys

import pytest
import requests
import responses
from responses import matchers

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "Examples/python"))

from todo_requests import NotJSON, StatusError, Todo, TodoClient  # noqa: E402

NUMBERS = range(int(os.environ.get("BENCHMARK_CONTRACTS", "200")))
TOKEN = "ZW1haWw6cGFzc3dvcmQ="


@pytest.fixture
def network():
    with responses.RequestsMock(assert_all_requests_are_fired=True) as network:
        yield network


def answer(network, number, **answer):
    """Describes the only request and its answer."""
    headers = {"Content-Type": "application/json", "Cache-Control": "no-cache", "Authorization": f"Bearer {TOKEN}"}
    network.add(
        responses.POST,
        "http://localhost:8080/todos",
        match=[
            matchers.query_param_matcher({}),
            matchers.header_matcher(headers),
            matchers.json_params_matcher({"title": f"test {number}"}),
        ],
        **answer,
    )


def create(network, number):
    try:
        return TodoClient().create_todo(f"test {number}", TOKEN)
    finally:
        assert len(network.calls) == 1


@pytest.mark.parametrize("number", NUMBERS)
def test_created(network, number):
    answer(network, number, status=201, json={"id": number, "title": f"test {number}"})
    assert create(network, number) == Todo(id=number, title=f"test {number}")


@pytest.mark.parametrize("number", NUMBERS)
def test_not_http(network, number):
    answer(network, number, body=requests.ConnectionError("Connection aborted.", http.client.BadStatusLine("hello")))
    with pytest.raises(requests.ConnectionError):
        create(network, number)


@pytest.mark.parametrize("number", NUMBERS)
def test_server_error(network, number):
    answer(network, number, status=500)
    with pytest.raises(StatusError) as raised:
        create(network, number)
    assert raised.value.status == 500


@pytest.mark.parametrize("number", NUMBERS)
def test_garbled(network, number):
    answer(network, number, status=201, body="{{}")
    with pytest.raises(NotJSON):
        create(network, number)


@pytest.mark.parametrize("number", NUMBERS)
def test_connection_lost(network, number):
    answer(network, number, body=requests.ConnectionError("Connection aborted.", ConnectionResetError(104, "reset")))
    with pytest.raises(requests.ConnectionError):
        create(network, number)
