"""How a judgement ends other than with acceptance.

`Refused` says that a record is wrong, and where. `NotCovered` says that the pages do not determine what would have to be compared;
such records are counted under the name of what is missing and are never passed over silently.
"""


class Refused(Exception):
    """The record is wrong: the dotted name of the field, and the reason in one line."""

    def __init__(self, field, reason):
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.reason = reason


class NotCovered(Exception):
    """The pages do not determine the answer, or say that nothing short of the original algorithm shows it."""

    def __init__(self, kind, reason):
        super().__init__(f"{kind}: {reason}")
        self.kind = kind
        self.reason = reason


def require(condition, field, reason):
    """Refuses at `field` for `reason` unless the condition is true."""
    if not condition:
        raise Refused(field, reason)
