import json
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def published():
    """Results of the literature on 4 pegs and 6 colors; the file names their sources."""
    return json.loads((Path(__file__).parent / "classic.json").read_text())
