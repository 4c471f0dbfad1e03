"""A driver for contract-run, in one file: copy it beside your tests. Python 3.9 or later, standard library only.

    from contract_driver import Driver
    from shop import Shop, ShopError              # the client under test, unchanged

    driver = Driver("shop")

    @driver.operation                              # one for each operation that a contract names
    def order(call):
        return Shop(call.base_url).order(call.argument("article", str))

    @driver.failure(ShopError)                     # how contracts describe the client's own exceptions
    def _(error):
        return {"category": "status", "case": error.reason, "payload": error.status}

    driver.run()

The page docs/driver-protocol.md describes the messages between the runner and a driver.
"""

import base64
import dataclasses
import datetime
import decimal
import enum
import errno
import fractions
import functools
import gc
import inspect
import json
import math
import os
import pathlib
import queue
import re
import sys
import threading
import time
import traceback
import types
import typing
import uuid
from collections import abc, deque
from typing import Any, Callable, Optional

__all__ = ["Call", "Completion", "Driver", "NetworkError", "Response", "Unsupported"]

CATEGORIES = ("network", "status", "decoding", "invalidResponse", "invalidRequest", "cancelled", "other")
MEMBERS = ("category", "type", "case", "payload", "domain", "code", "message", "underlying")
URL_ERRORS = "NSURLErrorDomain"
PATIENCE = 0.05  # seconds that the client may keep a handler after calling it; then the call counts as over
GRACE = 1.8  # at most this many seconds pass between the end of the input and the end of the process
LOOK = 0.02  # every so many seconds, the driver looks whether its main thread runs a call
AHEAD = 64  # calls that the runner may write in advance; it never writes more
DEEPEST = 256  # levels of arrays and objects; the runner accepts 512 in a message


class Unsupported(Exception):
    """Raised by an operation that cannot run this call. The scenario is errored, and its report contains the text."""


class NetworkError(OSError):
    """A network error of the transport `memory` for which Python itself has no exception."""

    def __init__(self, domain: str, code: int, message: Optional[str] = None) -> None:
        super().__init__(message or f"{domain} {code}")
        self.domain = domain
        self.code = code


@dataclasses.dataclass
class Response:
    """A response on the transport `memory`. Its `headers` are an `http.client.HTTPMessage`."""

    status: int
    headers: Any
    body: bytes


