"""Runs contracts as tests of pytest: one item for each scenario, at its line in the contract.

It collects nothing unless you ask for it: with `contract_run = true` in pytest's configuration, or with `--contracts`.
"""

import contextlib
import fnmatch
import functools
import json
import os
import pathlib
import shlex
import subprocess
import tempfile
from typing import Any, Dict, Iterator, List, Optional, Tuple, Union

import pytest

from .program import MissingProgram, program

ENDING = ".contract.json"
NAME = "contract-run.json"
# What identifies a scenario.
MEMBERS = ("client", "contract", "scenario", "transport")
# The members of a listed scenario that are read here.
LISTED = ("id", "file", "line", "variation", *MEMBERS)


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("contract-run", "contracts of HTTP API clients")
    group.addoption(
        "--contracts",
        action="store_true",
        help="run the contracts of contract-run.json in this folder or above, or of the file that the setting names",
    )
    group.addoption(
        "--contract-variations", action="store_true", help="run the variations that contracts declare, as items, too"
    )
    parser.addini("contract_run", "run contracts: true, as --contracts does, or the path of contract-run.json")


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    try:
        setting = str(config.getini("contract_run")).strip()
    except TypeError:  # the native TOML of pytest 9 has true
        raise pytest.UsageError('contract-run: write the setting contract_run as a string: "true"') from None
    is_switch = setting.lower() in ("", "true", "false", "1", "0", "yes", "no", "on", "off")
    if not config.getoption("--contracts") and setting.lower() in ("", "false", "0", "no", "off"):
        return
    folder = config.inipath.parent if config.inipath else config.rootpath
    path = _search(config.invocation_params.dir) if is_switch else folder / setting
    if path is None:
        raise pytest.UsageError(
            f"contract-run: there is no {NAME} in this folder or above; write one with 'contract-run init', "
            "or name it with -o contract_run=FILE"
        )
    contracts = Contracts(path, config.getoption("--contract-variations"))
    config.pluginmanager.register(contracts, "contract-run-contracts")
    # Paths on the command line choose what runs. Without them, all contracts run beside the tests. A worker of xdist
    # gets the paths of its controller, whatever their source is.
    own = getattr(config, "workerinput", {}).get("contract_run_all")
    contracts.runs_all = config.args_source is not pytest.Config.ArgsSource.ARGS if own is None else own


def _search(folder: pathlib.Path) -> Optional[pathlib.Path]:
    return next((place / NAME for place in [folder, *folder.parents] if (place / NAME).is_file()), None)


