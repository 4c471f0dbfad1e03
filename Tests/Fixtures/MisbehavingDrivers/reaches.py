"""Tries to reach an address outside its call, in the way that the input names, and then does what the contract says."""
import asyncio
import ctypes
import errno
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "Examples" / "python"))
from contract_driver import Driver, Unsupported  # noqa: E402

driver = Driver("reaches", in_flight=4 if "four" in sys.argv else 1)
libc = ctypes.CDLL(None, use_errno=True)


def connect(family, address):
    with socket.socket(family) as connection:
        connection.settimeout(5)
        connection.connect(address)


def with_requests(host, port):
    try:
        import requests
    except ImportError:
        raise Unsupported("requests is not installed")
    session = requests.Session()
    session.trust_env = False
    session.get(f"http://{host}:{port}/", timeout=5)


def with_aiohttp(host, port):
    try:
        import aiohttp
    except ImportError:
        raise Unsupported("aiohttp is not installed")

    async def get():
        async with aiohttp.ClientSession() as session:
            await session.get(f"http://{host}:{port}/", timeout=aiohttp.ClientTimeout(total=5))

    asyncio.new_event_loop().run_until_complete(get())


def with_program(*words):
    try:
        subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
    except FileNotFoundError:
        raise Unsupported(f"{words[0]} is not installed")


class Part(ctypes.Structure):
    _fields_ = [("base", ctypes.c_char_p), ("length", ctypes.c_size_t)]


class Header(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("name_length", ctypes.c_uint32),
        ("parts", ctypes.POINTER(Part)),
        ("count", ctypes.c_size_t),
        ("control", ctypes.c_void_p),
        ("control_length", ctypes.c_size_t),
        ("flags", ctypes.c_int),
    ]


class Message(ctypes.Structure):
    _fields_ = [("header", Header), ("sent", ctypes.c_uint)]


def sendmmsg(host, port):
    """Sends two messages at once. Only the second one has an address."""
    address = struct.pack("=H", socket.AF_INET) + struct.pack("!H", port) + socket.inet_aton(host) + bytes(8)
    part = ctypes.pointer(Part(b"data", 4))
    messages = (Message * 2)(Message(Header(None, 0, part, 1)), Message(Header(address, len(address), part, 1)))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
        libc.sendmmsg(udp.fileno(), messages, 2, 0)
        messages[0].header.name, messages[0].header.name_length = address, len(address)
        libc.sendmmsg(udp.fileno(), messages, 2, 0)


def interrupted(host, port):
    """Connects while signals come all the time."""
    signal.signal(signal.SIGALRM, lambda *_: None)
    signal.setitimer(signal.ITIMER_REAL, 0.0005, 0.0005)
    try:
        for _ in range(300):
            try:
                connect(socket.AF_INET, (host, port))
            except OSError:
                pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def many(host, port):
    for _ in range(1000):
        try:
            connect(socket.AF_INET, (host, port))
        except OSError:
            pass


def grandchild(host, port):
    """Starts a process that leaves the driver's process group and is not the driver's child any more."""
    code = f"import os, socket\nif os.fork(): os._exit(0)\nos.setsid()\nsocket.create_connection(({host!r}, {port}), 5)"
    # Its standard error ends with it.
    subprocess.run([sys.executable, "-S", "-c", code], stdin=subprocess.DEVNULL, capture_output=True, timeout=60)


def in_thread(host, port):
    def run():
        try:
            connect(socket.AF_INET, (host, port))
        except OSError:
            pass

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()


def threaded_route(host, port):
    thread = threading.Thread(target=route, args=(host, port))
    thread.start()
    thread.join()


def last_thread(host, port):
    """Connects in a thread of a process whose first thread has ended."""
    child = os.fork()
    if child == 0:
        process = os.getpid()

        def run():
            while Path(f"/proc/{process}/stat").read_text().split()[2] != "Z":
                os.sched_yield()
            try:
                connect(socket.AF_INET, (host, port))
            finally:
                os._exit(0)

        threading.Thread(target=run).start()
        libc.syscall(60 if os.uname().machine == "x86_64" else 93, 0)  # exit
    os.waitpid(child, 0)


def fast_open(host, port):
    """Connects by sending (RFC 7413)."""
    for send in ["sendto", "sendmsg"]:
        with socket.socket() as connection:
            try:
                if send == "sendto":
                    connection.sendto(b"data", socket.MSG_FASTOPEN, (host, port))
                else:
                    connection.sendmsg([b"data"], [], socket.MSG_FASTOPEN, (host, port))
            except OSError:
                pass


def multipath(host, port):
    """Connects with TCP over multiple paths (RFC 8684)."""
    try:
        connection = socket.socket(socket.AF_INET, socket.SOCK_STREAM, 262)
    except OSError:
        raise Unsupported("this system has no MPTCP")
    with connection:
        connection.connect((host, port))


