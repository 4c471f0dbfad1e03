"""Runs a program as on a system that lacks something: python3 lacking.py WHAT PROGRAM ARGUMENT…"""
import ctypes
import errno
import os
import platform
import resource
import struct
import sys

SECCOMP = {"x86_64": 317, "aarch64": 277}[platform.machine()]
PIDFD_OPEN = 434
PIDFD_GETFD = 438
PROCESS_VM_READV = {"x86_64": 310, "aarch64": 270}[platform.machine()]
CLONE = {"x86_64": 56, "aarch64": 220}[platform.machine()]
CLONE3 = 435
CAP_SYS_PTRACE = 19
ANY = 0xFFFFFFFF
# The system call, the number of an argument, its bits that the system does not know, and what it returns then.
LACKS = {
    "guard": [(SECCOMP, 1, 1 << 3, errno.EPERM)],  # SECCOMP_FILTER_FLAG_NEW_LISTENER
    "uninterrupted": [(SECCOMP, 1, 1 << 5, errno.EINVAL)],  # SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
    "threads": [(PIDFD_OPEN, 1, os.O_EXCL, errno.EINVAL)],  # PIDFD_THREAD
    "memory": [(PROCESS_VM_READV, 1, ANY, errno.EPERM)],
    "sockets": [(PIDFD_GETFD, 0, ANY, errno.EPERM)],
    # Without clone3, threads begin with clone. CLONE_THREAD.
    "new threads": [(CLONE3, 0, ANY, errno.ENOSYS), (CLONE, 0, 0x10000, errno.EAGAIN)],
    "privileges": [],
}


def instruction(code, value, if_true=0, if_false=0):
    return struct.pack("HBBI", code, if_true, if_false, value)


def main():
    what, _, number = sys.argv[1].partition("=")
    libc = ctypes.CDLL(None, use_errno=True)
    if what == "processes":
        # As another user, because the limit is one of a user, and root has none.
        os.chown(".", int(number) + 60000, -1)
        resource.setrlimit(resource.RLIMIT_NPROC, (int(number), int(number)))
        os.setuid(int(number) + 60000)
        os.execvp(sys.argv[2], sys.argv[2:])
    if what == "privileges":
        # Root may read any process. It loses that with the next program.
        libc.prctl(24, CAP_SYS_PTRACE, 0, 0, 0)  # PR_CAPBSET_DROP
    program = b""
    for call, argument, bits, error in LACKS[what]:
        program += b"".join(
            [
                instruction(0x20, 0),  # load the number of the system call
                instruction(0x15, call, 0, 3),
                instruction(0x20, 16 + 8 * argument),  # load the argument
                instruction(0x45, bits, 0, 1),
                instruction(0x06, 0x00050000 | error),
            ]
        )
    program += instruction(0x06, 0x7FFF0000)

    class Filter(ctypes.Structure):
        _fields_ = [("count", ctypes.c_ushort), ("program", ctypes.c_char_p)]

    if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, ctypes.byref(Filter(len(program) // 8, program))):
        sys.exit(f"no filter: {os.strerror(ctypes.get_errno())}")
    os.execvp(sys.argv[2], sys.argv[2:])


main()
