"""Secret URLs for programs that cannot log in.

They are signed, so they need no database row. The URL of an account expires when its password
changes.
"""

from contextlib import suppress

from django.core.signing import BadSignature, Signer

from games.models import Player


def feed_key_of(player: Player) -> str:
    return _signer_of(player).sign(player.public_id)


def player_with_feed_key(key: str) -> Player | None:
    """Return the player with this key; None if the key is invalid."""
    public_id = key.partition(Signer().sep)[0].replace("\0", "")  # PostgreSQL refuses a NUL
    player = Player.objects.filter(public_id=public_id).select_related("user").first()
    if player:
        with suppress(BadSignature):
            _signer_of(player).unsign(key)
            return player
    return None


def _signer_of(player: Player) -> Signer:
    return Signer(salt=f"feed {player.user.password if player.user else 'of a guest'}")