class Driver:
    """A program that calls a client's operations by name when contract-run asks for them.

    - name: the driver's name in reports.
    - transports: `["loopback"]` by default. Add "memory" if your operations give `call.send` to the client when
      `call.transport` is "memory".
    - in_flight: how many calls may run at once. By default, one call runs at a time, in the main thread. If more are
      allowed, each call runs in its own thread.
    """

    def __init__(self, name: str = "driver", transports: Any = ("loopback",), in_flight: int = 1) -> None:
        self.name = name
        self.transports = list(transports)
        self.in_flight = in_flight
        self._operations: dict[str, tuple[Callable[..., Any], bool]] = {}
        self._failures: dict[type, Callable[[Any], Any]] = {}
        self._client: Optional[Callable[["Call"], Any]] = None
        self._client_needs_loop = False

    def client(self, function: Callable[["Call"], Any]) -> Callable[["Call"], Any]:
        """Sets how the client is made, which operations then find in `call.client`: `@driver.client`.

        The function gets a `Call`, and returns the client. A generator yields it, and closes it afterwards. An async
        function or an async generator runs on the driver's event loop. Calls of one group get one client; every other
        call gets a new one. Without this function, the driver makes no groups of calls.
        """
        if self._client is not None:
            raise ValueError("there are two functions for the client")
        self._client = function
        self._client_needs_loop = inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function)
        return function

    def operation(
        self, name: Any = None, function: Optional[Callable[..., Any]] = None, completes: bool = False
    ) -> Any:
        """Adds an operation: `@driver.operation`, `@driver.operation("createTodo")` or `driver.operation("todos", f)`.

        The function gets the `Call`. The value that it returns is the client's result, and an exception that it raises
        is the client's failure. An `async def` function runs on the driver's event loop. A generator or an async
        generator gives multiple values. With `completes=True`, the function also gets a `Completion`, and passes it to
        the client as its handler; the function's return value is then ignored.
        """
        if callable(name):
            return self.operation(name.__name__, name, completes)
        if function is None:
            return lambda function: self.operation(name or function.__name__, function, completes)
        if name in self._operations:
            raise ValueError(f"there are two operations named {name}")
        self._operations[name] = (function, completes)
        return function

    def failure(self, kind: type, /, **members: Any) -> Any:
        """Sets how contracts describe an exception of this class or of a subclass.

        Pass the members, as in `driver.failure(Gone, category="status", case="gone")`. Or decorate a function that gets
        the exception and returns the members as a dict, or None for no members. The members replace those of the
        default description. A member that is None is left out.
        """

        def add(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
            self._failures[kind] = function
            return function

        _check(kind, members)
        return add(lambda error: members) if members else add

    def describe(self, error: BaseException) -> dict[str, Any]:
        """Returns the failure that describes an exception."""
        return _describe(error, self._failures)

    def run(self) -> None:
        """Serves the runner until it sends `bye` or closes the input.

        From now on, the client's output goes to standard error, and its standard input is empty.
        """
        _Session(self, _Wire()).run()


class Call:
    """One run of an operation.

    - operation: the name of the operation.
    - transport: "loopback" or "memory".
    - base_url: the URL to which the client must send its requests, in general without a trailing slash.
    - base_urls: the contract's other base URLs, by name.
    - input: the contract's `input`, which may be any JSON.
    - group: the number of the calls that share one client, or None if the call has a client of its own.
    """

    def __init__(self, session: "_Session", call: dict[str, Any]) -> None:
        self.id: int = call["id"]
        self.operation: str = call["operation"]
        self.transport: str = call["transport"]
        self.base_url: str = call["baseURL"]
        self.base_urls: dict[str, str] = call.get("baseURLs") or {}
        self.input: Any = call.get("input")
        self.group: Optional[int] = call.get("group")
        self._session = session
        self._client: _Client = session.client_for(self)
        self._answers: list[dict[str, Any]] = call.get("answers") or []
        self._requests = 0
        self._is_over = False
        self._uses_client = False
        self._is_canceled = False
        self._cancels: list[Callable[[], Any]] = []
        self._kept: list[Any] = []

    @property
    def client(self) -> Any:
        """The client that the function of `driver.client` made for this call, or for the calls of its group."""
        self._uses_client = True
        return self._client.get(self)

    def argument(self, name: str, kind: Any = None, default: Any = dataclasses.MISSING) -> Any:
        """Returns a member of the input: `call.argument("id", int)`, `call.argument("limit", default=10)`.

        - kind: the type that the client takes, such as `int`, `list[Todo]` or `Optional[datetime]`. For dataclasses,
          named tuples, typed dicts and pydantic models, the value's members become the object's members. Any other
          class is called with the value.
        - default: the result if the input does not have this member.

        Raises Unsupported if the input does not fit. The text names the place and what is wrong there.
        """
        if not isinstance(self.input, dict):
            raise Unsupported(f"input is {_words(self.input)}, expected an object with the member {name}")
        if name not in self.input:
            if default is not dataclasses.MISSING:
                return default
            raise Unsupported(f"input has no member {name}")
        return _argument(self.input[name], kind, f"input.{name}")

    def on_cancel(self, cancel: Callable[[], Any]) -> None:
        """Sets how the client cancels this call: `call.on_cancel(shop.close)`.

        The function is called in another thread, and at once if the call is canceled already. An `async def` operation
        needs it only if canceling its task is not enough.
        """
        with self._session.wire.lock:
            self._cancels.append(cancel)
            is_late = self._is_canceled
        if is_late:
            cancel()

    def _cancel(self) -> None:
        """Cancels the call. A call that nothing can cancel ends with the outcome `unsupported`, and runs on."""
        with self._session.wire.lock:
            if self._is_canceled:
                return
            self._is_canceled = True
            cancels = list(self._cancels)
        for cancel in cancels:
            threading.Thread(target=cancel, daemon=True).start()
        if not cancels:
            # An operation that has only just begun may still say how.
            timer = threading.Timer(PATIENCE, self._give_up)
            timer.daemon = True
            timer.start()

    def _give_up(self) -> None:
        why = f"the operation {self.operation} is not async and does not use call.on_cancel, so it cannot be canceled"
        if not self._cancels:
            self._end(_line(result={"id": self.id, "outcome": {"unsupported": why}}))

    def keep(self, thing: Any) -> Any:
        """Holds a client until the call has ended, in case nothing else holds it. Returns the client."""
        self._kept.append(thing)
        return thing

    def send(self, method: str, url: str, headers: Any = None, body: Any = None, timeout: Any = None) -> Response:
        """Replaces the network on the transport `memory`: sends a request to the runner and waits for the response.

        - headers: a mapping or a list of pairs.
        - body: bytes, text, or an object with a `read` method; None if there is no body.
        - timeout: the request's timeout in seconds. In a pair, as `requests` has it, the second number counts.

        Raises the exception that Python's own network stack would raise, such as ConnectionRefusedError,
        socket.gaierror, socket.timeout, or BadStatusLine for a response that is not HTTP. If Python has no such
        exception, raises NetworkError. The exception's `partial` holds the bytes that came before the error.
        """
        answer: "queue.SimpleQueue[dict[str, Any]]" = queue.SimpleQueue()
        reply = self._ask(self._request(method, url, headers, body, timeout), answer.put)
        if reply is None:
            reply = answer.get()
        if reply.get("delay"):
            time.sleep(reply["delay"])
        return _response(reply)

    async def send_async(self, *arguments: Any, **named: Any) -> Response:
        """The same as `send`, for clients on asyncio."""
        import asyncio

        loop = asyncio.get_running_loop()
        answer = loop.create_future()

        def set_answer(reply: dict[str, Any]) -> None:
            if not answer.done():
                answer.set_result(reply)

        def answered(reply: dict[str, Any]) -> None:
            try:
                loop.call_soon_threadsafe(set_answer, reply)
            except RuntimeError:
                pass  # the client has its own loop, and closed it in the meantime

        reply = self._ask(self._request(*arguments, **named), answered)
        if reply is None:
            reply = await answer
        await asyncio.sleep(reply.get("delay") or 0)
        return _response(reply)

    def _request(
        self, method: str, url: str, headers: Any = None, body: Any = None, timeout: Any = None
    ) -> dict[str, Any]:
        if self.transport != "memory":
            raise Unsupported("call.send works only on the transport memory; this call is on " + self.transport)
        request: dict[str, Any] = {"method": method, "url": str(url), "headers": _headers(headers)}
        unobserved = []
        if hasattr(body, "read"):
            body = body.read()
        if isinstance(body, str):
            body = body.encode()
        if isinstance(body, (bytes, bytearray, memoryview)):
            if body:
                request["body"] = _body(bytes(body))
        elif body is not None:
            unobserved.append("body")
        if isinstance(timeout, tuple):
            timeout = timeout[-1]
        if isinstance(timeout, (int, float)) and math.isfinite(timeout):
            request["timeout"] = timeout
        elif timeout is not None:
            unobserved.append("timeout")
        return {**request, "unobserved": unobserved}

    def _ask(
        self, request: dict[str, Any], answered: Callable[[dict[str, Any]], None]
    ) -> Optional[dict[str, Any]]:
        """Writes a request. Returns its answer if that came with the call.

        - answered: otherwise called with the runner's response, on the thread that reads.
        """
        session, members = self._session, _text(request)[1:]
        # With one lock, requests are written in the order of their numbers, and none is written after the result as if
        # it were before it: the runner would not answer it.
        with session.wire.lock:
            self._requests += 1
            n = self._requests
            is_known = n <= len(self._answers) and not self._is_over and request["method"] != "HEAD"
            # A process that the client forked also counts from here. The runner notices that only if it is asked.
            is_known = is_known and not session.is_forked()
            if not is_known:
                session.waiting[self.id, n] = answered
            session.wire.write(f'{{"request": {{"id": {self.id}, "n": {n}, {members}}}\n'.encode())
        if is_known:
            return self._answers[n - 1]
        session.expect()
        return None

    def _end(self, line: bytes) -> None:
        """Writes the result. The runner answers what comes after it."""
        with self._session.wire.lock:
            if self._is_over:
                return  # nobody could cancel it, and it was reported as such
            self._is_over = True
            self._session.open.pop(self.id, None)
            self._session.wire.write(line)


class _Client:
    """The client of one call, or of the calls of a group. It is made when it is first needed."""

    def __init__(self, make: Optional[Callable[[Call], Any]], wait: Callable[[Any], Any]) -> None:
        self._make = make
        self._wait = wait
        self._lock = threading.Lock()
        self._made: list[Any] = []
        self._generator: Any = None

    def get(self, call: Call) -> Any:
        with self._lock:
            if not self._made:
                if self._make is None:
                    raise Unsupported("the driver has no @driver.client, so there is no call.client")
                self._made.append(self._new(self._make(call)))
            return self._made[0]

    def _new(self, made: Any) -> Any:
        if inspect.isgenerator(made):
            self._generator = made
            return next(made)
        if inspect.isasyncgen(made):
            self._generator = made
            return self._wait(made.__anext__())
        return self._wait(made) if inspect.isawaitable(made) else made

    def close(self) -> None:
        """Runs what the function has after its `yield`."""
        generator, self._generator = self._generator, None
        try:
            if inspect.isasyncgen(generator):
                self._wait(_after(generator))
            elif generator is not None:
                next(generator, None)
        except Exception:
            traceback.print_exc()
        self._made.clear()


async def _after(generator: Any) -> None:
    async for _ in generator:
        break


class Completion:
    """The handler of a call whose client completes through a handler: `done(value)`, `done(error)`, `done.fail(error)`.

    The driver notices if the client calls the handler, calls it again, or releases it without calling it. Do not keep a
    reference to the handler longer than the client does.
    """

    def __init__(self, account: "_Account") -> None:
        self._account = account

    def __call__(self, value: Any = None) -> None:
        self._account.called(value)

    def fail(self, error: Any) -> None:
        """Completes with an error. An error that is not an exception becomes the message of an Exception."""
        self._account.called(error if isinstance(error, BaseException) else Exception(error))

    def __del__(self) -> None:
        # Python may call this at any point and on any thread. A SimpleQueue allows `put` even then.
        self._account.events.put("released")


class _Account:
    """The record of what happened to a Completion."""

    def __init__(self, told: Callable[[Any], dict[str, Any]], completed_again: Callable[[], None]) -> None:
        self.events: "queue.SimpleQueue[str]" = queue.SimpleQueue()
        self._lock = threading.RLock()
        self._outcomes: list[dict[str, Any]] = []
        self._is_over = False
        self._told = told
        self._completed_again = completed_again

    def called(self, value: Any) -> None:
        # At once: the value may change later, and an exception's frames may hold the handler.
        outcome = self._told(value)
        with self._lock:
            if not self._is_over:
                self._outcomes.append(outcome)
                self.events.put("called")
                return
        self._completed_again()

    def wait(self) -> tuple[list[dict[str, Any]], bool]:
        """Waits until the handler is called or released.

        Returns the outcomes of its calls, and whether the client still holds it.
        """
        pause = PATIENCE
        while True:
            try:
                event = self.events.get(timeout=pause)
                break
            except queue.Empty:
                # This also releases a handler in an unreachable reference cycle.
                gc.collect()
                pause = min(2 * pause, 1)
        is_held = event == "called"
        for _ in range(2 if is_held else 0):
            try:
                is_held = self.events.get(timeout=PATIENCE / 2) == "called"
                break
            except queue.Empty:
                gc.collect()
        return self.end(), is_held

    def end(self) -> list[dict[str, Any]]:
        """Returns the outcomes of the handler's calls until now. Later calls are reported as `completedTwice`."""
        with self._lock:
            self._is_over = True
            return self._outcomes


class _Wire:
    """The protocol's own file descriptors. The client's output does not reach them, and it cannot read from them."""

    def __init__(self) -> None:
        self._input = os.dup(0)
        self._output = os.dup(1)
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, 0)
        try:
            self._errors = os.dup(2)  # a client may open a file of its own as descriptor 2
            os.dup2(2, 1)
        except OSError:
            self._errors = os.dup(nothing)
            os.dup2(nothing, 1)
        os.close(nothing)
        if hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(line_buffering=True)  # so that a crash does not lose what was printed before it
        # A finalizer may send a message during a write. Its line then waits until that write is complete.
        self.lock = threading.RLock()
        self._lines: "deque[bytes]" = deque()
        self._is_writing = False
        self._rest = bytearray()
        self.write(b"\n")  # ends a line that something may have begun to print; the first message needs its own line

    def send(self, **message: Any) -> None:
        self.write(_line(**message))

    def write(self, line: bytes) -> None:
        with self.lock:
            self._lines.append(line)
            if self._is_writing:
                return
            self._is_writing = True
            try:
                while self._lines:
                    rest = memoryview(self._lines.popleft())
                    while rest:
                        rest = rest[os.write(self._output, rest) :]
            except OSError:
                self._lines.clear()  # the runner is gone, so the input ends too
            finally:
                self._is_writing = False

    def mark(self, id: int) -> None:
        """Marks on standard error to which call the following output belongs."""
        while True:
            try:
                os.write(self._errors, b"\x1econtract-run call %d\n" % id)
                return
            except BlockingIOError:  # the client changed the descriptor, and the runner has not read yet
                time.sleep(0.001)
            except OSError:
                return  # the runner is gone

    def receive(self) -> Optional[list[dict[str, Any]]]:
        """Waits for messages of the runner. Returns those that are complete; None at the end of the input.

        Does not use a buffered file: its lock can break the interpreter's shutdown.
        """
        read = os.read(self._input, 1 << 16)
        if not read:
            return None
        messages = []
        self._rest += read
        end = self._rest.rfind(b"\n", len(self._rest) - len(read))
        lines = bytes(self._rest[: max(end, 0)])
        del self._rest[: end + 1]
        for line in lines.split(b"\n"):
            try:
                message = json.loads(line)
            except ValueError:
                message = None
            if isinstance(message, dict):
                messages.append(message)
            elif line.strip():
                _note(f"the runner sent a line that is not a message: {line[:200]!r}")
        return messages


