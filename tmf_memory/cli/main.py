"""`tmf`: find the command, run it, and map every error once."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence

from tmf_memory import __version__
from tmf_memory.cli.catalog import CATALOG, Catalog, Entry
from tmf_memory.cli.commands.base import Command, add_common_options
from tmf_memory.cli.output import Output
from tmf_memory.cli.parser import CommandParser, HelpRequestedError, nearest
from tmf_memory.kernel.errors import AmbiguousNameError, RegistrationError, TmfError, UsageError

_INTERRUPTED = 130
_BUG = 3


def main(arguments: Sequence[str] | None = None, *, catalog: Catalog = CATALOG) -> int:
    """Run one command line and return its exit code; nothing is raised."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    output = Output.standard(as_json="--json" in given)
    try:
        code = _dispatch(given, output, catalog)
    except HelpRequestedError as request:
        output.raw(str(request))
        code = 0
    except TmfError as error:
        candidates = error.candidates if isinstance(error, AmbiguousNameError) else ()
        output.error(error.slug, str(error), candidates)
        code = error.exit_code
    except KeyboardInterrupt:
        output.note("interrupted")
        code = _INTERRUPTED
    except Exception as error:
        code = _report_bug(error, given, output)
    failure = output.flush()
    if failure:
        output.note(f"error: the answer could not be written: {failure} [output]")
        code = code or 1
    return code


def memory_lint_main() -> int:
    """Run `memory-lint …`, which is `tmf memory-lint …`."""
    given = sys.argv[1:]
    return main(given if given == ["--version"] else ["memory-lint", *given])


def build_parser(command: Command) -> CommandParser:
    """Return the parser of one command."""
    parser = CommandParser(prog=f"tmf {command.name}", description=command.help)
    command.configure(parser)
    if command.common:
        add_common_options(parser)
    return parser


def load_command(entry: Entry, package: str) -> Command:
    """Import one command module and return what it declares."""
    module = importlib.import_module(f"{package}.{entry.module}")
    command = getattr(module, "COMMAND", None)
    if not isinstance(command, Command) or command.name != entry.name:
        raise RegistrationError(f"{module.__name__} must declare COMMAND named {entry.name!r}")
    return command


def general_help(catalog: Catalog) -> str:
    """Render `tmf --help`."""
    width = max((len(entry.name) for entry in catalog.entries), default=0)
    rows = "\n".join(f"  {entry.name:<{width}}  {entry.summary}" for entry in catalog.entries)
    return (
        "usage: tmf <command> [options]\n\n"
        "Memory that coding agents can trust: claims about a repository, bound to its source.\n\n"
        f"commands:\n{rows}\n\n"
        "`tmf <command> --help` explains one command. Every command takes --repo PATH and --json.\n"
    )


def _dispatch(given: list[str], output: Output, catalog: Catalog) -> int:
    leading, name, rest = _split(given)
    if "--help" in leading or "-h" in leading or name == "help":
        if name == "help" and rest:
            name, leading, rest = rest[0], [], ["--help"]
        else:
            raise HelpRequestedError(general_help(catalog))
    if "--version" in leading:
        output.raw(f"tmf {__version__}\n")
        return 0
    if not name:
        raise UsageError("no command given (see tmf --help)")
    entry = catalog.find(name)
    if entry is None:
        hint = nearest(name, [known.name for known in catalog.entries])
        raise UsageError(f"unknown command {name!r}{hint} (see tmf --help)")
    command = load_command(entry, catalog.package)
    parsed = build_parser(command).parse_strictly(_hoist(leading, rest))
    output.as_json = bool(getattr(parsed, "json", False))
    return command.run(parsed, output)


def _split(given: list[str]) -> tuple[list[str], str, list[str]]:
    """Split into options before the command, the command, and the rest."""
    index = 0
    while index < len(given) and given[index].startswith("-"):
        index += 2 if given[index] == "--repo" else 1
    name = given[index] if index < len(given) else ""
    return given[:index], name, given[index + 1 :]


def _hoist(leading: list[str], rest: list[str]) -> list[str]:
    """Put options written before the command where the command's parser reads them."""
    end = rest.index("--") if "--" in rest else len(rest)
    return [*rest[:end], *leading, *rest[end:]]


def _report_bug(error: Exception, given: list[str], output: Output) -> int:
    from tmf_memory.cli.crash import write_crash_log  # only a bug pays for these imports
    from tmf_memory.kernel.settings import read_settings

    log = write_crash_log(error, given, read_settings().state_home)
    where = f"details are in {log}" if log else "the crash log could not be written"
    output.error("bug", f"internal error ({type(error).__name__}); {where}")
    return _BUG
