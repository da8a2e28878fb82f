"""A backup of a real server under load, restored elsewhere, against the ledger of the players."""

from time import sleep

from django.conf import settings

from tests.torture.server import Ledger, kept_in, missing, players, serving


def test_nothing_acknowledged_before_a_backup_is_missing_where_it_is_restored(tmp_path):
    """The control: what was acknowledged after it is missing there."""
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    before, after = Ledger(), Ledger()
    with serving(here, VAR_DIR=str(here), STATIC_DIR=str(settings.STATIC_ROOT)) as server:
        with players(server, before):
            sleep(3)
        with players(server, after):
            sleep(1)
            server.manage("backup", str(tmp_path / "kept"))
            sleep(1)
    server.env |= {"DATABASE_URL": f"sqlite:///{there}/games.sqlite3", "VAR_DIR": str(there)}
    server.manage("restore", str(tmp_path / "kept"))
    kept = kept_in(there / "games.sqlite3")
    print(
        f"{len(before.guesses)} guesses before, {len(missing(after, kept))} missing of later ones"
    )
    assert len(before.guesses) > 10
    assert missing(before, kept) == []
    assert missing(after, kept)
    assert (there / "secret-key").read_text() == (here / "secret-key").read_text()