class _Loop:
    """The event loop that lives as long as the driver. Sessions and tasks that a client leaves on it outlive the call.

    The loop has its own thread, so that the client's tasks continue while an operation waits for its handler. This
    thread is not a daemon. Otherwise, threads that the client starts on it would be daemons too, and the process would
    end without waiting for them.
    """

    def __init__(self) -> None:
        import asyncio

        self._asyncio = asyncio
        self._loop = asyncio.new_event_loop()
        self._is_over = False
        self._thread = threading.Thread(target=self._run, name="contract_driver loop", daemon=False)
        self._thread.start()

    def _run(self) -> None:
        self._asyncio.set_event_loop(self._loop)
        while not self._is_over:  # a client may stop the running loop
            try:
                self._loop.run_forever()
            except BaseException as error:  # sys.exit in a task that nothing awaits
                _leave_by(error)
        self._loop.close()

    def wait(self, awaitable: Any, call: Optional[Call] = None) -> Any:
        """Runs an awaitable on the loop. Returns its result, or raises its exception, in the thread that waits.

        - call: the call that it belongs to; canceling the call cancels the task.
        """

        async def finish() -> tuple[Any, Optional[BaseException]]:
            task = self._asyncio.current_task()
            if call is not None and task is not None:
                call.on_cancel(functools.partial(self._loop.call_soon_threadsafe, task.cancel))
            try:
                return await awaitable, None
            except BaseException as error:  # SystemExit would end the loop's thread instead of the thread that waits
                return None, error

        future = self._asyncio.run_coroutine_threadsafe(finish(), self._loop)
        try:
            value, error = future.result()
        except BaseException:  # a signal handler raised in this thread
            future.cancel()
            raise
        if error is None:
            return value
        try:
            raise error
        finally:
            del error, future  # otherwise the error's frames would hold the error, and with it the handler

    def end(self, waits: bool) -> None:
        """Ends the loop.

        - waits: whether to wait for the pending tasks and for the tasks that they start.
        """

        def look() -> None:
            if waits and self._asyncio.all_tasks(self._loop):
                self._loop.call_later(0.01, look)
            else:
                self._is_over = True
                self._loop.stop()

        self._loop.call_soon_threadsafe(look)
        self._thread.join()


class _Session:
    """The life of a driver.

    The main thread reads the messages between its calls, because each change of threads costs as much as a short call.
    During a call it must not read: a signal handler or a forced timeout of the client can raise an exception in it,
    and would interrupt the reading. So a second thread reads as soon as the client waits for a response, and now and
    then during calls, because the input may end. Then it ends the process, whatever the client does.
    """

    def __init__(self, driver: Driver, wire: _Wire) -> None:
        self.wire = wire
        self.waiting: dict[tuple[int, int], Callable[[dict[str, Any]], None]] = {}
        self.open: dict[int, Call] = {}  # the calls without a result, by their ids
        self._driver = driver
        self._process = os.getpid()
        # None ends the driver. An ellipsis lets the main thread look again who reads.
        self._calls: "queue.SimpleQueue[Any]" = queue.SimpleQueue()
        self._reading = threading.Lock()  # held by the thread that reads
        self._running: Optional[int] = None  # the id of the call in the main thread
        self._asks = False  # whether the last call came without the answers that its client may ask for
        self._is_needed = threading.Event()  # set if the second thread must look at once
        self._is_cut = False  # whether the input ended without a `bye`
        self._is_over = False
        self._loop: Optional[_Loop] = None
        self._lock = threading.Lock()
        self._no_client = _Client(None, self._wait)
        self._group: Optional[tuple[int, _Client]] = None
        self._former: list[_Client] = []  # those of groups that are over, until they are closed
        self._members = 0  # the calls of the group that have not ended

    def run(self) -> None:
        threading.Thread(target=self._stand_by, name="contract_driver", daemon=True).start()
        is_finished = False
        try:
            self._run_all()
            is_finished = True
        finally:
            self._asks = True  # an exception ended the calls, but not the client's threads
            if self._loop is not None:
                self._loop.end(waits=is_finished)
        _flush()

    def _run_all(self) -> None:
        running: list[threading.Thread] = []
        while True:
            call = self._next()
            if call is None:
                break
            self._close_former()
            if self._driver.in_flight == 1:
                self._running = call.id
                if self.waiting:
                    self._is_needed.set()
                self.wire.mark(call.id)
                self._run(call)
                self._running = None
                if self._is_cut:
                    break  # no call that waits begins
            else:
                running = [thread for thread in running if thread.is_alive()]
                # This thread is not a daemon, for the same reason as the loop's thread.
                running.append(threading.Thread(target=self._run_in_thread, args=(call,), daemon=False))
                running[-1].start()
            del call  # releases what the call keeps
        for thread in running:
            thread.join()
        self._end_group()
        self._close_former()

    def client_for(self, call: Call) -> _Client:
        """Returns the client of a call, which all calls of a group share."""
        if self._driver._client is None:
            return self._no_client
        if call.group is None:
            return _Client(self._driver._client, self._wait)
        if self._group is None or call.group != self._group[0]:
            self._end_group()
            self._group = (call.group, _Client(self._driver._client, self._wait))
        return self._group[1]

    def _end_group(self) -> None:
        """Lets the client of the group be closed. The runner writes no other call before all of the group have ended."""
        if self._group is not None:
            self._former.append(self._group[1])
            self._group = None

    def _close_former(self) -> None:
        while self._former:
            self._former.pop().close()

    def _next(self) -> Optional[Call]:
        """Waits for the next call. Returns None after the last one."""
        while self.is_forked():
            time.sleep(3600)  # the client let its child return; the calls are its parent's
        while True:
            if self._calls.empty() and self._reading.acquire(blocking=False):
                try:
                    self._receive()
                finally:
                    self._reading.release()
            else:
                call = self._calls.get()
                if call is not ...:
                    return call

    def is_forked(self) -> bool:
        """Returns whether this is a process that the client forked."""
        return os.getpid() != self._process

    def expect(self) -> None:
        """Makes sure that a thread reads the response to a request that was written."""
        # Between calls, the main thread reads. If a call begins now, it sees that a request waits.
        if self._running is not None and not self._asks:
            self._is_needed.set()

    def _stand_by(self) -> None:
        try:
            while not self._is_over:
                self._is_needed.wait(LOOK)
                self._is_needed.clear()
                seen = self._running
                if self._must_read(seen):
                    with self._reading:
                        while not self._is_over and self._must_read(seen):
                            self._receive()
                    self._calls.put(...)
        except BaseException:
            traceback.print_exc()
            _leave(1)  # without this thread, nothing else would end the process
        time.sleep(GRACE)  # time for the running calls, and for the client's own threads and tasks
        _leave(0)

    def _must_read(self, seen: Optional[int]) -> bool:
        """Returns whether the main thread does not read, but something may wait for that.

        - seen: the call that ran when the second thread looked.
        """
        running = self._running
        return self._asks or running is not None and (running == seen or bool(self.waiting))

    def _receive(self) -> None:
        messages = self.wire.receive()
        if messages is None:
            self._is_cut = True
            messages = [{"bye": {}}]
        try:
            for message in messages:
                if not self._is_over:
                    self._handle(message)
        except Exception:
            traceback.print_exc()
            _leave(1)

    def _handle(self, message: dict[str, Any]) -> None:
        if "hello" in message:
            self._hello(message["hello"])
        elif "call" in message:
            call = Call(self, message["call"])
            self.open[call.id] = call
            if call.group is not None:
                return self._begin_member(call)
            self._end_group()
            asks = self._driver.in_flight == 1 and call.transport == "memory" and not call._answers
            if asks and not self._asks:
                self._is_needed.set()
            self._asks = asks
            self._calls.put(call)
        elif "response" in message:
            response = message["response"]
            answered = self.waiting.pop((response["id"], response["n"]), None)
            if answered is None:
                _note(f"a response to an unknown request: call {response['id']}, request {response['n']}")
            else:
                answered(response)
        elif "cancel" in message:
            call = self.open.get(message["cancel"]["id"])
            if call is not None:
                call._cancel()
        elif "bye" in message:
            self._is_over = True
            self._is_needed.set()
            self._calls.put(None)

    def _begin_member(self, call: Call) -> None:
        """Begins a call of a group: in the main thread, or in a thread of its own beside other calls."""
        self._asks = False
        with self._lock:
            self._members += 1
            is_first = self._members == 1
        if is_first and self._driver.in_flight == 1:
            self._calls.put(call)
        else:
            threading.Thread(target=self._run_in_thread, args=(call,), daemon=False).start()

    def _hello(self, hello: dict[str, Any]) -> None:
        if hello.get("protocol") != 1:
            version = hello.get("protocol")
            _note(
                f"the runner uses version {version} of the protocol, but this driver uses version 1; "
                "copy contract_driver.py from the runner's version of ContractKit"
            )
            _leave(1)
        driver = self._driver
        has_memory = "memory" in driver.transports
        self.wire.send(
            hello={
                "protocol": 1,
                "driver": driver.name,
                "operations": list(driver._operations),
                "transports": driver.transports,
                "inFlight": driver.in_flight,
                "ahead": 0 if driver.in_flight > 1 else AHEAD if has_memory else 1,
                "answers": has_memory,
                "groups": driver._client is not None,
                "cancels": True,
                "language": "python",
            }
        )

    def _run_in_thread(self, call: Call) -> None:
        try:
            self._close_former()
            if self._driver.in_flight == 1:
                self.wire.mark(call.id)
            self._run(call)
        except BaseException as error:
            _leave_by(error)

    def _run(self, call: Call) -> None:
        result: dict[str, Any] = {"id": call.id, "unobserved": []}
        try:
            result["outcome"] = self._outcome(call, result)
            line = _line(result=result)
        except Unsupported as why:
            line = _line(result={**result, "outcome": {"unsupported": str(why)}})
        except (RecursionError, ValueError) as error:
            text = f"the outcome cannot be written as JSON: {error}"
            line = _line(result={**result, "outcome": {"unsupported": text}})
        if call.group is None:
            call._client.close()
        else:
            with self._lock:
                self._members -= 1
        _flush()
        call._end(line)

    def _outcome(self, call: Call, result: dict[str, Any]) -> dict[str, Any]:
        """Runs the call and returns its outcome. Adds the other members of the message to `result`."""
        if call.operation not in self._driver._operations:
            return {"unsupported": True}
        function, completes = self._driver._operations[call.operation]
        values: list[Any] = []
        try:
            if self._driver._client_needs_loop:
                call._client.get(call)  # the operation could not wait for the loop
            if completes:
                outcome = self._completed(call, function, result)
            else:
                outcome = {"success": _finish(function(call), values, functools.partial(self._wait, call=call))}
            if call.group is not None and not call._uses_client:
                raise Unsupported(f"the operation {call.operation} does not take call.client, so its calls share nothing")
            return outcome
        except Unsupported:
            raise
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:  # asyncio.CancelledError is not an Exception
            outcome = self._failed(error, result)
            if values:
                outcome["values"] = values
            mistake = _mistake(error, function)
            if mistake:
                result["mistake"] = mistake
            return outcome

    def _failed(self, error: BaseException, result: dict[str, Any]) -> dict[str, Any]:
        """Returns the outcome of a call that failed. Adds to `result` that nobody describes the exception."""
        failure = self._driver.describe(error)
        undescribed = _undescribed(error, failure)
        if undescribed is not None:
            result["undescribed"] = undescribed
        return {"failure": failure}

    def _completed(self, call: Call, function: Callable[..., Any], message: dict[str, Any]) -> dict[str, Any]:
        told = functools.partial(self._told, message=message)
        account = _Account(told, lambda: self.wire.send(completedTwice={"id": call.id}))
        try:
            result = function(call, Completion(account))
            if inspect.isawaitable(result):
                self._wait(result, call)
            del result  # the result may hold the handler
        except Exception:
            if account.end():
                return {"completedTwice": True}  # the client called its handler, and the operation raised
            raise
        outcomes, is_held = account.wait()
        if not outcomes:
            return {"neverCompleted": True}
        if len(outcomes) > 1:
            return {"completedTwice": True}
        if is_held:
            message["unobserved"].append("exactlyOnce")
        return outcomes[0]

    def _wait(self, awaitable: Any, call: Optional[Call] = None) -> Any:
        """Runs an awaitable on the driver's event loop. The first awaitable starts the loop."""
        with self._lock:
            if self._loop is None:
                self._loop = _Loop()
        return self._loop.wait(awaitable, call)

    def _told(self, value: Any, message: dict[str, Any]) -> dict[str, Any]:
        """Returns the outcome of a call whose handler got this value."""
        try:
            if isinstance(value, BaseException):
                return self._failed(value, message)
            return {"success": _json(value)}
        except Unsupported as why:
            return {"unsupported": str(why)}


