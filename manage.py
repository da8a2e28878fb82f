#!/usr/bin/env python
"""Run a command of the site or of the engine: ``python manage.py help`` lists them."""

import os
import sys

from django.core.management import execute_from_command_line
from django.db import DatabaseError, OperationalError

from mastermind_site.environment import WrongSettings
from solver.management.terminal import drop_output, write_plainly

if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        write_plainly(stream)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mastermind_site.settings")
    try:
        try:
            execute_from_command_line(sys.argv)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        drop_output()
    except WrongSettings as wrong:
        sys.exit(str(wrong))
    except DatabaseError as error:
        is_ours = not isinstance(error, OperationalError) and "not a database" not in str(error)
        if is_ours or "--traceback" in sys.argv:
            raise
        sys.exit(f"The database that DATABASE_URL names cannot be used: {error}")
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        sys.exit(130)  # the status of an interrupted program
