"""Tasks for tests; they have a module because the worker imports tasks by name."""

from django.db import OperationalError

from games.web.tasks import LAB, URGENT, task

seen: list[str] = []


@task(queue_name=URGENT)
def note(text: str) -> str:
    seen.append(text)
    return text


@task(queue_name=LAB)
def think(text: str) -> None:
    seen.append(text)


@task(queue_name=URGENT)
def stumble() -> None:
    raise ValueError("the secret is 1122")


@task(queue_name=URGENT)
def find_it_locked() -> None:
    raise OperationalError("database is locked")