def _note(text: str) -> None:
    print("contract_driver: " + text, file=sys.stderr)


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:  # the client may replace or close these streams
            pass


def _leave(status: int) -> typing.NoReturn:
    _flush()
    os._exit(status)


def _leave_by(error: BaseException) -> typing.NoReturn:
    """Ends the process in the way in which an uncaught exception in the main thread ends it."""
    if isinstance(error, KeyboardInterrupt):
        _leave(130)
    if not isinstance(error, SystemExit):
        traceback.print_exception(type(error), error, error.__traceback__)
        _leave(1)
    status = error.code
    if not (isinstance(status, int) or status is None):
        _note(str(status))
        status = 1
    _leave(status or 0)


def _mistake(error: BaseException, function: Callable[..., Any]) -> Optional[str]:
    """Returns why an exception may be a mistake of the operation itself, such as a key that the input does not have.

    The runner decides. If the client has not sent anything yet, the exception is the operation's mistake. Otherwise it
    may come from the client's result.
    """
    if not isinstance(error, (KeyError, IndexError, TypeError, AttributeError, NameError)):
        return None
    frame, line = list(traceback.walk_tb(error.__traceback__))[-1]
    own = (
        getattr(inspect.unwrap(function), "__code__", None),
        _Session._outcome.__code__,
        _Session._completed.__code__,
    )
    if frame.f_code not in own:
        return None
    place = f"{os.path.basename(frame.f_code.co_filename)}:{line}"
    return f"the operation itself raised {type(error).__name__}: {error} ({place})"


# Results


def _finish(result: Any, values: list[Any], wait: Callable[[Any], Any]) -> Any:
    """Waits for an operation's result, and converts it to JSON.

    - values: collects the values of a generator one by one. If the generator fails, they are not lost.
    """
    if inspect.isawaitable(result):
        return _finish(wait(result), values, wait)
    if isinstance(result, abc.AsyncIterator):

        async def collect() -> list[Any]:
            async for value in result:
                values.append(_json(value))
            return values

        return wait(collect())
    if isinstance(result, abc.Iterator):
        for value in result:
            values.append(_json(value))
        return values
    if type(result).__module__.startswith("concurrent.futures") and hasattr(result, "result"):
        return _finish(result.result(), values, wait)
    return _json(result)


def _json(value: Any, path: str = "the result", above: tuple[int, ...] = ()) -> Any:
    """Converts a value to dicts, lists, strings, numbers, True, False and None."""
    if value is None or isinstance(value, (bool, str)) and not isinstance(value, enum.Enum):
        return value
    if isinstance(value, enum.Enum):
        return _json(value.value, path, above)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, (float, decimal.Decimal)):
        # The functions of `math` treat a Decimal that is too large for a float as infinite.
        if value.is_finite() if isinstance(value, decimal.Decimal) else math.isfinite(value):
            return value
        return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, (bytes, bytearray, memoryview)):
        encoded = base64.b64encode(value).decode()
        return encoded if above else {"base64": encoded}
    if isinstance(value, (datetime.date, datetime.time)):
        text = value.isoformat()
        return text[:-6] + "Z" if text.endswith("+00:00") else text
    if isinstance(value, datetime.timedelta):
        return value.total_seconds()
    if isinstance(value, (uuid.UUID, pathlib.PurePath, fractions.Fraction)):
        return str(value)
    if len(above) == DEEPEST or id(value) in above:
        raise Unsupported(f"{path} is nested too deeply" if len(above) == DEEPEST else f"{path} contains itself")
    above += (id(value),)
    if isinstance(value, abc.Mapping):
        pairs = [(_key(name, path), member) for name, member in value.items()]
    elif isinstance(value, tuple) and hasattr(value, "_fields"):
        pairs = [(name, member) for name, member in zip(value._fields, value) if member is not None]
    elif isinstance(value, (list, tuple, deque, abc.Set, abc.Iterator, abc.ValuesView)):
        items = [_json(item, f"{path}[{index}]", above) for index, item in enumerate(value)]
        # A set has no order. Sorting makes the result the same each time.
        return sorted(items, key=_text) if isinstance(value, abc.Set) else items
    elif callable(getattr(type(value), "model_dump", None)):  # a pydantic model
        return _json(value.model_dump(exclude_none=True), path, above)
    else:
        pairs = [(name, member) for name, member in _stored(value, path) if member is not None]
    members: dict[str, Any] = {}
    for name, member in pairs:
        if name in members:
            raise Unsupported(f"{path} has the member {name} twice")
        members[name] = _json(member, f"{path}.{name}", above)
    return members


