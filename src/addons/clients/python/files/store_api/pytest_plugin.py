"""pytest fixtures: a server for the run of the tests, and a separate shop for each test.

    def test_an_order(store_api):
        order = store_api.control.place_order({"customer_id": 1, "items": [{"sku": "mug-01", "qty": 2}]})
        store_api.shop.sales_order.hold(order_increment_id=order["increment_id"])
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import uuid
from typing import Any, Generator, Iterator, List, NamedTuple

import pytest

from ._control import ControlError
from .control import Control
from .control_types import RecordedCall, RecordedChange
from .shop import Shop


class StoreApi(NamedTuple):
    """A separate shop, isolated from other tests."""

    shop: Shop
    control: Control
    url: str
    """The address of the server."""
    sandbox: str
    """The name of this shop. Other clients send it in the header ``X-Sandbox``."""


_command = "npx --no-install --offline store-api"
"""Never asks a registry: the name store-api alone belongs to nobody there."""

_advice = "install the package store-management-api in this folder, or set STORE_API_COMMAND or STORE_API_URL"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini(
        "store_api_command",
        "What starts a server, unless STORE_API_URL or STORE_API_COMMAND is set; settings may follow, such as --dataset ./shop.yaml.",
        default=_command,
    )
    parser.addini("store_api_user", "The API user of the tests and the key, as user:key.", default="admin:admin123")


_coverage = pytest.StashKey[List[str]]()
"""What the tests called of servers that this run has started, one line for each."""


def pytest_configure(config: pytest.Config) -> None:
    # A failed test shows its own lines, not those of the client.
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == __name__.partition(".")[0]:
            setattr(module, "__tracebackhide__", True)
    lines: List[str] = []
    config.stash[_coverage] = lines


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """With pytest-xdist: a worker, which has a server of its own and prints nothing, hands over its line."""
    node.config.stash[_coverage] += getattr(node, "workeroutput", {}).get("store_api_coverage", [])


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for line in config.stash[_coverage]:
        terminalreporter.write_line(line)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, None]:
    """Adds to the report of a failed test what it called."""
    outcome = yield
    report: pytest.TestReport = outcome.get_result()
    given = getattr(item, "funcargs", {}).get("store_api")
    if call.when == "call" and report.failed and isinstance(given, StoreApi):
        if text := _calls_text(given.control):
            report.sections.append(("calls of the shop", text))


def _calls_text(control: Control) -> str:
    """The latest calls, oldest first, one per line; with STORE_API_CHANGES=1, below each what it has changed."""
    try:
        calls = control.list_calls(limit=50)
    except ControlError as error:
        return str(error)
    calls.reverse()
    lines: List[str] = []
    for call in calls:
        if call["door"] != "control":
            lines.append(_call_text(call))
            if os.environ.get("STORE_API_CHANGES") == "1":
                lines += _change_lines(control, call["number"])
    aside = [f"{one['number']} {one['operation']}" for one in calls if one["door"] == "control"]
    if lines and aside:
        lines.append(f"and of the test control: {', '.join(aside)}")
    return "\n".join(lines)


def _change_lines(control: Control, number: int) -> List[str]:
    """What a call has changed, one member per line; nothing if that is no longer kept."""
    try:
        return [f"  {_change_text(one)}" for one in control.list_call_changes(number=number)]
    except ControlError:
        return []


def _change_text(change: RecordedChange) -> str:
    record, before, after = f"{change['collection']}/{change['id']}", change["before"], change["after"]
    if change["member"] is None:
        return f"{record} {'created' if before is None else 'deleted'}"
    return f"{record} {change['member']} {_value_text(before)} → {_value_text(after)}"


def _value_text(value: object) -> str:
    """A value in a line: JSON, truncated."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text if len(text) <= 300 else f"{text[:300]}…"


def _call_text(call: RecordedCall) -> str:
    error = call["error"]
    outcome = "ok" if call["outcome"] == "result" else str(call["outcome"])
    if error:
        why = f" {call['problem']}" if call["operation"] and call["problem"] else ""
        outcome = f"{call['fault'] or error['code']}: {error['message']}{why}"
    ignored = f"; ignored: {', '.join(call['ignored'])}" if call["ignored"] else ""
    forced = f" (forced by rule {call['rule']})" if call["forced"] else ""
    what = call["operation"] or f"no operation: {call['problem'] or ''}"
    return f"{call['number']} {what} {_value_text(call['arguments'])} by {call['caller'] or 'nobody'} → {outcome}{forced}{ignored}"


@pytest.fixture(scope="session")
def store_api_url(pytestconfig: pytest.Config) -> Iterator[str]:
    """The address of the server: STORE_API_URL, which ``store-api exec`` sets, or a server that ends with the tests."""
    given = os.environ.get("STORE_API_URL")
    if given:
        if not given.startswith(("http://", "https://")):
            raise pytest.UsageError(f"STORE_API_URL is {given!r}, not an address such as http://127.0.0.1:8080")
        yield given
        return
    command = shlex.split(os.environ.get("STORE_API_COMMAND") or f"{pytestconfig.getini('store_api_command')}")
    command += ["--port", "0", "--storage", "memory:", "--log-level", "warn", "--stop-with-parent"]
    # It stops when its standard input ends, which happens however these tests end.
    try:
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    except OSError as error:
        raise pytest.UsageError(f"STORE_API_COMMAND cannot be run: {error}; {_advice}") from None
    with process as server:
        assert server.stdin and server.stdout
        try:
            url = _address(server)
            yield url
            lines = _coverage_lines(url)
            pytestconfig.stash[_coverage] += lines
            # Only a worker of pytest-xdist has it.
            getattr(pytestconfig, "workeroutput", {})["store_api_coverage"] = lines
        finally:
            server.stdin.close()


def _coverage_lines(url: str) -> List[str]:
    with Control(url) as control:
        coverage = control.get_coverage()
    shares = {
        "operations": coverage["operations"],
        "faults": coverage["faults"],
        "parameters": coverage["parameters"],
    }
    parts = [f"{one['covered']} of {one['all']} {name} ({one['percent']} %)" for name, one in shares.items()]
    unused = coverage["rules_never_used"]
    return [f"Coverage: {', '.join(parts)}."] + ([f"Rules that no call used: {'; '.join(unused)}."] if unused else [])


def _address(server: subprocess.Popen[str]) -> str:
    printed = ""
    for line in server.stdout or ():
        printed += line
        if found := re.search(r"is ready on (https?://\S+)", line):
            return found[1]
    raise pytest.UsageError(f"{shlex.join(map(str, server.args))} did not start. If the program is missing, {_advice}. {printed}")  # type: ignore[arg-type]


@pytest.fixture
def store_api(store_api_url: str, pytestconfig: pytest.Config) -> Iterator[StoreApi]:
    """A sandbox of the server, with its own clients; it is removed after the test."""
    name = f"pytest-{uuid.uuid4().hex[:12]}"
    user, _, key = f"{pytestconfig.getini('store_api_user')}".partition(":")
    with Control(store_api_url) as house:
        house.create_sandbox({"name": name})
        try:
            with (
                Shop(store_api_url, user, key, headers={"X-Sandbox": name}) as shop,
                Control(store_api_url, sandbox=name) as control,
            ):
                yield StoreApi(shop, control, store_api_url, name)
        finally:
            house.delete_sandbox(name=name)
