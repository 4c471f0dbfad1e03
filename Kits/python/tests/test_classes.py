"""Every exception that an HTTP stack has: the kit knows it, or a list says why it does not."""

import fnmatch
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import unittest

from contract_run import driver as kit

from .runner import KIT

LIBRARY = "http.client urllib.error ssl socket asyncio concurrent.futures json zlib gzip binascii"
# What is installed into a folder, in its newest release, and the packages that are read there. niquests comes with its
# own urllib3, so it has a folder of its own. Some are there only because a module of another one imports them.
FOLDERS = {
    "httpx httpx2 h2 socksio wsproto": "httpx httpx2 httpcore httpcore2 h11",
    "requests pysocks pyopenssl": "requests urllib3",
    "aiohttp aiosonic httplib2 pycurl curl_cffi tornado": "aiohttp aiosonic httplib2 curl_cffi tornado",
    "primp rnet pyreqwest": "primp rnet pyreqwest",
    "treq priority wsproto": "treq twisted.internet twisted.web OpenSSL.SSL service_identity hyperlink",
    "niquests pysocks python-socks websockets wsproto": "niquests urllib3_future",
}
# Modules that need another system, or a package that clients do not install.
UNREAD = """
    urllib3.contrib.emscripten aiohttp.worker tornado.platform.caresresolver twisted.internet.*reactor
    niquests.extensions.pyodide niquests.extensions.wasi.* twisted.internet.*serialport twisted.internet._*win32*
    twisted.internet._pollingfile twisted.internet.pyuisupport
    """