def own_filter(host, port):
    """Allows everything with a filter of its own, and tries to have a guard of its own."""
    allow = ctypes.c_char_p(struct.pack("HBBI", 6, 0, 0, 0x7FFF0000))

    class Filter(ctypes.Structure):
        _fields_ = [("count", ctypes.c_ushort), ("program", ctypes.c_char_p)]

    program = ctypes.byref(Filter(1, allow))
    if libc.prctl(22, 2, program):  # PR_SET_SECCOMP
        raise RuntimeError("no filter of its own")
    number = 317 if os.uname().machine == "x86_64" else 277
    if libc.syscall(number, 1, 8, program) != -1 or ctypes.get_errno() != errno.EBUSY:
        raise RuntimeError("a guard of its own")
    connect(socket.AF_INET, (host, port))


def ring(host, port):
    """Asks for a ring, with which programs connect without a system call (io_uring)."""
    if libc.syscall(425, 4, ctypes.create_string_buffer(120)) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    print("there is a ring", file=sys.stderr, flush=True)


def nonblocking(host, port):
    with socket.socket() as connection:
        connection.setblocking(False)
        connection.connect((host, port))


def datagram(host, port):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
        udp.sendto(b"data", (host, port))


def message(host, port):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
        udp.sendmsg([b"data"], [], 0, (host, port))


def route(host, port):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
        udp.connect((host, port))


def own_socket(host, port):
    """Connects a UDP socket to another one of this process, as Foundation does, and sends to it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as two:
        one.bind(("127.0.0.1", 0))
        two.connect(one.getsockname())
        two.send(b"wake up")
        if one.recv(100) != b"wake up":
            raise RuntimeError("nothing came")


def unreadable(host, port):
    """Makes the process one whose memory only root may read."""
    libc.prctl(4, 0, 0, 0, 0)  # PR_SET_DUMPABLE
    connect(socket.AF_INET, (host, port))


def left_behind(host, port):
    """Starts a process that leaves the driver's process group, and prints its number."""
    left = subprocess.Popen(
        ["sleep", "3600"], start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    print(left.pid, file=sys.stderr, flush=True)


def in_older_process(host, port):
    """Does the whole call in a process that is older than the run."""
    stranger(host, port)
    raise Elsewhere


class Elsewhere(Exception):
    pass


def unprivileged(host, port):
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
    connect(socket.AF_INET, (host, port))


def stranger(host, port):
    """Makes another process send a request to the port of this call."""
    with socket.create_connection((host, port)) as connection:
        connection.sendall(b"%05d" % urlsplit(base_url).port)
        while connection.recv(100):
            pass


ways = {
    "socket": lambda host, port: connect(socket.AF_INET, (host, port)),
    "own port": lambda host, port: connect(socket.AF_INET, (host, urlsplit(base_url).port)),
    "socket6": lambda host, port: connect(socket.AF_INET6, (host, port)),
    "mapped": lambda host, port: connect(socket.AF_INET6, ("::ffff:" + host, port)),
    "urllib": lambda host, port: urllib.request.build_opener(urllib.request.ProxyHandler({})).open(
        f"http://{host}:{port}/", timeout=5
    ),
    "requests": with_requests,
    "aiohttp": with_aiohttp,
    "curl": lambda host, port: with_program("curl", "--noproxy", "*", "-m", "5", f"http://{host}:{port}/"),
    "node": lambda host, port: with_program("node", "-e", f"fetch('http://{host}:{port}/').catch(() => {{}})"),
    "grandchild": grandchild,
    "thread": in_thread,
    "last thread": last_thread,
    "fast open": fast_open,
    "multipath": multipath,
    "own filter": own_filter,
    "ring": ring,
    "threaded route": threaded_route,
    "nonblocking": nonblocking,
    "sendto": datagram,
    "sendmsg": message,
    "sendmmsg": sendmmsg,
    "interrupted": interrupted,
    "many": many,
    "unreadable": unreadable,
    "unprivileged": unprivileged,
    "route": route,
    "own socket": own_socket,
    "lookup": lambda host, port: socket.getaddrinfo("localhost", port),
    "failing lookup": lambda host, port: socket.getaddrinfo("contract-run.invalid", port),
    "stranger": stranger,
    "older process": in_older_process,
    "left behind": left_behind,
    "nothing": lambda host, port: None,
}


@driver.operation("get")
def get(call):
    global base_url
    base_url = call.base_url
    try:
        ways[call.argument("way", str)](call.argument("host", str), call.argument("port", int))
    except OSError as error:
        print("refused:", error, file=sys.stderr, flush=True)
    except Unsupported:
        raise
    except Elsewhere:
        return {"n": 1}
    except Exception as error:
        print("refused:", type(error).__name__, error, file=sys.stderr, flush=True)
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(call.base_url + "/thing") as answer:
        return json.load(answer)


driver.run()
