"""Small tools that show one behaviour each; what the protocol tests are run with."""

from __future__ import annotations

import threading
import time

from tmf_memory.kernel.errors import AmbiguousNameError, NotFoundError
from tmf_memory.mcp.engines import Engines, Progress
from tmf_memory.mcp.messages import Json, Object
from tmf_memory.mcp.tool import (
    CODE,
    LINT,
    NUMBER,
    OBJECT,
    TEXT,
    Tool,
    integer,
    string,
)


def _echo(engines: Engines, arguments: Object, progress: Progress) -> Object:
    return {"text": arguments["text"], "times": arguments["times"]}


def waiting(release: threading.Event) -> Tool:
    """Return a tool that works in small steps until it is released or cancelled."""

    def run(engines: Engines, arguments: Object, progress: Progress) -> Object:
        steps = 0
        while not release.wait(0.002):
            steps += 1
            progress(steps)
        return {"steps": steps}

    return Tool("wait", "Wait", "Waits.", CODE, run, {}, (), {"steps": NUMBER})


def _count(engines: Engines, arguments: Object, progress: Progress) -> Object:
    total = arguments["total"]
    assert isinstance(total, int)
    for done in range(1, total + 1):
        progress(done, total, f"file {done}")
        progress(done - 1, total, "goes back")
        time.sleep(0.001)
    return {"counted": total}


def _refuse(engines: Engines, arguments: Object, progress: Progress) -> Object:
    raise NotFoundError("nothing is called 'x'; call tmf_retrieve first")


def _ambiguous(engines: Engines, arguments: Object, progress: Progress) -> Object:
    raise AmbiguousNameError("f", ("a.py:f", "b.py:f"))


def _break(engines: Engines, arguments: Object, progress: Progress) -> Object:
    raise KeyError("a bug")


def _nan(engines: Engines, arguments: Object, progress: Progress) -> Object:
    return {"number": float("nan")}


def _surrogate(engines: Engines, arguments: Object, progress: Progress) -> Object:
    return {"text": "a\udc80b\u2028\n"}


def _status(engines: Engines, arguments: Object, progress: Progress) -> Object:
    return {"files": 3}


def _explain(engines: Engines, arguments: Object, progress: Progress) -> Object:
    if arguments["claim_id"] == "unknown":
        raise NotFoundError("no claim has this id")
    claim: Json = {"id": arguments["claim_id"]}
    return {"claim": claim}


ECHO = Tool(
    name="echo",
    title="Echo",
    description="Says it again.",
    group=CODE,
    run=_echo,
    takes={"text": string("What to say", maxLength=20), "times": integer(1, 1, 9)},
    required=("text",),
    returns={"text": TEXT, "times": NUMBER},
)
COUNT = Tool(
    name="count",
    title="Count",
    description="Counts, with progress.",
    group=CODE,
    run=_count,
    takes={"total": integer(3, 1, 1000)},
    required=(),
    returns={"counted": NUMBER},
)
EXPLAIN = Tool(
    name="tmf_explain",
    title="Explain",
    description="Explains a claim.",
    group=CODE,
    run=_explain,
    takes={"claim_id": string("A claim")},
    required=("claim_id",),
    returns={"claim": OBJECT},
)
STATUS = Tool("tmf_status", "Status", "Counts files.", CODE, _status, {}, (), {"files": NUMBER})
REFUSE = Tool("refuse", "Refuse", "Finds nothing.", CODE, _refuse, {}, (), {"text": TEXT})
AMBIGUOUS = Tool("ambiguous", "Two", "Finds two.", CODE, _ambiguous, {}, (), {"text": TEXT})
BREAK = Tool("break", "Break", "Has a bug.", CODE, _break, {}, (), {"text": TEXT})
NAN = Tool("nan", "NaN", "Is no JSON.", CODE, _nan, {}, (), {"number": NUMBER})
SURROGATE = Tool("surrogate", "Half", "Is no text.", CODE, _surrogate, {}, (), {"text": TEXT})
WRITE = Tool(
    "write",
    "Write",
    "Changes things.",
    LINT,
    _status,
    {},
    (),
    {"files": NUMBER},
    is_read_only=False,
)
TOOLS = (AMBIGUOUS, BREAK, COUNT, ECHO, NAN, REFUSE, STATUS, EXPLAIN, SURROGATE, WRITE)