class Contracts:
    """The scenarios of a configuration, and how to run them.

    - scenarios: the scenarios by the absolute path of their contract.
    - runs_all: whether contracts run that no path of the command line leads to.
    """

    runs_all = False

    def __init__(self, configuration: pathlib.Path, plays_variations: bool) -> None:
        self._configuration = configuration
        self._variations = [] if plays_variations else ["--variations", "none"]
        self._reports: Dict["ContractFile", Union["Report", Exception]] = {}
        self.scenarios: Dict[str, List[Dict[str, Any]]] = {}
        for scenario in self._list():
            self.scenarios.setdefault(str(self._path(scenario["file"])), []).append(scenario)

    def _list(self, *arguments: str) -> List[Dict[str, Any]]:
        """Returns the scenarios that would run."""
        ended = self._run(["--list=json", *arguments], expects={0})
        with _fitting():
            return [{name: one[name] for name in LISTED} for one in json.loads(ended.stdout)]

    def _path(self, file: str) -> pathlib.Path:
        return pathlib.Path(os.path.normpath(self._configuration.parent / file))

    def _run(self, arguments: List[str], expects: "set[int]") -> "subprocess.CompletedProcess[str]":
        """Runs the program beside its configuration."""
        # Each run would write its own annotations and summary on GitHub.
        environment = {name: value for name, value in os.environ.items() if not name.startswith("GITHUB_")}
        try:
            command = [program(), "run", "--config", str(self._configuration), "--color", "never"]
            ended = subprocess.run(
                [*command, *self._variations, *arguments],
                cwd=self._configuration.parent,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
            )
        except (MissingProgram, OSError) as error:
            raise pytest.UsageError(f"contract-run: {error}") from error
        if ended.returncode < 0:
            raise pytest.UsageError(f"contract-run: the signal {-ended.returncode} ended it\n{ended.stderr.rstrip()}")
        if ended.returncode not in expects:
            raise pytest.UsageError(f"contract-run: exit status {ended.returncode}\n{ended.stderr.rstrip()}")
        return ended

    def report(self, contract: "ContractFile") -> "Report":
        """Returns the report of a contract. If it did not run yet, its selected scenarios run.

        All contracts whose scenarios are all selected run at once, because a driver then starts only once. With -x, and
        in a worker of xdist, which runs only some of its items, each contract runs on its own.
        """
        if contract not in self._reports:
            items = [item for item in contract.session.items if isinstance(item, ScenarioItem)]
            whole = [other for other in dict.fromkeys(item.contract for item in items) if other.is_whole]
            ends_early = contract.config.getoption("maxfail") or hasattr(contract.config, "workerinput")
            chosen = [contract] if ends_early or contract not in whole else [one for one in whole if one not in self._reports]
            filters = [] if contract.is_whole else [f"--filter={scenario['id']}" for scenario in contract.selected]
            report: Union[Report, Exception]
            try:
                report = self._ran([str(each.path) for each in chosen], filters)
            except pytest.UsageError as error:
                report = error
            self._reports.update({each: report for each in chosen})
        report = self._reports[contract]
        if isinstance(report, Exception):
            raise report
        return report

    def forget(self, contract: "ContractFile") -> None:
        """Lets a contract run again, alone, for its next report."""
        self._reports.pop(contract, None)

    def _ran(self, files: List[str], filters: List[str]) -> "Report":
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "report.json")
            ended = self._run(["--quiet", "--report", f"json={path}", *filters, *files], expects={0, 1, 3})
            with _fitting(), open(path, encoding="utf-8") as text:
                report = Report(json.load(text), ended.stderr)
        # Without a transport in the configuration, the driver decides, and the list had the variations of each transport.
        undecided = [
            scenario
            for file in files
            for scenario in self.scenarios[file]
            if scenario["transport"] is None and scenario["variation"] is not None
        ]
        for client in {scenario["client"] for scenario in undecided}:
            own = {scenario["id"] for scenario in undecided if scenario["client"] == client}
            for transport in {result["transport"] for result in report.results.values() if result["client"] == client}:
                listed = self._list(f"--client={client}", f"--transport={transport}", *files)
                report.left_out.update((id, transport) for id in own - {scenario["id"] for scenario in listed})
        return report

    def command(self, id: str, folder: pathlib.Path) -> str:
        """Returns the command that runs a scenario alone in a folder."""
        path = os.path.relpath(self._configuration, folder)
        configuration = [] if path == NAME else ["--config", path]
        return shlex.join(["contract-run", *configuration, "--filter", id])

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Passes to a worker of xdist what only its controller knows."""
        node.workerinput["contract_run_all"] = self.runs_all

    @pytest.hookimpl(optionalhook=True)
    def pytest_timeout_set_timer(self, item: pytest.Item) -> Optional[bool]:
        """Sets no timer of pytest-timeout: the first item runs many contracts, and each call has the program's timeout."""
        return True if isinstance(item, ScenarioItem) else None

    def pytest_collect_file(self, file_path: pathlib.Path, parent: pytest.Collector) -> Optional["ContractFile"]:
        if file_path.name.endswith(ENDING) and str(file_path) in self.scenarios:
            return ContractFile.from_parent(parent, path=file_path, contracts=self)
        return None

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, session: pytest.Session, items: List[pytest.Item]) -> None:
        """Adds the contracts that are in no folder of the tests, before options such as -k choose among all items."""
        found = {str(item.path) for item in items if isinstance(item, ScenarioItem)}
        for file in self.scenarios if self.runs_all else []:
            if file not in found and not _is_ignored(session.config, pathlib.Path(file)):
                contract = ContractFile.from_parent(session, path=pathlib.Path(file), contracts=self)
                items.extend(session.genitems(contract))


