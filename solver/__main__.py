"""``python -m solver NAME``: the commands of the engine."""

from solver.management.program import main

if __name__ == "__main__":
    main()
