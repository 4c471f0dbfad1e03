"""`python -m contract_run` is the command `contract-run`."""

import os
import sys

from .program import MissingProgram, program


def main() -> None:
    try:
        path = program()
        os.execv(path, [path, *sys.argv[1:]])
    except (MissingProgram, OSError) as error:
        sys.exit(f"contract-run: error: {error}")


if __name__ == "__main__":
    main()