def _is_ignored(config: pytest.Config, path: pathlib.Path) -> bool:
    """Returns whether the options --ignore and --ignore-glob name a path or a folder above."""

    def absolute(option: str) -> List[str]:
        return [os.path.normpath(config.invocation_params.dir / text) for text in config.getoption(option) or []]

    places = [str(place) for place in (path, *path.parents)]
    ignored, globs = absolute("ignore"), absolute("ignore_glob")
    return any(place in ignored or any(fnmatch.fnmatch(place, glob) for glob in globs) for place in places)


@contextlib.contextmanager
def _fitting() -> Iterator[None]:
    """Turns what is wrong with an answer of the program into one line."""
    try:
        yield
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise pytest.UsageError(
            f"contract-run: {program()} does not answer as this plugin expects ({type(error).__name__}: {error}): "
            "install the program and the package contract_run in the same version"
        ) from None


class Report:
    """The JSON report of a run."""

    def __init__(self, report: Dict[str, Any], errors: str) -> None:
        if report["format"] != 1:
            raise pytest.UsageError(
                f"contract-run: its JSON report has the format {report['format']}, but this plugin reads 1: "
                "install the program and the package contract_run in the same version"
            )
        self.accepted: List[Dict[str, Any]] = report["accepted"]
        self.results: Dict[str, Dict[str, Any]] = {result["id"]: result for result in report["results"]}
        self.variations: List[Dict[str, Any]] = report["variations"]
        # What the program wrote to standard error, such as the output of a build step that failed.
        self.errors = errors.rstrip()
        # The variations that were listed, but that the driver's transport does not have, with this transport.
        self.left_out: Dict[str, str] = {}


class ContractFile(pytest.File):
    """A contract."""

    def __init__(self, *, contracts: Contracts, **named: Any) -> None:
        super().__init__(**named)
        self._contracts = contracts

    @property
    def scenarios(self) -> List[Dict[str, Any]]:
        """The scenarios and variations that were listed."""
        return self._contracts.scenarios[str(self.path)]

    @functools.cached_property
    def selected(self) -> List[Dict[str, Any]]:
        """Those of them that pytest will run."""
        return [item.scenario for item in self.session.items if isinstance(item, ScenarioItem) and item.contract is self]

    @property
    def is_whole(self) -> bool:
        """Whether all scenarios are selected."""
        return len(self.selected) == len(self.scenarios)

    def collect(self) -> Iterator["ScenarioItem"]:
        for scenario in self.scenarios:
            # pytest divides the ids of items at "::".
            name = scenario["id"].replace("::", ": :")
            yield ScenarioItem.from_parent(self, name=name, scenario=scenario)

    def report(self, again: bool) -> Report:
        if again:
            self._contracts.forget(self)
        return self._contracts.report(self)

    def command(self, id: str, folder: pathlib.Path) -> str:
        return self._contracts.command(id, folder)


class Failed(AssertionError):
    """The client did not do what the contract says. Reporters such as Allure take an AssertionError for a failure."""


class Errored(Exception):
    """Nothing is known about the client. Reporters take any other exception for a test that is broken."""


