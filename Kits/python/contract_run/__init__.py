"""Contract tests for HTTP API clients: the driver kit, and the program contract-run.

    from contract_run import Driver

    driver = Driver("shop")
"""

from .driver import Call, Completion, Driver, NetworkError, Response, Unsupported

__all__ = ["Call", "Completion", "Driver", "NetworkError", "Response", "Unsupported"]
