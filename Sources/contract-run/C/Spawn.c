// How processes are started. Swift cannot do this on Linux, because `posix_spawn` cannot begin a guard.
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "CContractRun.h"
#include "Guard.h"

#if __linux__

#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

/// What the child shares with this process until it runs the program.
typedef struct {
  const ContractRunProgram *program;
  ContractRunGuard guard;
  int guardError;
  /// Why the program does not run; 0 if nothing went wrong.
  int error;
  /// Whether the child could not get descriptors of its own, so that it must not change any.
  bool sharesDescriptors;
  pid_t parent;
  sigset_t all, none;
} Start;

/// Gives the process a table of descriptors of its own.
static bool leaveDescriptors(void) {
  // Some containers allow only the second way. It closes no descriptor that exists.
  return unshare(CLONE_FILES) == 0 || syscall(SYS_close_range, ~0U, ~0U, 1U << 1 /* CLOSE_RANGE_UNSHARE */, 0) == 0;
}

/// Replaces the standard streams. Returns whether that was possible.
static bool setStreams(const int *streams) {
  // A descriptor that becomes a stream must not be replaced before its turn. All of them are above the standard streams.
  for (int target = 0; target <= 3; target++) {
    if (target == 3 && streams[target] < 0) break;
    int source = streams[target] < 0 ? open("/dev/null", O_RDONLY) : streams[target];
    if (source < 0 || (source != target && dup2(source, target) < 0)) return false;
    // `dup2` clears it, unless both are the same.
    if (source == target) fcntl(target, F_SETFD, 0);
  }
  return true;
}

/// Closes everything but the streams, such as pipes and sockets that other threads have just opened.
static void closeOthers(const int *streams) {
  int first = streams[3] < 0 ? 3 : 4;
  if (syscall(SYS_close_range, (unsigned)first, ~0U, 0U) == 0) return;
  long most = sysconf(_SC_OPEN_MAX);
  for (int descriptor = first; descriptor < most; descriptor++) close(descriptor);
}

/// What the child does. It has this process's memory, so it calls only what is safe after a fork.
static int begin(void *argument) {
  Start *start = argument;
  const ContractRunProgram *program = start->program;
  setpgid(0, 0);
  struct sigaction standard = {.sa_handler = SIG_DFL};
  for (int signal = 1; signal < NSIG; signal++) sigaction(signal, &standard, NULL);
  if (program->endSignal != 0) {
    prctl(PR_SET_PDEATHSIG, program->endSignal);
    if (getppid() != start->parent) _exit(127);
  }
  if (program->isGuarded) {
    // The descriptor is made in the table that the child still shares with this process.
    start->guard.descriptor = contractRunBeginGuard(&start->guard.isUninterrupted);
    if (start->guard.descriptor < 0) start->guardError = errno;
    if (!leaveDescriptors()) {
      start->guardError = errno;
      start->sharesDescriptors = true;
      _exit(127);
    }
  }
  if ((program->folder == NULL || chdir(program->folder) == 0) && setStreams(program->streams)) {
    closeOthers(program->streams);
    sigprocmask(SIG_SETMASK, &start->none, NULL);
    execvpe(program->arguments[0], program->arguments, program->environment);
  }
  start->error = errno;
  _exit(127);
}

/// Starts a child that shares this process's memory, and waits until it runs the program. Returns 0 or an error number.
///
/// A child that shares memory starts 20 times faster than a copy of a large process.
static int spawn(const ContractRunProgram *program, ContractRunChild *child, bool *sharesDescriptors) {
  Start start = {.program = program, .guard = {.descriptor = -1}, .parent = getpid()};
  sigfillset(&start.all);
  sigemptyset(&start.none);
  const size_t size = 64 << 10;
  char *stack = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED) return errno;
  // The child must not handle a signal, because it would use this thread's memory.
  sigset_t before;
  pthread_sigmask(SIG_BLOCK, &start.all, &before);
  int flags = CLONE_VM | CLONE_VFORK | SIGCHLD | (program->isGuarded ? CLONE_FILES : 0);
  child->process = clone(begin, stack + size, flags, &start);
  int error = child->process < 0 ? errno : start.error;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  munmap(stack, size);
  child->guard = start.guard;
  child->guardError = start.guardError;
  *sharesDescriptors = start.sharesDescriptors;
  if (error == 0 && !start.sharesDescriptors) return 0;
  if (child->process > 0) {
    while (waitpid(child->process, NULL, 0) < 0 && errno == EINTR) continue;
  }
  if (child->guard.descriptor >= 0) close(child->guard.descriptor);
  child->guard.descriptor = -1;
  return error;
}

int contractRunSpawn(const ContractRunProgram *program, ContractRunChild *child) {
  bool sharesDescriptors;
  int error = spawn(program, child, &sharesDescriptors);
  if (!sharesDescriptors) return error;
  int guardError = child->guardError;
  ContractRunProgram unguarded = *program;
  unguarded.isGuarded = false;
  error = spawn(&unguarded, child, &sharesDescriptors);
  child->guardError = guardError;
  return error;
}

#else

#include <spawn.h>

int contractRunSpawn(const ContractRunProgram *program, ContractRunChild *child) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);
  // Everything but the streams is closed.
  posix_spawnattr_setflags(
      &attributes,
      POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_CLOEXEC_DEFAULT);
  for (int target = 0; target <= 3; target++) {
    if (target == 3 && program->streams[target] < 0) break;
    if (program->streams[target] < 0) {
      posix_spawn_file_actions_addopen(&actions, target, "/dev/null", O_RDONLY, 0);
    } else if (program->streams[target] == target) {
      posix_spawn_file_actions_addinherit_np(&actions, target);
    } else {
      posix_spawn_file_actions_adddup2(&actions, program->streams[target], target);
    }
  }
  if (program->folder != NULL) posix_spawn_file_actions_addchdir_np(&actions, program->folder);
  int error = posix_spawnp(
      &child->process, program->arguments[0], &actions, &attributes, program->arguments, program->environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  child->guard = (ContractRunGuard){.descriptor = -1};
  child->guardError = program->isGuarded ? ENOTSUP : 0;
  return error;
}

#endif

int contractRunUnread(int pipe) {
  int count = 0;
  return ioctl(pipe, FIONREAD, &count) == 0 ? count : 0;
}
