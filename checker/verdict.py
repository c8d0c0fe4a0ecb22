"""The ways in which a judgement ends other than with acceptance.

`Refused`: a record is wrong at a named field. `NotCovered`: the pages do not determine an expected value; such records are counted under
the name of the missing value and are never passed over silently.
"""


class Refused(Exception):
    """The record is wrong: the dotted name of the field, and the reason in one line."""

    def __init__(self, field, reason):
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.reason = reason


class NotCovered(Exception):
    """The pages do not determine the answer, or only the original algorithm can show it."""

    def __init__(self, kind, reason):
        super().__init__(f"{kind}: {reason}")
        self.kind = kind
        self.reason = reason


def require(condition, field, reason):
    """Refuses at `field` for `reason` unless the condition is true."""
    if not condition:
        raise Refused(field, reason)
