// The network guard: a seccomp filter that reports to the runner what a driver connects or sends to (seccomp(2),
// seccomp_unotify(2)). It finds mistakes. It is not a sandbox.
#define _GNU_SOURCE

#include "Guard.h"

#include <errno.h>

#if __linux__ && (__x86_64__ || __aarch64__)

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#if __x86_64__
#define NATIVE AUDIT_ARCH_X86_64
#else
#define NATIVE AUDIT_ARCH_AARCH64
#endif

// Values of Linux that older headers lack.
#ifndef SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
#define SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV (1UL << 5)
#endif
// PIDFD_THREAD: a descriptor for one thread of a process.
#define THREAD_DESCRIPTOR O_EXCL

#define LOAD(member) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, action)
#define IF_EQUAL(value, action) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1), RETURN(action)

int contractRunBeginGuard(bool *isUninterrupted) {
  struct sock_filter filter[] = {
    // Another kind of system calls, such as those of 32-bit programs, has other numbers.
    LOAD(arch),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NATIVE, 1, 0),
    RETURN(SECCOMP_RET_ERRNO | ENOSYS),
    LOAD(nr),
#if __x86_64__
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
    RETURN(SECCOMP_RET_ERRNO | ENOSYS),
#endif
    IF_EQUAL(__NR_connect, SECCOMP_RET_USER_NOTIF),
    IF_EQUAL(__NR_sendmsg, SECCOMP_RET_USER_NOTIF),
    IF_EQUAL(__NR_sendmmsg, SECCOMP_RET_USER_NOTIF),
    // A ring connects without a system call.
    IF_EQUAL(__NR_io_uring_setup, SECCOMP_RET_ERRNO | ENOSYS),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_sendto, 1, 0),
    RETURN(SECCOMP_RET_ALLOW),
    // `send` is `sendto` without an address. Both halves of the pointer are compared with 0.
    LOAD(args[4]),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0),
    RETURN(SECCOMP_RET_USER_NOTIF),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[4]) + 4),
    IF_EQUAL(0, SECCOMP_RET_ALLOW),
    RETURN(SECCOMP_RET_USER_NOTIF),
  };
  struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
  // Without new privileges, no privileges are needed for a filter.
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  unsigned long flags = SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV;
  int guard = syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
  *isUninterrupted = guard >= 0;
  // Linux before 5.19.
  if (guard < 0 && errno == EINVAL) {
    flags = SECCOMP_FILTER_FLAG_NEW_LISTENER;
    guard = syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
  }
  return guard;
}

// MARK: What the process tries

/// One attempt, and the guard that reported it.
typedef struct {
  ContractRunGuard guard;
  const ContractRunGuardActions *actions;
  void *context;
  struct seccomp_notif *call;
} Attempt;

/// Returns whether the process still waits. If not, its number may belong to another process.
static bool isValid(const Attempt *attempt) {
  return ioctl(attempt->guard.descriptor, SECCOMP_IOCTL_NOTIF_ID_VALID, &attempt->call->id) == 0;
}

/// Reads the memory of the process. Returns 0 or an error number.
static int readMemory(const Attempt *attempt, uint64_t address, void *bytes, size_t count) {
  struct iovec local = {bytes, count}, remote = {(void *)(uintptr_t)address, count};
  ssize_t read = process_vm_readv(attempt->call->pid, &local, 1, &remote, 1, 0);
  if (read == (ssize_t)count) return 0;
  return read < 0 ? errno : EFAULT;
}

