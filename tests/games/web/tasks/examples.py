"""Tasks that only the tests have: a task is found by where it is written."""

from django.db import OperationalError

from games.web.tasks import LONG, SHORT, task

seen: list[str] = []


@task(queue_name=SHORT)
def note(text: str) -> str:
    seen.append(text)
    return text


@task(queue_name=LONG)
def think(text: str) -> None:
    seen.append(text)


@task(queue_name=SHORT)
def stumble() -> None:
    raise ValueError("the secret is 1122")


@task(queue_name=SHORT)
def find_it_locked() -> None:
    raise OperationalError("database is locked")
