"""The shell of the command line: dispatch, common options, and one mapping for every error."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tmf_memory import __version__
from tmf_memory.cli.catalog import Catalog, Entry
from tmf_memory.cli.main import main

CATALOG = Catalog(
    "tests.fakes.commands",
    (
        Entry("echo", "say the words again"),
        Entry("fail-with", "fail"),
        Entry("nested", "do one of several things"),
        Entry("mute", "declare nothing"),
    ),
)

Capture = pytest.CaptureFixture[str]


def run(line: str) -> int:
    return main(line.split(), catalog=CATALOG)


@pytest.mark.parametrize(
    ("line", "stdout"),
    [
        ("echo a b", "a b 10 None\n"),
        ("echo a --limit 3", "a 3 None\n"),
        ("echo a --repo x", "a 10 x\n"),
        ("--repo x echo a", "a 10 x\n"),
        ("--repo=x echo a", "a 10 x\n"),
        ("--repo x echo -- --limit", "--limit 10 x\n"),
        ("nested scan-thoroughly --deep", "scan-thoroughly True\n"),
    ],
)
def test_command_is_found_and_run(line: str, stdout: str, capsys: Capture) -> None:
    assert run(line) == 0
    assert capsys.readouterr().out == stdout


@pytest.mark.parametrize("line", ["echo a --json", "--json echo a"])
def test_json_prints_one_document_and_notes_stay_beside_it(line: str, capsys: Capture) -> None:
    assert run(line) == 0
    out, err = capsys.readouterr()
    assert json.loads(out) == {"words": "a", "limit": 10, "repo": None}
    assert err == "a note\n"


def test_exit_code_is_the_commands(capsys: Capture) -> None:
    assert run("echo --code 1") == 1
    assert capsys.readouterr().err == "a note\n"


@pytest.mark.parametrize(
    ("line", "code", "stderr"),
    [
        ("", 2, "error: no command given (see tmf --help) [usage]\n"),
        ("--json", 2, "error: no command given (see tmf --help) [usage]\n"),
        ("zzz", 2, "error: unknown command 'zzz' (see tmf --help) [usage]\n"),
        (
            "ecko",
            2,
            "error: unknown command 'ecko'; did you mean 'echo'? (see tmf --help) [usage]\n",
        ),
        (
            "echo --limot 3",
            2,
            "error: unrecognized argument '--limot'; did you mean '--limit'?"
            " (see tmf echo --help) [usage]\n",
        ),
        (
            "echo --lim 3",
            2,
            "error: unrecognized argument '--lim'; did you mean '--limit'?"
            " (see tmf echo --help) [usage]\n",
        ),
        (
            "nested scan-thoroughly --dep",
            2,
            "error: unrecognized argument '--dep'; did you mean '--deep'?"
            " (see tmf nested --help) [usage]\n",
        ),
        (
            "echo --limit 0",
            2,
            "error: argument --limit: '0' is not a whole number of at least 1"
            " (see tmf echo --help) [usage]\n",
        ),
        (
            "echo --limit x",
            2,
            "error: argument --limit: 'x' is not a whole number of at least 1"
            " (see tmf echo --help) [usage]\n",
        ),
        (
            "--zzzz echo",
            2,
            "error: unrecognized argument '--zzzz' (see tmf echo --help) [usage]\n",
        ),
        (
            "nested scan-thorougly",
            2,
            "error: argument ACTION: invalid choice 'scan-thorougly';"
            " did you mean 'scan-thoroughly'? (see tmf nested --help) [usage]\n",
        ),
        (
            "fail-with zzz",
            2,
            "error: argument how: invalid choice 'zzz' (choose from ambiguous, bug, interrupt,"
            " not-found, recursion, usage) (see tmf fail-with --help) [usage]\n",
        ),
        (
            "nested",
            2,
            "error: the following arguments are required: ACTION (see tmf nested --help) [usage]\n",
        ),
        ("fail-with usage", 2, "error: not like this [usage]\n"),
        ("fail-with not-found", 1, "error: nothing is called 'x' [not-found]\n"),
        (
            "fail-with ambiguous",
            1,
            "error: 'run' is ambiguous: 2 candidates [ambiguous]\n  a.py:run\n  b.py:run\n",
        ),
        ("fail-with interrupt", 130, "interrupted\n"),
        (
            "mute",
            3,
            "error: tests.fakes.commands.mute must declare COMMAND named 'mute' [registration]\n",
        ),
    ],
)
def test_error_is_mapped_by_its_class(line: str, code: int, stderr: str, capsys: Capture) -> None:
    assert run(line) == code
    if "--json" not in line:
        assert capsys.readouterr() == ("", stderr)


def test_error_is_a_document_with_json(capsys: Capture) -> None:
    assert run("fail-with ambiguous --json") == 1
    assert json.loads(capsys.readouterr().out) == {
        "error": "ambiguous",
        "message": "'run' is ambiguous: 2 candidates",
        "candidates": ["a.py:run", "b.py:run"],
    }


@pytest.mark.parametrize("line", ["echo --limit x --json", "zzz --json"])
def test_bad_arguments_are_a_document_with_json(line: str, capsys: Capture) -> None:
    assert run(line) == 2
    assert json.loads(capsys.readouterr().out)["error"] == "usage"


@pytest.mark.parametrize("how", ["bug", "recursion"])
def test_bug_is_logged_and_named_without_a_traceback(
    how: str, capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert run(f"fail-with {how}") == 3
    out, err = capsys.readouterr()
    (log,) = (tmp_path / "tmf").glob("crash-*.log")
    assert out == ""
    assert str(log) in err
    assert "secret detail" not in err
    assert "Traceback" not in err
    text = log.read_text(encoding="utf-8")
    assert f"tmf-memory {__version__}\n" in text
    assert f"arguments: ['fail-with', '{how}']\n" in text
    assert "Traceback" in text


def test_bug_is_a_document_with_json(capsys: Capture) -> None:
    assert run("fail-with bug --json") == 3
    assert json.loads(capsys.readouterr().out)["error"] == "bug"


@pytest.mark.parametrize("line", ["--version", "--repo x --version"])
def test_version(line: str, capsys: Capture) -> None:
    assert run(line) == 0
    assert capsys.readouterr().out == f"tmf {__version__}\n"


@pytest.mark.parametrize("line", ["--help", "-h", "help", "--help echo"])
def test_general_help_lists_every_command(line: str, capsys: Capture) -> None:
    assert run(line) == 0
    out = capsys.readouterr().out
    assert "  echo       say the words again\n  fail-with  fail\n" in out


@pytest.mark.parametrize("line", ["echo --help", "help echo"])
def test_help_of_one_command(line: str, capsys: Capture) -> None:
    assert run(line) == 0
    assert capsys.readouterr().out == (
        "usage: tmf echo [-h] [--limit LIMIT] [--code CODE] [--repo PATH] [--json]\n"
        "                [word ...]\n"
        "\n"
        "Say the words again.\n"
        "\n"
        "positional arguments:\n"
        "  word\n"
        "\n"
        "options:\n"
        "  -h, --help     show this help message and exit\n"
        "  --limit LIMIT\n"
        "  --code CODE\n"
        "\n"
        "common options:\n"
        "  --repo PATH    repository to work on (default: the one around the current\n"
        "                 directory)\n"
        "  --json         print one JSON document instead of text\n"
    )


def test_help_of_sub_commands_is_the_same_on_every_python(capsys: Capture) -> None:
    assert run("nested --help") == 0
    assert capsys.readouterr().out == (
        "usage: tmf nested [-h] ACTION ...\n"
        "\n"
        "Do one of several things.\n"
        "\n"
        "positional arguments:\n"
        "  ACTION\n"
        "    scan-thoroughly  look\n"
        "\n"
        "options:\n"
        "  -h, --help         show this help message and exit\n"
    )


def _tmf(*arguments: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    script = (
        "import sys\nfrom tests.cli.test_main import CATALOG\n"
        "from tmf_memory.cli.main import main\nsys.exit(main(catalog=CATALOG))"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "LC_ALL": "C"}
    return subprocess.run(
        [sys.executable, "-c", script, *arguments],
        env=environment,
        stderr=subprocess.PIPE,
        check=False,
        **options,  # type: ignore[call-overload]
    )


def test_output_is_utf8_in_any_locale_and_a_raw_byte_is_shown() -> None:
    done = _tmf("echo", "naïve", os.fsdecode(b"caf\xe9"), stdout=subprocess.PIPE)
    assert done.stdout == "naïve caf\\udce9 10 None\n".encode()
    assert done.returncode == 0


def test_reader_that_went_away_is_no_error() -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    try:
        done = _tmf("echo", "a" * 100_000, "--code", "1", stdout=write_end)
    finally:
        os.close(write_end)
    assert (done.returncode, done.stderr) == (1, b"a note\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_full_disk_is_an_error() -> None:
    with Path("/dev/full").open("wb") as full:
        done = _tmf("echo", "a", stdout=full)
    assert done.returncode == 1
    assert b"could not be written" in done.stderr
    assert b"[output]" in done.stderr


def test_starting_imports_no_command_and_nothing_heavy() -> None:
    heavy = ["asyncio", "tempfile", "shutil", "difflib", "traceback", "tmf_memory.cli.crash"]
    script = (
        "import sys; before = set(sys.modules)\n"
        "import tmf_memory.cli.main\n"
        f"print([name for name in {heavy!r} if name in set(sys.modules) - before],"
        " [name for name in sys.modules if name.startswith('tmf_memory.codegraph')])"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", script],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        check=True,
        text=True,
    )
    assert done.stdout == "[] []\n"