/// Returns the number of the process of a thread, or 0.
static int processOf(int thread) {
  char text[1024], name[32];
  snprintf(name, sizeof name, "/proc/%d/status", thread);
  int file = open(name, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  text[count > 0 ? count : 0] = 0;
  const char *line = strstr(text, "\nTgid:");
  return line == NULL ? 0 : atoi(line + strlen("\nTgid:"));
}

/// Returns a descriptor of a thread's process, or -1.
static int openProcess(int thread) {
  int process = syscall(__NR_pidfd_open, thread, THREAD_DESCRIPTOR);
  // Linux before 6.9 knows only the numbers of whole processes.
  if (process < 0 && errno == EINVAL) process = syscall(__NR_pidfd_open, processOf(thread), 0);
  return process;
}

/// Returns a copy of the process's descriptor, or -1 and sets `errno`.
static int duplicate(const Attempt *attempt, int descriptor) {
  int process = openProcess(attempt->call->pid);
  if (process < 0) return -1;
  int copy = syscall(__NR_pidfd_getfd, process, descriptor, 0);
  int error = errno;
  close(process);
  if (copy >= 0 && !isValid(attempt)) {
    close(copy);
    error = ESRCH;
    copy = -1;
  }
  errno = error;
  return copy;
}

/// Returns the type of a socket, such as SOCK_STREAM, or -1.
static int type(int socket) {
  int type = -1;
  socklen_t length = sizeof type;
  return socket >= 0 && getsockopt(socket, SOL_SOCKET, SO_TYPE, &type, &length) == 0 ? type : -1;
}

/// Reads an address. Returns false if it is not one of the internet, or is too short for the kernel.
static bool readDestination(const struct sockaddr_storage *address, size_t length, bool sends,
                            ContractRunDestination *destination) {
  *destination = (ContractRunDestination){.sends = sends};
  // UDP sends to an address without a family as if it were IPv4.
  bool isIPv4 = address->ss_family == AF_INET || (sends && address->ss_family == AF_UNSPEC);
  if (isIPv4 && length >= sizeof(struct sockaddr_in)) {
    const struct sockaddr_in *ipv4 = (const struct sockaddr_in *)address;
    destination->port = ntohs(ipv4->sin_port);
    memcpy(destination->bytes, &ipv4->sin_addr, 4);
    return true;
  }
  // The kernel does not require the last member, the scope.
  if (address->ss_family != AF_INET6 || length < offsetof(struct sockaddr_in6, sin6_scope_id)) return false;
  const struct sockaddr_in6 *ipv6 = (const struct sockaddr_in6 *)address;
  destination->port = ntohs(ipv6->sin6_port);
  destination->isIPv6 = !IN6_IS_ADDR_V4MAPPED(&ipv6->sin6_addr);
  if (destination->isIPv6) {
    memcpy(destination->bytes, &ipv6->sin6_addr, 16);
  } else {
    memcpy(destination->bytes, (const uint8_t *)&ipv6->sin6_addr + 12, 4);
  }
  return true;
}

// MARK: Judging

typedef struct {
  /// Whether the kernel makes the call. If not, the process gets `error`, or 0 for success.
  bool continues;
  int error;
} Decision;

static const Decision proceed = {.continues = true};

static Decision refuse(int error) { return (Decision){.error = error}; }

/// Reports that an attempt cannot be judged. Then the kernel makes the call.
static Decision miss(const Attempt *attempt, int part, int error) {
  attempt->actions->missed(attempt->context, part, error);
  return proceed;
}

/// Connects to an address of the runner with a copy of the process's socket. So the local port is known before the
/// process can use the connection.
static Decision makeConnection(const Attempt *attempt, int socket, const struct sockaddr *address, socklen_t length) {
  int result = connect(socket, address, length);
  Decision decision = refuse(result == 0 ? 0 : errno);
  struct sockaddr_storage local;
  socklen_t localLength = sizeof local;
  ContractRunDestination own;
  bool isKnown = getsockname(socket, (struct sockaddr *)&local, &localLength) == 0
                 && readDestination(&local, localLength, false, &own);
  attempt->actions->connected(attempt->context, isKnown ? own.port : 0);
  return decision;
}

/// Judges an attempt to connect.
static Decision judgeConnect(const Attempt *attempt) {
  const __u64 *arguments = attempt->call->data.args;
  struct sockaddr_storage address = {0};
  int length = (int)arguments[2];
  // The kernel refuses such lengths.
  if (length < (int)sizeof(sa_family_t) || length > (int)sizeof address) return proceed;
  int error = readMemory(attempt, arguments[1], &address, length);
  if (!isValid(attempt) || error == EFAULT) return proceed;
  if (error != 0) return miss(attempt, contractRunMemory, error);
  ContractRunDestination destination;
  if (!readDestination(&address, length, false, &destination)) return proceed;
  int socket = duplicate(attempt, arguments[0]);
  int socketError = socket < 0 ? errno : 0;
  // The kernel refuses a descriptor that is not open.
  if (socketError == EBADF || !isValid(attempt)) {
    if (socket >= 0) close(socket);
    return proceed;
  }
  int socketType = type(socket);
  destination.isDatagram = socketType == SOCK_DGRAM;
  destination.isUnclear = socket < 0;
  destination.thread = attempt->call->pid;
  error = attempt->actions->judge(attempt->context, destination);
  if (error == contractRunUnclear) return miss(attempt, contractRunSocket, socketError);
  Decision decision = error > 0 ? refuse(error) : proceed;
  if (error == contractRunOwn && socketType != SOCK_DGRAM) {
    // After a signal, the process would try again to connect.
    if (attempt->guard.isUninterrupted && socketType == SOCK_STREAM) {
      decision = makeConnection(attempt, socket, (const struct sockaddr *)&address, length);
    } else {
      attempt->actions->connected(attempt->context, 0);
    }
  }
  if (socket >= 0) close(socket);
  return decision;
}

/// Judges the address that data is sent to.
static Decision judgeSend(const Attempt *attempt, uint64_t name, uint64_t nameLength) {
  struct sockaddr_storage address = {0};
  size_t length = nameLength < sizeof address ? nameLength : sizeof address;
  if (name == 0 || length < sizeof(sa_family_t)) return proceed;
  int error = readMemory(attempt, name, &address, length);
  if (!isValid(attempt) || error == EFAULT) return proceed;
  if (error != 0) return miss(attempt, contractRunMemory, error);
  ContractRunDestination destination;
  if (!readDestination(&address, length, true, &destination)) return proceed;
  int socket = duplicate(attempt, attempt->call->data.args[0]);
  int socketType = type(socket);
  if (socket >= 0) close(socket);
  destination.isDatagram = socketType != SOCK_STREAM;
  error = attempt->actions->judge(attempt->context, destination);
  // TCP can connect and send with one call.
  if (error == contractRunOwn && socketType != SOCK_DGRAM) attempt->actions->connected(attempt->context, 0);
  return error > 0 ? refuse(error) : proceed;
}

/// Judges one or multiple messages, whose headers are at an address.
static Decision judgeMessages(const Attempt *attempt, uint64_t headers, unsigned count, size_t stride) {
  for (unsigned index = 0; index < count; index++) {
    struct msghdr header;
    int error = readMemory(attempt, headers + index * stride, &header, sizeof header);
    if (!isValid(attempt) || error == EFAULT) return proceed;
    if (error != 0) return miss(attempt, contractRunMemory, error);
    Decision decision = judgeSend(attempt, (uintptr_t)header.msg_name, header.msg_namelen);
    if (!decision.continues) return decision;
  }
  return proceed;
}

static Decision judge(const Attempt *attempt) {
  const __u64 *arguments = attempt->call->data.args;
  switch (attempt->call->data.nr) {
    case __NR_connect: return judgeConnect(attempt);
    case __NR_sendto: return judgeSend(attempt, arguments[4], arguments[5]);
    case __NR_sendmsg: return judgeMessages(attempt, arguments[1], 1, 0);
    case __NR_sendmmsg: {
      // The kernel sends at most 1,024.
      unsigned count = (unsigned)arguments[2] < 1024 ? (unsigned)arguments[2] : 1024;
      return judgeMessages(attempt, arguments[1], count, sizeof(struct mmsghdr));
    }
    default: return proceed;
  }
}

void contractRunWatch(ContractRunGuard guard, const ContractRunGuardActions *actions, void *context) {
  // Larger than any kernel's, which fills what it knows.
  union {
    struct seccomp_notif call;
    uint8_t bytes[512];
  } received;
  while (true) {
    struct pollfd ready = {.fd = guard.descriptor, .events = POLLIN};
    if (poll(&ready, 1, -1) < 0) {
      if (errno == EINTR) continue;
      break;
    }
    // No process is left.
    if (!(ready.revents & POLLIN)) break;
    memset(&received, 0, sizeof received);
    // ENOENT: a signal ended the attempt before it was received. The process repeats it if that is right.
    if (ioctl(guard.descriptor, SECCOMP_IOCTL_NOTIF_RECV, &received.call) != 0) continue;
    Attempt attempt = {guard, actions, context, &received.call};
    Decision decision = judge(&attempt);
    struct seccomp_notif_resp response = {.id = received.call.id};
    if (decision.continues) {
      response.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    } else {
      response.error = -decision.error;
    }
    ioctl(guard.descriptor, SECCOMP_IOCTL_NOTIF_SEND, &response);
  }
  close(guard.descriptor);
}

#else

int contractRunBeginGuard(bool *isUninterrupted) {
  errno = ENOTSUP;
  return -1;
}

void contractRunWatch(ContractRunGuard guard, const ContractRunGuardActions *actions, void *context) {}

#endif
