"""What can go wrong, as exceptions."""

from __future__ import annotations

import json
from typing import Any, NoReturn


class InputError(ValueError):
    """An input that cannot be taken: which file or object, which field and position, and why.

    ``file`` is a path, or what stands for it (``Pool``, ``arguments``); ``field`` is a place such as ``demand[1][2]``,
    empty for the input as a whole; ``reason`` is what is wrong there. The text of the exception is all three.
    """

    def __init__(self, file: str, field: str, reason: str) -> None:
        self.file, self.field, self.reason = file, field, reason
        super().__init__(": ".join(part for part in (file, field, reason) if part))

    def __reduce__(self) -> Any:
        return InputError, (self.file, self.field, self.reason)


class Refuse(Exception):
    """Raised by a mechanism: this instance is not one that the rule is meant for. The text says why.

    A refusal is no failure: the instance is counted as refused, and left out of the verdict.
    """


class Interrupted(KeyboardInterrupt):
    """Ctrl-C while the engine worked. ``result`` is what there was: a search that says it was interrupted.

    At a prompt it is in ``sys.last_value.result``.
    """

    def __init__(self, result: Any) -> None:
        super().__init__("interrupted; what was found so far is in .result (at a prompt: sys.last_value.result)")
        self.result = result


def raise_native(error: ValueError) -> NoReturn:
    """An error of the native module, whose text is JSON, as an :class:`InputError`."""
    try:
        inner = json.loads(str(error))["error"]
    except (ValueError, KeyError, TypeError):
        raise error from None
    raise InputError(inner["file"], inner["field"], inner["reason"]) from None
