"""Errors of the package, as exceptions."""

from __future__ import annotations

import json
from typing import Any, NoReturn


class InputError(ValueError):
    """An input that is refused, with the file or object, the field with its position, and the reason.

    ``file`` is a path, or a word in its place (``Pool``, ``arguments``); ``field`` is a place such as ``demand[1][2]``, empty for the
    input as a whole; ``reason`` is the error there. The text of the exception is all three.
    """

    def __init__(self, file: str, field: str, reason: str) -> None:
        self.file, self.field, self.reason = file, field, reason
        super().__init__(": ".join(part for part in (file, field, reason) if part))

    def __reduce__(self) -> Any:
        return InputError, (self.file, self.field, self.reason)


class Refuse(Exception):
    """Raised by a mechanism for an instance that the rule is not meant for. The text gives the reason.

    A refusal is no failure: the instance is counted as refused, and not included in the verdict.
    """


class Interrupted(KeyboardInterrupt):
    """Ctrl-C while the engine worked. ``result`` is the result so far: a search that reports its interruption.

    At a prompt it is in ``sys.last_value.result``. It is None if a call of a function of one's own did not end.
    """

    def __init__(self, result: Any) -> None:
        found = "what was found so far is in .result (at a prompt: sys.last_value.result)"
        super().__init__(f"interrupted; {found if result is not None else 'a call of the function did not end, so there is no result'}")
        self.result = result


def raise_native(error: ValueError) -> NoReturn:
    """An error of the native module, whose text is JSON, as an :class:`InputError`."""
    try:
        inner = json.loads(str(error))["error"]
    except (ValueError, KeyError, TypeError):
        raise error from None
    raise InputError(inner["file"], inner["field"], inner["reason"]) from None
