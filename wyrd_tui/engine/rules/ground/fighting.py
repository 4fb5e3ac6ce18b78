"""Ratings whose name tells that they are for attack or defence: sheets may carry any skill (WE-10, WE-53, WE-88)."""

from __future__ import annotations

from wyrd_tui.engine.ids import slug

_CLOSE = (
    *("fight", "combat", "melee", "brawl", "wrestl", "grappl", "fenc", "duel", "martial", "unarmed", "fist", "boxing"),
    *("sword", "blade", "sabre", "saber", "rapier", "cutlass", "scimitar", "katana", "dagger", "knife", "knives"),
    *("axe", "mace", "hammer", "spear", "lance", "pike", "halberd", "polearm", "staff", "club", "cudgel", "flail"),
    *("whip", "weapon", "claw", "fang", "tusk", "strike", "battle", "savate", "judo", "karate", "stab"),
    *("maul", "bite", "biting", "gore", "kick", "punch", "talon", "beak", "sting", "tentacle", "trample", "pounce"),
    *("slam", "smash", "slash", "warhammer", "trident", "sickle", "scythe", "knuckle", "garrot"),
)
_FAR = (
    *("shoot", "gun", "pistol", "revolver", "rifle", "musket", "firearm", "marksman", "archer", "bow", "sling"),
    *("throw", "cannon", "artiller", "sharpshoot", "blaster", "javelin", "grenad", "turret", "blowpipe"),
)
_AWAY = ("dodge", "dodging", "parry", "evade", "evasion", "acrobat", "agility", "reflex", "shield", "defence", "defend")
_WHOLE = frozenset({"rend", "ram", "jaws", "teeth", "horns", "harpoon"})
"""Words that others begin or end as, such as trend and ramble."""


def is_for_attack(rating: str) -> bool:
    """Return whether the name of a rating tells that one fights with it, such as `Broadsword`."""
    return _has(rating, (*_CLOSE, *_FAR))


def is_for_close_combat(rating: str) -> bool:
    """Return whether the name of a rating tells that one fights hand to hand with it."""
    return _has(rating, _CLOSE)


def is_for_shooting(rating: str) -> bool:
    """Return whether the name of a rating tells that one shoots or throws with it."""
    return _has(rating, _FAR)


def is_for_defence(rating: str) -> bool:
    """Return whether the name of a rating tells that one parries or dodges with it."""
    return _has(rating, (*_CLOSE, *_AWAY))


def _has(rating: str, known: tuple[str, ...]) -> bool:
    """Return whether a word of the name begins or ends as a known one; `elbow` and `begun` are close enough to it."""
    return any(w in _WHOLE or w.startswith(known) or w.endswith(known) for w in slug(rating).split("-"))
