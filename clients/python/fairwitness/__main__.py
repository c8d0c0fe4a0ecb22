"""``python -m fairwitness`` is the program ``verify``."""

import signal
import sys

from ._engine import program

if __name__ == "__main__":
    # The program ends on Ctrl-C and on a closed pipe by its own rules.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(program(sys.argv[1:]))
