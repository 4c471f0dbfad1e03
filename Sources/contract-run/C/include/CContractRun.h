#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// The commit that the build named in CONTRACTKIT_COMMIT, as `git describe --always --dirty --exclude '*'` prints it; ""
/// if the build named none.
extern const char *_Nonnull const contractRunCommit;

/// A program to start.
typedef struct {
  /// The program and its arguments, and NULL. A program without a slash is looked up in PATH.
  char *_Nullable const *_Nonnull arguments;
  /// Its whole environment, `NAME=VALUE`, and NULL.
  char *_Nullable const *_Nonnull environment;
  /// The folder in which it runs; NULL for the folder of this process.
  const char *_Nullable folder;
  /// The descriptors that become its standard input, output and error; -1 for an empty input. The last one becomes its
  /// descriptor 3; -1 for none.
  int streams[4];
  /// The signal that it gets when the thread that starts it ends, if the system can do that; 0 for none.
  int endSignal;
  /// Whether it is started under a guard.
  bool isGuarded;
} ContractRunProgram;

/// What reports to this process what other processes connect and send to.
typedef struct {
  /// The descriptor; -1 if there is no guard.
  int descriptor;
  /// Whether no signal interrupts an attempt while it is judged.
  bool isUninterrupted;
} ContractRunGuard;

/// A process that was started.
typedef struct {
  pid_t process;
  ContractRunGuard guard;
  /// Why it has no guard, although one was asked for; 0 if nothing went wrong.
  int guardError;
} ContractRunChild;

/// Starts a program in a process group of its own, with an empty signal mask and default signal handling.
///
/// Returns 0, or the error number if the program cannot be started. A missing guard is not an error.
int contractRunSpawn(const ContractRunProgram *_Nonnull program, ContractRunChild *_Nonnull child);

/// Returns how many bytes were written to a pipe and not read yet.
int contractRunUnread(int pipe);

/// An address to which a guarded process connects or sends.
typedef struct {
  /// The thread that does it.
  pid_t thread;
  /// The address in network byte order. An IPv4 address has four bytes.
  uint8_t bytes[16];
  bool isIPv6;
  uint16_t port;
  /// Whether the socket has datagrams, as UDP has.
  bool isDatagram;
  /// Whether data is sent. If not, the socket is only connected.
  bool sends;
  /// Whether the system does not show the socket, so that `isDatagram` is not known.
  bool isUnclear;
} ContractRunDestination;

enum {
  /// An address at which this process answers.
  contractRunOwn = -1,
  /// An address that cannot be judged without knowing the socket.
  contractRunUnclear = -2
};

/// The parts of a guarded process that the system may not show.
enum { contractRunMemory, contractRunSocket };

/// What a guard does with the attempts that it sees.
typedef struct {
  /// Returns `contractRunOwn` for an address of this process, 0 for another address that is allowed, `contractRunUnclear`,
  /// or the error number that the guarded process gets.
  int (*_Nonnull judge)(void *_Nonnull context, ContractRunDestination destination);
  /// Called before a process can use a connection to an address of this process, with the connection's local port; 0
  /// if the port is not known.
  void (*_Nonnull connected)(void *_Nonnull context, uint16_t port);
  /// Called if an attempt cannot be judged, so that it is not refused: the part of the process that the system does not
  /// show, and its error number.
  void (*_Nonnull missed)(void *_Nonnull context, int part, int error);
} ContractRunGuardActions;

/// Judges what all processes under a guard try to do, until the last one has ended. Then it closes the guard.
void contractRunWatch(ContractRunGuard guard, const ContractRunGuardActions *_Nonnull actions, void *_Nonnull context);

// MARK: TLS, by the library OpenSSL

/// Loads the library, unless it was linked into the program. Call it before all other functions of this part, on one
/// thread at a time.
///
/// Returns NULL, or what is missing.
const char *_Nullable contractRunTLSLoad(const char *_Nonnull name);

/// Writes why the last function failed that this thread called; an empty text if that is not known.
void contractRunTLSError(char *_Nonnull text, size_t size);

/// A certificate authority, which is only in memory. A member is NULL if it could not be made.
typedef struct {
  void *_Nullable key;
  void *_Nullable certificate;
} ContractRunTLSAuthority;

/// Makes an authority. Times are in seconds from now.
ContractRunTLSAuthority contractRunTLSAuthority(uint64_t serial, long from, long to);
/// Writes the authority's certificate in the form PEM. Returns the number of bytes; 0 if that fails.
int contractRunTLSText(ContractRunTLSAuthority authority, char *_Nonnull text, int size);
void contractRunTLSEndAuthority(ContractRunTLSAuthority authority);

/// Makes what the connections to a server have together: a key, and a certificate for a name, such as `IP:127.0.0.1` or
/// `DNS:localhost`. Returns NULL if that fails.
///
/// The authority issues the certificate; if it is NULL, the key signs it itself. Times are in seconds from now.
void *_Nullable contractRunTLSServer(
    const ContractRunTLSAuthority *_Nullable authority, const char *_Nonnull name, uint64_t serial, long from, long to);
void contractRunTLSEndServer(void *_Nonnull server);

/// The server's side of one connection. It has no socket: it takes what came from the client, and gives what is for it.
/// No two threads may use it at the same time.
typedef struct {
  void *_Nullable session;
  void *_Nullable received;
  void *_Nullable answers;
} ContractRunTLS;

enum { contractRunTLSNeedsMore = -1, contractRunTLSFailed = -2 };

/// Begins a connection. Returns false if there is no memory.
bool contractRunTLSBegin(void *_Nonnull server, ContractRunTLS *_Nonnull tls);
/// Takes bytes that came from the client. Returns false if there is no memory.
bool contractRunTLSReceive(ContractRunTLS tls, const void *_Nonnull bytes, int count);
/// Decrypts what came. Returns the number of bytes, 0 at the client's end (close_notify), `contractRunTLSNeedsMore`, or
/// `contractRunTLSFailed` for what is not TLS, and if the client gives up.
int contractRunTLSRead(ContractRunTLS tls, void *_Nonnull bytes, int size);
/// Encrypts bytes for the client. Returns false if the connection has failed.
bool contractRunTLSWrite(ContractRunTLS tls, const void *_Nonnull bytes, int count);
/// Says to the client that nothing more comes (close_notify).
void contractRunTLSClose(ContractRunTLS tls);
/// Takes bytes that are for the client. Returns their number; 0 for none.
int contractRunTLSTake(ContractRunTLS tls, void *_Nonnull bytes, int size);
void contractRunTLSEnd(ContractRunTLS tls);