class ScenarioItem(pytest.Item):
    """A scenario, or one of its variations."""

    def __init__(self, *, scenario: Dict[str, Any], **named: Any) -> None:
        super().__init__(**named)
        self.scenario_id: str = scenario["id"]
        self.scenario = scenario
        # Not in each setup, because an item that is tried again would have it more than once.
        self.user_properties.append(("contract-run.id", self.scenario_id))
        self._result: Dict[str, Any] = {}
        self._is_again = False

    @property
    def contract(self) -> ContractFile:
        assert isinstance(self.parent, ContractFile)
        return self.parent

    def setup(self) -> None:
        # A plugin such as pytest-rerunfailures sets an item up again, to try it again.
        again, self._is_again = self._is_again, True
        try:
            report = self.contract.report(again)
        except pytest.UsageError as error:
            raise Errored(str(error)) from None
        if self.scenario_id in report.left_out:
            reason = f"{report.left_out[self.scenario_id]} does not have this variation"
            raise pytest.skip.Exception(reason, _use_item_location=True)
        result = self._found(report)
        if result is None:
            raise Errored(f"{self.scenario_id}: the contract changed after it was collected; run pytest again")
        self._result = result
        if result["status"] == "skipped":
            reason = result["reasons"][0]["summary"].removeprefix("skipped: ")
            raise pytest.skip.Exception(reason, _use_item_location=True)
        if result["status"] == "errored":
            raise Errored("\n".join(filter(None, [self._text(), report.errors])))
        for entry in report.accepted:
            if self.scenario_id in entry["scenarios"]:
                because = " ".join(filter(None, [entry["because"], entry.get("issue")]))
                self.add_marker(pytest.mark.xfail(reason=because, raises=Failed, strict=True))
            elif result["status"] == "passed" and entry["problem"] == "stale" and self._is_covered(entry):
                place = f"{entry['at']['file']}:{entry['at']['line']}"
                self.add_marker(pytest.mark.xfail(reason=f"{place}: remove this known issue", strict=True))

    def _found(self, report: Report) -> Optional[Dict[str, Any]]:
        """Returns this item's result; None if there is none."""
        if self.scenario["variation"] is None:
            return report.results.get(self.scenario_id)
        for varied in report.variations:
            if all(self.scenario[name] in (None, varied[name]) for name in MEMBERS):
                return self._varied(varied, report)
        return None

    def _varied(self, varied: Dict[str, Any], report: Report) -> Optional[Dict[str, Any]]:
        """Returns the result of this variation. A report lists only those that did not pass, and counts the others."""
        name = self.scenario["variation"]
        listed = next((result for result in varied["results"] if result["variation"] == name), None)
        if listed is not None or name in varied["notRun"]:
            return listed

        def count(scenarios: List[Dict[str, Any]]) -> int:
            """Returns how many of them are variations of the same scenario as this one."""
            same = [one for one in scenarios if all(one[name] == self.scenario[name] for name in MEMBERS)]
            return sum(one["variation"] is not None and one["id"] not in report.left_out for one in same)

        # A filter with the id of the scenario itself also plays the variations that are not selected.
        expected = (count(self.contract.selected), count(self.contract.scenarios))
        is_complete = varied["counts"]["passed"] + len(varied["results"]) in expected
        return {"status": "passed", "reasons": []} if is_complete else None

    def _is_covered(self, entry: Dict[str, Any]) -> bool:
        """Returns whether an accepted entry is about this scenario itself."""
        return self.scenario["variation"] is None and all(entry.get(name, "*") in ("*", self.scenario[name]) for name in MEMBERS)

    def runtest(self) -> None:
        if self._result["status"] in ("failed", "knownIssue"):
            raise Failed(self._text())

    def _text(self) -> str:
        """Returns the report of the scenario, as contract-run prints it."""
        place = os.path.relpath(self.path, self.config.invocation_params.dir)
        texts = [self.scenario_id, f"{place}:{self.scenario['line']}", *(reason["text"] for reason in self._result["reasons"])]
        alone = self.contract.command(self.scenario_id, self.config.invocation_params.dir)
        return "\n".join([*texts, f"run it alone: {alone}"])

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        return str(excinfo.value) if isinstance(excinfo.value, (Failed, Errored)) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> Tuple[Union["os.PathLike[str]", str], Optional[int], str]:
        return self.path, self.scenario["line"] - 1, self.scenario_id
