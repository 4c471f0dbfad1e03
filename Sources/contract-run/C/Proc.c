// Without /proc, a program in Swift has no arguments, and Swift's runtime ends a statically linked one before its first
// line, with a text that does not say what to do.

#if defined(__linux__)
#include <unistd.h>

// Runs before the runtime's own initialization.
__attribute__((constructor(101))) static void requireProc(void) {
  static const char message[] =
      "contract-run: error: /proc is not mounted, where a program in Swift finds its arguments; mount it\n";
  if (access("/proc/self/cmdline", R_OK) == 0) return;
  (void)!write(2, message, sizeof message - 1);
  _exit(3);
}
#endif