def _key(name: Any, path: str) -> str:
    name = _json(name, path)
    return name if isinstance(name, str) else _text(name)


def _stored(value: Any, path: str) -> list[tuple[str, Any]]:
    """Returns what an object stores: the fields of a dataclass, or else the public attributes."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return [
            (field.name, getattr(value, field.name))
            for field in dataclasses.fields(value)
            if hasattr(value, field.name)
        ]
    kind = type(value)
    slots = [getattr(one, "__slots__", ()) for one in reversed(kind.__mro__)]
    names = [name for some in slots for name in ([some] if isinstance(some, str) else some)]
    properties = {
        name: member
        for one in reversed(kind.__mro__)
        for name, member in vars(one).items()
        if inspect.isdatadescriptor(member) and not name.startswith("_") and name not in names
    }
    names += getattr(value, "__dict__", {})
    stored = [(name, getattr(value, name)) for name in names if not name.startswith("_") and hasattr(value, name)]
    is_data = (names or hasattr(value, "__dict__")) and not (
        isinstance(value, type) or callable(value) or inspect.ismodule(value)
    )
    # An object that hides everything that it holds is not the same as an empty object.
    hides = properties or any(name.startswith("_") and not name.endswith("__") for name in names)
    if is_data and (stored or not hides):
        return stored
    why = f"{path} is an instance of {kind.__qualname__}, which cannot be converted to JSON"
    if is_data:
        why += ": it stores no public attributes"
        why += f", but has the properties {', '.join(list(properties)[:5])}" if properties else ""
    raise Unsupported(why + "; let the operation return what the contract describes, such as a dict")


# One encoder for all calls: `json.dumps` with an option would make one for each call.
_ENCODER = json.JSONEncoder(allow_nan=False)


def _text(value: Any) -> str:
    """Returns JSON text in ASCII. Decimals stay exact, and half surrogate pairs are replaced."""
    try:
        text = _ENCODER.encode(value)
        # Hardly any text has surrogates. A text that may have one, half or whole, takes the slow path.
        if "\\ud" not in text:
            return text
    except TypeError:
        pass  # the encoder does not know Decimal
    return _careful_text(value)


def _line(**message: Any) -> bytes:
    return _text(message).encode() + b"\n"


def _careful_text(value: Any) -> str:
    if isinstance(value, str):
        if not value.isascii():
            value = value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        return json.dumps(value)
    if isinstance(value, decimal.Decimal):
        return str(value)
    if isinstance(value, dict):
        members = [_careful_text(name) + ": " + _careful_text(member) for name, member in value.items()]
        return "{" + ", ".join(members) + "}"
    if isinstance(value, list):
        return "[" + ", ".join([_careful_text(item) for item in value]) + "]"
    return _ENCODER.encode(value)


# Inputs


def _words(value: Any) -> str:
    text = _text(value)
    return text if len(text) <= 60 else text[:57] + "..."


_LISTS: dict[Any, Callable[[Any], Any]] = {
    **dict.fromkeys([list, abc.Sequence, abc.MutableSequence, abc.Collection, abc.Iterable], list),
    **dict.fromkeys([set, abc.Set, abc.MutableSet], set),
    frozenset: frozenset,
    tuple: tuple,
    deque: deque,
}
_UNIONS = (typing.Union, getattr(types, "UnionType", typing.Union))
_ANYTHING = (None, Any, object)
_PLAIN = (str, int, float, bool, type(None))


def _argument(value: Any, kind: Any, path: str) -> Any:
    """Converts a value of the input to the type that the client takes."""
    if kind in _ANYTHING:
        return value
    if kind in _PLAIN:
        allowed = (int, float) if kind is float else kind
        if not isinstance(value, allowed) or isinstance(value, bool) != (kind is bool):
            raise _unfit(value, kind, path)
        return value
    base, parts = typing.get_origin(kind) or kind, typing.get_args(kind)
    if base in _UNIONS:
        return _one_of(value, kind, parts, path)
    if hasattr(kind, "__supertype__") or base is typing.Annotated:
        return _argument(value, parts[0] if parts else kind.__supertype__, path)
    if base is typing.Literal:
        for part in parts:
            form = part.value if isinstance(part, enum.Enum) else part
            if (type(value), value) == (type(form), form):
                return part
        raise _unfit(value, kind, path)
    if base in (dict, abc.Mapping, abc.MutableMapping):
        if not isinstance(value, dict):
            raise _unfit(value, kind, path)
        names, members = parts or (None, None)
        return {
            _argument(name, names, f"the key {name} of {path}"): _argument(member, members, f"{path}.{name}")
            for name, member in value.items()
        }
    if base in _LISTS:
        is_fixed = base is tuple and parts and parts[-1] is not Ellipsis
        if not isinstance(value, list) or is_fixed and len(value) != len(parts):
            raise _unfit(value, kind, path)
        kinds = parts if is_fixed else [parts[0] if parts else None] * len(value)
        items = [_argument(item, one, f"{path}[{index}]") for index, (item, one) in enumerate(zip(value, kinds))]
        return _made(_LISTS[base], items, value, kind, path)
    if hasattr(base, "model_validate") or hasattr(base, "parse_obj"):  # a pydantic model, of version 2 or 1
        return _validated(value, getattr(base, "model_validate", None) or base.parse_obj, kind, path)
    if not isinstance(base, type):
        return _made(kind, value, value, kind, path)
    if _required(base) is not None:
        return _composed(value, base, path)
    if issubclass(base, (bytes, bytearray)):
        is_body = isinstance(value, dict) and len(value) == 1
        if not (is_body and isinstance(value.get("base64", value.get("text")), str)):
            raise _unfit(value, '{"text": ...} or {"base64": ...}', path)
        return _made(lambda body: base(_bytes(body)), value, value, kind, path)
    if issubclass(base, (datetime.date, datetime.time)):
        if not isinstance(value, str):
            raise _unfit(value, f"{_name(kind)} in ISO 8601", path)
        return _made(lambda text: base.fromisoformat(_iso(text)), value, value, kind, path)
    if issubclass(base, datetime.timedelta):
        return _made(lambda seconds: base(seconds=seconds), _argument(value, float, path), value, kind, path)
    if issubclass(base, decimal.Decimal) and isinstance(value, float):
        return base(repr(value))  # 1.1, not its nearest binary fraction
    if issubclass(base, enum.Enum):
        try:
            return base(value)
        except Exception:
            raise _unfit(value, "one of " + ", ".join(_words(_json(one)) for one in base), path) from None
    return _made(kind, value, value, kind, path)


def _name(kind: Any) -> str:
    """Returns the name of a type, or the words that describe what was expected."""
    if kind is type(None):
        return "null"
    if isinstance(kind, type) and not typing.get_args(kind):
        return kind.__name__
    return str(kind).replace("typing.", "")


def _unfit(value: Any, kind: Any, path: str) -> Unsupported:
    return Unsupported(f"{path} is {_words(value)}, expected {_name(kind)}")


def _made(make: Callable[[Any], Any], of: Any, value: Any, kind: Any, path: str) -> Any:
    try:
        return make(of)
    except Exception as error:
        raise Unsupported(f"{path} is {_words(value)}, which cannot be converted to {_name(kind)}: {error}") from error


def _one_of(value: Any, kind: Any, parts: tuple[Any, ...], path: str) -> Any:
    if value is None and type(None) in parts:
        return None
    parts = tuple(part for part in parts if part is not type(None))
    for part in parts:
        try:
            return _argument(value, part, path)
        except Unsupported:
            if len(parts) == 1:
                raise
    raise _unfit(value, kind, path)


def _validated(value: Any, validate: Callable[[Any], Any], kind: Any, path: str) -> Any:
    try:
        return validate(value)
    except Exception as error:
        errors: Any = getattr(error, "errors", None)
        first: Any = errors()[0] if callable(errors) else {"loc": (), "msg": error}
        place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in first["loc"])
        raise Unsupported(f"{path}{place} does not fit {_name(kind)}: {first['msg']}") from error


@functools.lru_cache(maxsize=None)
def _required(kind: type) -> Optional[dict[str, bool]]:
    """Returns the members of a type, and whether each is required; None if the type is not made of members."""
    if dataclasses.is_dataclass(kind):
        none = dataclasses.MISSING
        return {
            field.name: field.default is field.default_factory is none
            for field in dataclasses.fields(kind)
            if field.init
        }
    if issubclass(kind, tuple) and hasattr(kind, "_field_defaults"):  # a named tuple
        fields: Any = getattr(kind, "_fields")
        defaults: Any = getattr(kind, "_field_defaults")
        return {name: name not in defaults for name in fields}
    if issubclass(kind, dict) and hasattr(kind, "__required_keys__"):  # a typed dict
        return {name: name in kind.__required_keys__ for name in kind.__annotations__}
    return None


_kinds = functools.lru_cache(maxsize=None)(typing.get_type_hints)


def _composed(value: Any, kind: type, path: str) -> Any:
    name, required = _name(kind), _required(kind) or {}
    if not isinstance(value, dict):
        raise Unsupported(f"{path} is {_words(value)}, expected an object for {name}")
    unknown = [member for member in value if member not in required]
    missing = [member for member in required if required[member] and member not in value]
    if unknown or missing:
        what = f"a member {unknown[0]}, which {name} does not have" if unknown else f"no member {missing[0]}"
        raise Unsupported(f"{path} has {what}")
    try:
        kinds = _kinds(kind)
    except Exception as error:
        raise Unsupported(f"{path}: the annotations of {name} cannot be read: {error}") from error
    make: Any = kind
    return make(**{member: _argument(value[member], kinds.get(member), f"{path}.{member}") for member in value})


def _iso(text: str) -> str:
    """Returns ISO 8601 text that Python 3.9 can read: an offset instead of Z, and six digits for fractional seconds."""
    text = re.sub(r"[.,](\d+)", lambda found: "." + found[1][:6].ljust(6, "0"), text)
    return text[:-1] + "+00:00" if text.endswith("Z") else text


# The transport memory


def _headers(headers: Any) -> dict[str, Any]:
    if headers is None:
        return {}
    pairs = headers.items() if hasattr(headers, "items") else headers
    lines: dict[str, Any] = {}
    for name, value in pairs:
        name, value = (text.decode("latin-1") if isinstance(text, bytes) else str(text) for text in (name, value))
        lines.setdefault(name, []).append(value)
    return {name: values if len(values) > 1 else values[0] for name, values in lines.items()}


def _body(body: bytes) -> dict[str, str]:
    try:
        return {"text": body.decode()}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(body).decode()}


def _bytes(body: dict[str, str]) -> bytes:
    return base64.b64decode(body["base64"], validate=True) if "base64" in body else body["text"].encode()


def _response(reply: dict[str, Any]) -> Response:
    import http.client

    body = _bytes(reply.get("body") or {"text": ""})
    if reply.get("nonHTTP"):
        raise http.client.BadStatusLine(body.decode("latin-1").split("\n")[0] or "not HTTP")
    if "networkError" in reply:
        error = _network_error(http, body, **reply["networkError"])
        error.partial = body
        raise error
    headers = http.client.HTTPMessage()
    for name, values in (reply.get("headers") or {}).items():
        for value in [values] if isinstance(values, str) else values:
            headers[name] = value
    return Response(reply["status"], headers, body)


def _network_error(http: Any, body: bytes, domain: str, code: int, message: Optional[str] = None, **_: Any) -> Any:
    """Returns the exception that Python's own network stack would raise for this error."""
    import socket
    import ssl

    makers: dict[int, Callable[[], BaseException]] = {
        -1: lambda: http.client.IncompleteRead(body),
        -1001: lambda: socket.timeout(message or "timed out"),
        -1002: lambda: http.client.BadStatusLine(message or "not HTTP"),
        -1003: lambda: socket.gaierror(socket.EAI_NONAME, message or "Name or service not known"),
        -1004: lambda: ConnectionRefusedError(errno.ECONNREFUSED, message or "Connection refused"),
        -1005: lambda: ConnectionResetError(errno.ECONNRESET, message or "Connection reset by peer"),
        -1011: lambda: http.client.RemoteDisconnected(message or "Remote end closed connection without response"),
        -1200: lambda: ssl.SSLError(1, message or "wrong version number"),
    }
    if domain == URL_ERRORS and code in makers:
        return makers[code]()
    return NetworkError(domain, code, message)


