"""docs/limits.md says how much one IP address can write to each table, and what deletes the
rows.
"""

import re
from pathlib import Path

from django.apps import apps

PAGE = (Path(__file__).parents[3] / "docs/limits.md").read_text()
TABLE = PAGE.partition("## What an address can leave behind")[2]
# Only moderators or the site write to these tables.
OF_THE_SITE = {
    *("LogEntry", "Permission", "Group", "Group_permissions", "User_groups"),
    *("User_user_permissions", "ContentType", "TaskWorker", "Recurrence"),
}


def test_every_table_limits_new_rows_per_ip_address():
    named = set(re.findall(r"`([A-Z]\w+)`", TABLE))
    there = {model.__name__ for model in apps.get_models(include_auto_created=True)}
    assert named == there - OF_THE_SITE


def test_every_table_has_a_rule_that_deletes_its_rows():
    rows = [line.strip("| ").split(" | ") for line in TABLE.splitlines() if line.startswith("| `")]
    assert len(rows) > 5
    assert all(len(cells) == 4 and all(cells) for cells in rows)
