"""Finds the program contract-run."""

import os
import shutil
import sysconfig

VARIABLE = "CONTRACT_RUN_BINARY"


class MissingProgram(Exception):
    """There is no program to start. The text says what to do."""


def program() -> str:
    """Returns the path of contract-run.

    It is the path in the environment variable CONTRACT_RUN_BINARY, or else the program that the wheel installed, or
    else the first one on PATH. Raises MissingProgram if there is none, or if it is not executable.
    """
    own = os.environ.get(VARIABLE)
    if own:
        if not os.access(own, os.X_OK) or os.path.isdir(own):
            raise MissingProgram(f"{VARIABLE} is '{own}', which is not an executable program; correct or unset it")
        return own
    schemes = [sysconfig.get_default_scheme() if hasattr(sysconfig, "get_default_scheme") else "posix_prefix"]
    if "posix_user" in sysconfig.get_scheme_names():
        schemes.append("posix_user")
    for scheme in schemes:
        path = os.path.join(sysconfig.get_path("scripts", scheme), "contract-run")
        if os.access(path, os.X_OK):
            return path
        if os.path.exists(path):
            raise MissingProgram(f"{path} is not an executable program; install the wheel again")
    found = shutil.which("contract-run")
    if found is None:
        raise MissingProgram(
            "the program contract-run is not installed here: install the wheel of your platform, "
            f"or set {VARIABLE} to its path"
        )
    return found