# Failures

# What exceptions mean, so that the kit does not import their packages: all that it knows by name. The columns are the
# category, the matching code of NSURLErrorDomain, where to look for a better one, and the modules with their exceptions.
# A better one is in an exception `inside`, in curl's `number`, or in the `words` of the stacks in Rust.
# tests/test_stacks.py and tests/test_classes.py compare the names with the packages.
_ROWS: list[tuple[str, Optional[int], str, str]] = [
    ("network", -1004, "", "builtins: ConnectionRefusedError"),
    ("network", -1004, "inside", "requests.exceptions, niquests.exceptions: ProxyError"),
    ("network", -1004, "inside", "urllib3.exceptions, urllib3_future.exceptions: NewConnectionError ProxyError"),
    ("network", -1004, "inside", "httpx, httpx2, httpcore, httpcore2: ConnectError ProxyError"),
    ("network", -1004, "inside", "aiohttp: ClientConnectorError"),
    ("network", -1004, "", "twisted.internet.error: ConnectError ConnectionRefusedError NoRouteError"),
    ("network", -1004, "number", "curl_cffi.requests.exceptions: InterfaceError"),
    ("network", -1005, "", "builtins: ConnectionResetError ConnectionAbortedError BrokenPipeError"),
    ("network", -1005, "inside", "httpx, httpx2, httpcore, httpcore2: NetworkError"),
    ("network", -1005, "inside", "aiohttp: ClientConnectionError ClientOSError"),
    ("network", -1005, "", "aiohttp.client_exceptions: UploadAbortedError"),
    ("network", -1005, "", "aiosonic.exceptions: MissingReaderException MissingWriterException"),
    ("network", -1005, "inside", "twisted.internet.error: ConnectionLost"),
    ("network", -1005, "inside", "twisted.web._newclient: ConnectionAborted RequestNotSent RequestTransmissionFailed"),
    ("network", -1001, "", "builtins: TimeoutError; socket: timeout; asyncio, concurrent.futures: TimeoutError"),
    ("network", -1001, "", "requests.exceptions, niquests.exceptions: ConnectTimeout Timeout"),
    ("network", -1001, "", "urllib3.exceptions, urllib3_future.exceptions: TimeoutError EmptyPoolError"),
    ("network", -1001, "", "httpx, httpx2, httpcore, httpcore2: TimeoutException; aiohttp: ServerTimeoutError"),
    ("network", -1001, "", "tornado.simple_httpclient: HTTPTimeoutError; aiosonic.exceptions: BaseTimeout"),
    ("network", -1001, "", "twisted.internet.error: ConnectingCancelledError TCPTimedOutError TimeoutError"),
    ("network", -1001, "number", "curl_cffi.requests.exceptions: ConnectTimeout Timeout"),
    ("network", -1003, "", "socket: gaierror herror; httplib2: ServerNotFoundError"),
    ("network", -1003, "", "urllib3.exceptions, urllib3_future.exceptions: NameResolutionError"),
    ("network", -1003, "", "twisted.internet.error: DNSLookupError UnknownHostError"),
    ("network", -1003, "number", "curl_cffi.requests.exceptions: DNSError"),
    ("network", -1011, "", "http.client: RemoteDisconnected UnknownProtocol; aiohttp: ServerDisconnectedError"),
    ("network", -1011, "inside", "aiosonic.exceptions: ConnectionDisconnected"),
    ("network", -1011, "inside", "twisted.web._newclient: ResponseNeverReceived"),
    ("network", -1002, "", "http.client: BadStatusLine; aiohttp.http_exceptions: BadStatusLine"),
    ("network", -1017, "", "http.client: HTTPException; aiosonic.exceptions: HttpParsingError MissingEvent"),
    ("network", -1017, "", "urllib3.exceptions, urllib3_future.exceptions: InvalidHeader"),
    ("network", -1017, "inside", "aiohttp.http_exceptions: HttpProcessingError"),
    ("network", -1017, "", "tornado.httputil: HTTPInputError; twisted.web._newclient: ParseError"),
    ("network", -1017, "", "tornado.iostream: StreamBufferFullError UnsatisfiableReadError; httplib2: MalformedHeader"),
    ("network", -1, "", "http.client: IncompleteRead; asyncio: IncompleteReadError; urllib.error: ContentTooShortError"),
    ("network", -1, "", "urllib3.exceptions, urllib3_future.exceptions: IncompleteRead InvalidChunkLength"),
    ("network", -1, "", "aiohttp.http_exceptions: ContentLengthError TransferEncodingError"),
    ("network", -1, "", "twisted.web.http: _DataLoss _MalformedChunkedDataError PotentialDataLoss"),
    ("network", -1, "inside", "urllib.error: URLError; aiohttp: ClientPayloadError"),
    ("network", -1, "inside", "requests.exceptions, niquests.exceptions: ConnectionError ChunkedEncodingError"),
    ("network", -1, "inside", "urllib3.exceptions, urllib3_future.exceptions: MaxRetryError ProtocolError"),
    ("network", -1, "inside", "twisted.web._newclient: ResponseFailed; twisted.web.client: PartialDownloadError"),
    ("network", -1, "number", "curl_cffi.requests.exceptions: ChunkedEncodingError IncompleteRead"),
    ("network", None, "", "httpx, httpx2, httpcore, httpcore2, h11: RemoteProtocolError"),
    ("network", None, "inside", "tornado.simple_httpclient: HTTPStreamClosedError"),
    ("network", None, "inside", "tornado.iostream: StreamClosedError; aiosonic.exceptions: SSEConnectionError"),
    ("network", None, "", "twisted.internet.error: ConnectionClosed"),
    ("network", None, "number", "curl_cffi.requests.exceptions: ConnectionError ProxyError"),
    ("network", -1200, "", "ssl: SSLError; twisted.internet.error: SSLError"),
    ("network", -1200, "inside", "requests.exceptions, niquests.exceptions: SSLError"),
    ("network", -1200, "inside", "urllib3.exceptions, urllib3_future.exceptions: SSLError"),
    ("network", -1200, "number", "curl_cffi.requests.exceptions: SSLError"),
    ("network", -1200, "words", "OpenSSL.SSL: Error"),
    ("network", -1202, "", "ssl: SSLCertVerificationError; aiohttp: ServerFingerprintMismatch"),
    ("network", -1202, "", "urllib3.util.ssl_match_hostname, urllib3_future.util.ssl_match_hostname: CertificateError"),
    ("network", -1202, "", "service_identity: VerificationError; twisted.internet.error: VerifyError"),
    ("network", -1202, "number", "curl_cffi.requests.exceptions: CertificateVerifyError"),
    ("network", -1007, "", "requests, niquests, httpx, httpx2, aiohttp: TooManyRedirects"),
    ("network", -1007, "", "aiosonic.exceptions: MaxRedirects; httplib2: RedirectLimit"),
    ("network", -1007, "", "primp, rnet, pyreqwest.exceptions: RedirectError; twisted.web.error: InfiniteRedirection"),
    ("network", -1007, "number", "curl_cffi.requests.exceptions: TooManyRedirects"),
    ("other", None, "number", "pycurl: error; curl_cffi: CurlError; tornado.curl_httpclient: CurlError"),
    ("other", None, "", "http.client: ImproperConnectionState NotConnected UnimplementedFileMode"),
    ("status", None, "number", "curl_cffi.requests.exceptions: HTTPError RetryError"),
    ("network", None, "words", "primp: RequestError UpgradeError; pyreqwest.exceptions: TransportError"),
    ("network", None, "words", "rnet: ConnectionError ConnectionResetError RequestError BodyError UpgradeError"),
    ("network", -1001, "", "primp, rnet: TimeoutError; pyreqwest.exceptions: RequestTimeoutError"),
    ("network", -1001, "", "primp: DNSTimeoutError"),
    ("network", -1003, "", "primp: DNSError; rnet: DNSResolverError"),
    ("status", None, "", "urllib.error: HTTPError; urllib3.exceptions, urllib3_future.exceptions: ResponseError"),
    ("status", None, "", "requests.exceptions, niquests.exceptions: HTTPError RetryError"),
    ("status", None, "", "httpx, httpx2, aiosonic.exceptions: HTTPStatusError; twisted.web.error: Error"),
    ("status", None, "", "tornado.httpclient: HTTPClientError; primp, rnet, pyreqwest.exceptions: StatusError"),
    ("status", None, "", "httplib2: RedirectMissingLocation UnimplementedDigestAuthOptionError"),
    ("status", None, "", "httplib2: UnimplementedHmacDigestAuthOptionError"),
    ("status", None, "inside", "aiohttp: ClientResponseError"),
    ("decoding", None, "", "json, simplejson, primp, pyreqwest.exceptions: JSONDecodeError"),
    ("decoding", None, "", "requests.exceptions, niquests.exceptions, curl_cffi.requests.exceptions: JSONDecodeError"),
    ("decoding", None, "", "builtins: UnicodeDecodeError; binascii: Error; aiohttp: ContentTypeError"),
    ("decoding", None, "", "httpx2: SSEError; aiosonic.exceptions: SSEParsingError"),
    ("decoding", None, "words", "primp: DecodeError BodyError; rnet: DecodingError; pyreqwest.exceptions: DecodeError"),
    ("decoding", -1016, "", "zlib: error; gzip: BadGzipFile; httpx, httpx2: DecodingError"),
    ("decoding", -1016, "", "requests.exceptions, niquests.exceptions: ContentDecodingError"),
    ("decoding", -1016, "", "urllib3.exceptions, urllib3_future.exceptions: DecodeError"),
    ("decoding", -1016, "", "aiosonic.exceptions: DecompressionError; aiohttp.compression_utils: TooManyMembersError"),
    ("decoding", -1016, "", "aiohttp.http_exceptions: ContentEncodingError DecompressSizeError"),
    ("decoding", -1016, "", "httplib2: FailedToDecompressContent; httplib2.decode: DecodeLimitError DecodeRatioError"),
    ("decoding", -1016, "number", "curl_cffi.requests.exceptions: ContentDecodingError"),
    ("invalidRequest", -1000, "", "http.client: InvalidURL; httpx, httpx2: InvalidURL; hyperlink: URLParseError"),
    ("invalidRequest", -1000, "", "httpx, httpx2, httpcore, httpcore2: UnsupportedProtocol; httplib2: RelativeURIError"),
    ("invalidRequest", -1000, "", "requests.exceptions, niquests.exceptions: InvalidURL MissingSchema InvalidSchema"),
    ("invalidRequest", -1000, "", "requests, niquests: URLRequired; aiohttp: InvalidURL; rnet: URLParseError"),
    ("invalidRequest", -1000, "", "aiohttp: NonHttpUrlClientError; twisted.web.error: SchemeNotSupported"),
    ("invalidRequest", -1000, "", "urllib3.exceptions, urllib3_future.exceptions: LocationValueError"),
    ("invalidRequest", -1000, "number", "curl_cffi.requests.exceptions: InvalidURL MissingSchema InvalidSchema URLRequired"),
    ("invalidRequest", None, "", "builtins: UnicodeEncodeError; primp, rnet, pyreqwest.exceptions: BuilderError"),
    ("invalidRequest", None, "", "requests.exceptions, niquests.exceptions: InvalidHeader InvalidJSONError"),
    ("invalidRequest", None, "", "requests.exceptions, niquests.exceptions: UnrewindableBodyError"),
    ("invalidRequest", None, "", "urllib3.exceptions, urllib3_future.exceptions: UnrewindableBodyError"),
    ("invalidRequest", None, "", "urllib3.exceptions, urllib3_future.exceptions: ProxySchemeUnsupported"),
    ("invalidRequest", None, "", "httpx, httpx2, httpcore, httpcore2, h11: LocalProtocolError; rnet: MIMEParseError"),
    ("invalidRequest", None, "", "tornado.httputil: HTTPOutputError; treq.auth: UnknownAuthConfig"),
    ("invalidRequest", None, "", "twisted.web._newclient: BadHeaders ExcessWrite WrongBodyLength"),
    ("invalidRequest", None, "inside", "twisted.web._newclient: RequestGenerationFailed"),
    ("invalidRequest", None, "", "twisted.web.http_headers: InvalidHeaderName"),
    ("invalidRequest", None, "number", "curl_cffi.requests.exceptions: InvalidHeader InvalidJSONError"),
    ("invalidRequest", None, "number", "curl_cffi.requests.exceptions: UnrewindableBodyError"),
    ("cancelled", None, "", "asyncio, concurrent.futures: CancelledError; pyreqwest.exceptions: ClientClosedError"),
    ("cancelled", None, "", "twisted.internet.defer: CancelledError; twisted.internet.error: UserError"),
]
# By package and name. The module of an exception may be another one than that from which clients import it.
_KNOWN = {
    (module.strip().split(".")[0], name): (category, code, where)
    for category, code, where, groups in _ROWS
    for modules, names in (group.split(":") for group in groups.split(";"))
    for module in modules.split(",")
    for name in names.split()
}
_MISNAMED = {"exceptions": "rnet"}  # the module that classes name, and the package that has them
# curl's numbers, as in Examples/shell.
_CURL: dict[int, tuple[str, Optional[int]]] = {
    **dict.fromkeys((1, 8, 100), ("network", -1017)),
    **dict.fromkeys((5, 16, 92, 95, 96, 97), ("network", None)),
    **dict.fromkeys((7, 45), ("network", -1004)),
    **dict.fromkeys((33, 52), ("network", -1011)),
    **dict.fromkeys((35, 53, 54, 58, 59, 66, 77, 80, 82, 98, 101), ("network", -1200)),
    **dict.fromkeys((51, 60, 83, 90, 91), ("network", -1202)),
    **dict.fromkeys((55, 56), ("network", -1005)),
    3: ("invalidRequest", -1000),
    6: ("network", -1003),
    18: ("network", -1),
    22: ("status", None),
    28: ("network", -1001),
    42: ("cancelled", None),
    47: ("network", -1007),
    61: ("decoding", -1016),
    63: ("network", -1103),
    65: ("invalidRequest", None),
}
# What hyper, which is below the stacks in Rust, reports for errors of the network, whatever their exception is. OpenSSL's
# words are there because pyOpenSSL has one exception for all of them.
_WORDS = {
    -1001: "operation timed out|TimedOut",
    -1003: "dns error",
    -1202: "invalid peer certificate|CERTIFICATE_VERIFY_FAILED|certificate verify failed",
    -1200: "received corrupt message|WRONG_VERSION_NUMBER",
    -1004: "Connection ?[Rr]efused",
    -1005: "Connection ?[Rr]eset|Broken ?[Pp]ipe",
    -1011: "connection closed before message completed|IncompleteMessage",
    -1017: r"invalid HTTP |Parse\(",
    -1: r"error reading a body from connection|hyper::Error\(Body",
}
# The attributes in which the exceptions of generated clients have the status.
_STATUSES = ("status_code", "status", "http_status")
_UNREACHABLE = (errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN, errno.EHOSTDOWN, errno.EADDRNOTAVAIL)


