"""Run the commands of the engine: ``python -m solver NAME``."""

from solver.management.program import main

if __name__ == "__main__":
    main()
