// Without /proc, Swift's runtime would end a statically linked program before its first line, and not say what to do.

#if defined(__linux__)
#include <unistd.h>

// Runs before the runtime's own initialization.
__attribute__((constructor(101))) static void requireProc(void) {
  static const char message[] =
      "contract-run: error: there is no /proc, which this program needs\n"
      "contract-run: mount it: mount -t proc proc /proc\n";
  if (access("/proc/self/exe", F_OK) == 0) return;
  (void)!write(2, message, sizeof message - 1);
  _exit(3);
}
#endif