def _known(error: BaseException, depth: int = 0) -> tuple[Optional[str], Optional[int]]:
    """Returns the category of a known exception, and its code in NSURLErrorDomain."""
    if isinstance(error, NetworkError):
        if error.domain != URL_ERRORS:
            return "network", None
        own = {-999: "cancelled", -1000: "invalidRequest", -1015: "decoding", -1016: "decoding"}
        return own.get(error.code, "network"), error.code
    if isinstance(error, OSError) and error.errno in _UNREACHABLE:
        return "network", -1004
    if type(error) is ValueError and _is_from(error, "urllib"):  # a URL without a scheme, or that cannot be parsed
        return "invalidRequest", -1000
    for kind in type(error).__mro__:
        category, code, where = _KNOWN.get((_package(kind), kind.__name__), (None, None, ""))
        if category is None:
            continue
        line = str(_get(error, "line")).lstrip("'\"")
        if code == -1002 and line.startswith("HTTP/") and not line.endswith("\n"):
            return category, -1011  # this was HTTP, but its first line was cut off
        if where == "inside" and depth < 16:
            for inner in _inside(error):
                found = _known(inner, depth + 1)
                if found[1] is not None or found[0] == "status" and inner is not error.__context__:
                    return found
                if found[0] == "cancelled" and _package(kind) == "twisted":
                    return "network", -1001  # Twisted's timeouts cancel the request
            if str(_get(error, "reason")).startswith(("unknown url type", "no host given")):
                return "invalidRequest", -1000
        if where == "number":
            for number in (_get(error, "errno"), _get(error, "code"), *error.args):
                if isinstance(number, int) and number in _CURL:
                    return _CURL[number]
        if where == "words":
            for better, words in _WORDS.items():
                if re.search(words, str(error)):
                    return "network", better
        return (None, None) if category == "other" else (category, code)
    return None, None


