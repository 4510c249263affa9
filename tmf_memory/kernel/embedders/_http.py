"""One POST of JSON over the standard library, every failure named."""

from __future__ import annotations

import json
from collections.abc import Mapping

from tmf_memory.kernel.errors import EmbedderError

_MAX_BYTES = 256 * 1024 * 1024


class StatusError(EmbedderError):
    """Indicates an answer with an HTTP status that is no success."""

    def __init__(self, url: str, status: int) -> None:
        super().__init__(f"{url} answered with HTTP status {status}")
        self.status = status


def post_json(url: str, body: object, headers: Mapping[str, str], *, timeout_s: float) -> object:
    """Return the JSON that a service answers with; raises EmbedderError.

    A redirect is refused: texts go only where they were meant to go.
    """
    import urllib.error  # a heuristic run never needs it
    import urllib.request

    class NoRedirect(urllib.request.HTTPRedirectHandler):
        """Refuses to follow."""

        def redirect_request(self, *_: object, **__: object) -> None:
            return None

    if not url.startswith(("http://", "https://")):
        raise EmbedderError(f"{url!r} is no http address")
    request = urllib.request.Request(
        url,
        data=json.dumps(body).encode(),
        headers={"Content-Type": "application/json", **headers},
        method="POST",
    )
    try:
        with urllib.request.build_opener(NoRedirect).open(request, timeout=timeout_s) as answer:
            data = answer.read(_MAX_BYTES + 1)
    except urllib.error.HTTPError as error:
        error.close()
        raise StatusError(url, error.code) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        raise EmbedderError(f"{url} does not answer: {reason}") from error
    if len(data) > _MAX_BYTES:
        raise EmbedderError(f"{url} answers without end")
    try:
        document: object = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise EmbedderError(f"{url} answers with something that is not JSON") from error
    return document