# What a driver does not get from a call, or cannot be described without the client: modules with names of classes.
# A * is any text.
UNKNOWN = {
    "the base of others, too general to have a category": """
        aiohttp.client_exceptions: ClientError RedirectClientError; aiosonic.exceptions: AiosonicError
        h11._util: ProtocolError; httpcore*: ProtocolError; httplib2.error: HttpLib2Error HttpLib2ErrorWithResponse
        httpx*: HTTPError ProtocolError RequestError TransportError; primp: PrimpError
        pyreqwest.exceptions: PyreqwestError DetailedPyreqwestError RequestError
        *quests.exceptions: RequestException; urllib3*.exceptions: HTTPError PoolError RequestError
        concurrent.futures._base: Error; twisted.web._newclient: _WrapperException
        """,
    "known by the number in it": "curl_cffi.*: CurlError RequestException; tornado.curl_httpclient: CurlError",
    "described by what is inside it": "twisted.internet.defer: FailureGroup FirstError",
    "a mistake in the use of the library": """
        aiosonic.exceptions: ResponseNotRead StreamConsumed; curl_cffi.requests.exceptions: CookieConflict
        curl_cffi.requests.exceptions: ImpersonateError SessionClosed StreamConsumedError
        http.client: CannotSendHeader CannotSendRequest ImproperConnectionState NotConnected ResponseNotReady
        http.client: UnimplementedFileMode; httplib2.error: ProxiesUnavailableError
        httpx*: CookieConflict RequestNotRead ResponseNotRead StreamClosed StreamConsumed StreamError
        niquests.exceptions: MultiplexingError; *quests.*: CookieConflictError StreamConsumedError
        treq.cookies: CookieCollision; twisted.internet.error: InvalidAddressError
        urllib3*.exceptions: BodyNotHttplibCompatible ClosedPoolError FullPoolError HostChangedError TimeoutStateError
        """,
    "handled inside the library": """
        aiohttp.payload: LookupError; aiohttp.streams: EofStream; asyncio.exceptions: LimitOverrunError
        httpcore*: ConnectionNotAvailable; socket: _GiveupOnSendfile; tornado.http1connection: _QuietException
        twisted.internet.defer: _*; twisted.web._newclient: ResponseDone
        urllib3*.exceptions: EarlyResponse HeaderParsingError MustDowngradeError MustRedialError RecoverableError
        urllib3*.exceptions: ResponseNotReady; urllib3*.contrib.pyopenssl: UnsupportedExtension
        urllib3*.contrib.resolver.protocols: *; urllib3*.contrib.ssa._gro: *; urllib3*.util.traffic_police: *
        """,
    "of WebSockets": """
        aiohttp._websocket.*: *; aiohttp.client_exceptions: WSMessageTypeError
        curl_cffi.requests.websockets: *; httpx2.websockets.*: *; tornado.websocket: *; twisted.web._websocket_impl: *
        """,
    "of a server": """
        aiohttp.web_*: *; pyreqwest.middleware.asgi.*: *; tornado.auth: *; tornado.template: *; tornado.web: *
        twisted.web.error: ExcessiveBufferingError FlattenerError MissingRenderMethod MissingTemplateLoader RenderError
        twisted.web.error: UnexposedMethodError UnfilledSlot UnsupportedMethod UnsupportedSpecialHeader UnsupportedType
        twisted.web.http: _MultiPartParseException; twisted.web.script: *
        twisted.internet.error: AlreadyListened BindError CannotListenError NotListeningError
        """,
    "for other purposes than HTTP: tasks, queues, processes, documents": """
        asyncio.*: BrokenBarrierError InvalidStateError Queue* SendfileNotAvailableError; binascii: Incomplete
        concurrent.futures.*: Broken* InvalidStateError _RemoteTraceback; curl_cffi.fingerprints: *
        pyreqwest.exceptions: RequestPanicError; service_identity.exceptions: CertificateError
        tornado.concurrent: *; tornado.gen: *; tornado.options: *; tornado.queues: *
        twisted.internet.defer: AlreadyCalledError AlreadyTryingToLockError NotACoroutineError Queue*
        twisted.internet.error: AlreadyCalled AlreadyCancelled CertificateError ConnectInProgressError
        twisted.internet.error: MessageLengthError MulticastJoinError NoProtocol NotConnectingError ProcessExitedAlready
        twisted.internet.error: Reactor* Unsupported*
        twisted.internet.task: *; twisted.internet.utils: *; twisted.web.domhelpers: *; twisted.web.microdom: *
        twisted.web.sux: *; twisted.web.xmlrpc: *
        """,
}
# The same for the numbers of curl: success, other protocols, mistakes in its use, and what happens inside it.
CURL_UNKNOWN = """
    OK ALREADY_COMPLETE CALL_MULTI_PERFORM MULTI_* OBSOLETE* FTP_* LDAP_* TFTP_* SSH RTSP_* *TELNET* REMOTE_*
    QUOTE_ERROR USE_SSL_FAILED LOGIN_DENIED AUTH_ERROR FILE_COULDNT_READ_FILE UPLOAD_FAILED *BAD_DOWNLOAD_RESUME HTTP_POST_ERROR
    FAILED_INIT NOT_BUILT_IN URL_MALFORMAT_USER MALFORMAT_USER BAD_PASSWORD_ENTERED LIBRARY_NOT_FOUND FUNCTION_NOT_FOUND
    BAD_FUNCTION_ARGUMENT BAD_CALLING_ORDER UNKNOWN_OPTION SETOPT_OPTION_SYNTAX SHARE_IN_USE CONV_* OUT_OF_MEMORY
    WRITE_ERROR READ_ERROR AGAIN CHUNK_FAILED NO_CONNECTION_AVAILABLE RECURSIVE_API_CALL UNRECOVERABLE_POLL
    """
LISTED = [
    (module.strip(), name)
    for groups in UNKNOWN.values()
    for module, names in (group.split(":") for line in groups.split("\n") for group in line.split(";") if group.strip())
    for name in names.split()
]
ADVICE = """{count} exceptions are new to the kit:
{names}
Read where the package raises each, and add it to _ROWS in contract_run/driver.py with its category and its code of
NSURLErrorDomain. If no call of a client can raise it, add it to UNKNOWN in tests/test_classes.py."""