def _package(kind: type) -> str:
    """Returns the package of a class."""
    package = kind.__module__.split(".")[0]
    real = _MISNAMED.get(package)
    return real if real and getattr(sys.modules.get(real), kind.__name__, None) is kind else package


def _get(value: Any, name: str) -> Any:
    """Returns an attribute of anything; None if it cannot be read."""
    try:
        return getattr(value, name, None)
    except Exception:
        return None


def _status(error: BaseException, is_known: bool) -> Optional[int]:
    """Returns the status of the answer that an exception is about; None if it has none.

    - is_known: whether only a status raises this exception, which may then have it in other places, too.
    """
    response = _get(error, "response")
    places = [_get(error, name) for name in _STATUSES] + [_get(response, "status_code"), _get(response, "status")]
    if isinstance(response, dict) and isinstance(response.get("ResponseMetadata"), dict):
        places.append(response["ResponseMetadata"].get("HTTPStatusCode"))  # of botocore
    if is_known:
        details = _get(error, "details")  # of pyreqwest
        named = [details.get("status")] if isinstance(details, dict) else []
        said = re.findall(r"(?:returned error:|too many) (\d{3})\b", str(error))  # of curl and urllib3
        places = [_get(error, "code"), *places, _get(response, "code"), *named, *map(int, said), *error.args]
    least = 100 if is_known else 300
    return next((int(place) for place in places if isinstance(place, int) and least <= place <= 999), None)


def _is_from(error: BaseException, package: str) -> bool:
    """Returns whether a package raised an exception, by itself or in what it called."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    return any(frame.f_globals.get("__name__", "").split(".")[0] == package for frame in frames)


def _inside(error: BaseException) -> list[BaseException]:
    """Returns the exceptions inside an exception.

    The nearest is the first: the cause, then those that the exception stores, then the one that was being handled.
    """
    found = [error.__cause__, *getattr(error, "__dict__", {}).values()]
    for argument in error.args:
        found += argument if isinstance(argument, (list, tuple)) else [argument]
    if not error.__suppress_context__:
        found.append(error.__context__)
    # Twisted puts each exception into one of its own, which says nothing more.
    found = [_get(one, "value") if type(one).__module__ == "twisted.python.failure" else one for one in found]
    return list(
        {id(inner): inner for inner in found if isinstance(inner, BaseException) and inner is not error}.values()
    )


def _describe(
    error: BaseException, maps: dict[type, Callable[[Any], Any]], above: tuple[int, ...] = ()
) -> dict[str, Any]:
    """Returns the failure that describes an exception, as JSON."""
    name = type(error).__qualname__.split("<locals>.")[-1]
    try:
        message = str(error)
    except Exception:
        message = name
    failure: dict[str, Any] = {"category": None, "type": name, "message": message[:4000]}
    category, code = _known(error)
    if code is not None:
        failure.update(domain=URL_ERRORS, code=code)
    elif isinstance(error, NetworkError):
        failure.update(domain=error.domain, code=error.code)
    elif isinstance(error, OSError) and isinstance(error.errno, int):
        failure.update(domain="NSPOSIXErrorDomain", code=error.errno)
    if category == "status":
        status = _status(error, is_known=True)
        failure.update({"payload": status} if status is not None else {})
    elif category is None:
        category = None if _status(error, is_known=False) is None else "status"
        failure.update(_payload(error))
    inside = [inner for inner in _inside(error) if id(inner) not in above]
    if inside and len(above) < 16:
        inner = _describe(inside[0], maps, above + (id(error),))
        failure["underlying"] = inner
        # A built-in exception that is raised while another one is handled is a mistake in the handling code. It does
        # not report the other exception, so it does not get that exception's category.
        is_mistake = type(error).__module__ == "builtins" and inside[0] is error.__context__ is not error.__cause__
        category = category or (None if is_mistake else inner["category"])
    failure["category"] = category or "other"
    for kind in type(error).__mro__:
        if kind in maps:
            return _mapped(kind, maps[kind], error, failure)
    return failure


def _undescribed(error: BaseException, failure: dict[str, Any]) -> Optional[str]:
    """Returns the full name of an exception's class if neither the driver nor the kit says what the exception means.

    It is empty for Exception itself, which says nothing. None if the driver describes the exception, or Python defines
    it: then the client has a mistake.
    """
    kind = type(error)
    if failure["category"] != "other" or failure != _describe(error, {}):
        return None
    if kind in (Exception, BaseException):
        return ""
    name = kind.__qualname__.split("<locals>.")[-1]
    module = _package(kind) if kind.__module__ in _MISNAMED else kind.__module__
    return {"builtins": None, "__main__": name}.get(module, f"{module}.{name}")


def _payload(error: BaseException) -> dict[str, Any]:
    """Returns what a custom exception carries: its public attributes, or its arguments if it has none."""

    def told(values: dict[str, Any]) -> dict[str, Any]:
        members = {}
        for name, value in values.items():
            try:
                if not isinstance(value, BaseException):
                    members[name] = _json(value)
            except Exception:  # what cannot be read is not part of a failure
                pass
        return members

    attributes = {name: value for name, value in getattr(error, "__dict__", {}).items() if not name.startswith("_")}
    members = told(attributes)
    if members:
        return {"payload": members}
    members = told({f"_{index}": value for index, value in enumerate(error.args)})
    if not members:
        return {}
    return {"payload": members["_0"] if len(error.args) == 1 else members}


def _mapped(
    kind: type, function: Callable[[Any], Any], error: BaseException, failure: dict[str, Any]
) -> dict[str, Any]:
    try:
        members = function(error)
        _check(kind, members or {})
    except Exception as wrong:
        raise Unsupported(
            f"the driver's mapping of {kind.__name__} raised {type(wrong).__name__}: {wrong}"
        ) from wrong
    for name, value in (members or {}).items():
        failure[name] = _json(value, f"{kind.__name__}'s {name}")
        expected = {"payload": object, "code": int, "underlying": dict}.get(name, str)
        if value is not None and not isinstance(failure[name], expected):
            raise Unsupported(f"{kind.__name__}'s {name} is {_words(failure[name])}, expected {expected.__name__}")
    return {name: value for name, value in failure.items() if value is not None}


def _check(kind: type, members: dict[str, Any]) -> None:
    for name in members:
        if name not in MEMBERS:
            raise ValueError(f"{kind.__name__}: unknown member {name!r}; the members are {', '.join(MEMBERS)}")
    if members.get("category", "other") not in CATEGORIES:
        wrong = members["category"]
        raise ValueError(f"{kind.__name__}: unknown category {wrong!r}; the categories are {', '.join(CATEGORIES)}")
