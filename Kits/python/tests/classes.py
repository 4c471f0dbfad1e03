"""Prints the exceptions of packages, and what the kit makes of each, as JSON: `python3 -m tests.classes PACKAGE…`.

It imports each module of the packages, so it is a program of its own.
"""

import contextlib
import importlib
import io
import json
import pkgutil
import sys
import warnings

from contract_run import driver as kit

# What no client imports.
UNREAD = ("test", "tests", "testing", "__main__", "cli")


def modules(root):
    """Imports a package with its modules. Returns those that cannot be imported, each with the reason."""
    unread = {}
    names = [root]
    try:
        paths = getattr(importlib.import_module(root), "__path__", [])
    except ImportError as error:
        return {root: str(error)}
    found = pkgutil.walk_packages(paths, root + ".", onerror=lambda name: None)
    names += [one.name for one in found if not set(one.name.split(".")) & set(UNREAD)]
    for name in names:
        try:
            # Some print when they are imported, or end the process.
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
                importlib.import_module(name)
        except BaseException as error:
            unread[name] = f"{type(error).__name__}: {error}"
    return unread


def below(kind):
    """Returns the subclasses of a class, at every depth."""
    return {kind}.union(*map(below, type.__subclasses__(kind)))


def category(kind):
    """Returns the category that the kit has for a class, and its code; (None, None) for one that it does not know."""
    try:
        # Without its initializer, whose arguments nobody knows.
        return kit._known(kind.__new__(kind))
    except Exception as error:  # an own `__new__` or `__str__`
        return f"{type(error).__name__}: {error}", None


def main(roots):
    warnings.simplefilter("ignore")
    unread = {}
    for root in roots:
        unread.update(modules(root))
    found = {}
    for kind in below(BaseException):
        inside = any(f"{kind.__module__}.".startswith(f"{root}.") for root in roots) or kit._package(kind) in roots
        if not inside or issubclass(kind, Warning):
            continue
        names = f"{kind.__module__}.{kind.__qualname__}"
        bases = [f"{base.__module__}.{base.__qualname__}".replace("builtins.", "") for base in kind.__bases__]
        told = (kind.__doc__ or "").strip().split("\n")[0]
        found[names] = {"module": kind.__module__, "name": kind.__qualname__, "bases": bases, "says": told}
        found[names]["known"] = category(kind)
    print(json.dumps({"classes": dict(sorted(found.items())), "unread": unread}))


main(sys.argv[1:])