def read(packages, folder=None):
    """Returns what tests/classes.py prints."""
    paths = [str(KIT), folder or os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "tests.classes", *packages.split()]
    found = json.loads(subprocess.run(command, cwd=KIT, env=environment, stdout=subprocess.PIPE, check=True).stdout)
    # Of what is installed by chance, modules may need something that is not.
    unread = {
        name: why
        for name, why in found["unread"].items()
        if name in packages.split() or folder and not any(fnmatch.fnmatchcase(name, one) for one in UNREAD.split())
    }
    if unread:
        raise AssertionError(f"their exceptions are unknown; add what they need to FOLDERS, or them to UNREAD: {unread}")
    return found["classes"]


def listed(kind):
    """Returns the entries of the list that name a class."""
    fits = fnmatch.fnmatchcase
    return [one for one in LISTED if fits(kind["module"], one[0]) and fits(kind["name"], one[1])]


def installed(packages):
    return [one for one in packages.split() if importlib.util.find_spec(one.split(".")[0])]


class ClassTests(unittest.TestCase):
    maxDiff = None

    def check(self, classes):
        """Checks that each class is known or listed, and not both. Returns the entries of the list that were used."""
        used, new, both = set(), [], []
        for path, kind in classes.items():
            entries = listed(kind)
            used.update(entries)
            if kind["known"][0] in kit.CATEGORIES:
                # What is listed as a whole may have more than is meant.
                both += [path for _, name in entries if "*" not in name]
            elif not entries:
                new.append(f"  {path}({', '.join(kind['bases'])}): {kind['says'] or 'it has no description'}")
        self.assertFalse(new, ADVICE.format(count=len(new), names="\n".join(new)))
        self.assertFalse(both, "known to the kit, so UNKNOWN of tests/test_classes.py must not name them")
        return used

    def test_of_what_is_installed(self):
        # niquests may be installed beside requests, and then both have its urllib3.
        packages = [name for names in FOLDERS.values() for name in installed(names)]
        classes = read(" ".join([LIBRARY, *packages]))
        self.assertGreater(len(classes), 30)
        self.check(classes)

    @unittest.skipUnless(os.environ.get("CONTRACTKIT_ALL"), "it installs packages: set CONTRACTKIT_ALL=1")
    def test_of_the_newest_releases(self):
        used = self.check(read(LIBRARY))
        whole = 0
        for projects, packages in FOLDERS.items():
            with self.subTest(packages), tempfile.TemporaryDirectory() as folder:
                install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-compile", "--target", folder]
                done = subprocess.run([*install, *projects.split()], stderr=subprocess.PIPE, text=True)
                if done.returncode:
                    self.skipTest(f"{projects} cannot be installed: {done.stderr[-300:]}")
                used |= self.check(read(packages, folder))
                whole += 1
        unused = [f"{module}: {name}" for module, name in LISTED if (module, name) not in used]
        if whole == len(FOLDERS):
            self.assertEqual(unused, [], "no package has these anymore; remove them from UNKNOWN")

    def test_curls_numbers(self):
        numbers = {}
        if importlib.util.find_spec("pycurl"):
            import pycurl

            numbers.update({name[2:]: number for name, number in vars(pycurl).items() if name.startswith("E_")})
        if importlib.util.find_spec("curl_cffi"):
            from curl_cffi.const import CurlECode

            numbers.update({one.name: one.value for one in CurlECode})
        new = {
            name: number
            for name, number in numbers.items()
            if number not in kit._CURL and not any(fnmatch.fnmatchcase(name, one) for one in CURL_UNKNOWN.split())
        }
        self.assertFalse(new, "new to the kit: add each to _CURL, or to CURL_UNKNOWN if no call can end with it")



if __name__ == "__main__":
    unittest.main()
