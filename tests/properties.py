"""Settings of properties, as decorators: the plain command tries a quarter of the examples of the long one.

Each command tries the same examples each time. `WYRD_PROFILE=hunt` looks for what nobody has seen yet,
`WYRD_PROFILE=deep` does that too and then takes its time to find the shortest evening that shows it.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, Phase, settings

SHARE = 4
"""Part of the examples that the plain command tries: one in so many."""

_USUAL = 60
_CALM = [
    HealthCheck.too_slow,
    HealthCheck.data_too_large,
    HealthCheck.large_base_example,
    HealthCheck.function_scoped_fixture,
]
# It takes long to shrink an evening, so that `deep` alone does it.
_UNSHRUNK = (Phase.explicit, Phase.generate)
settings.register_profile(
    "long", max_examples=_USUAL, deadline=None, derandomize=True, phases=_UNSHRUNK, suppress_health_check=_CALM
)
settings.register_profile("plain", settings.get_profile("long"), max_examples=_USUAL // SHARE)
settings.register_profile(
    "hunt", max_examples=2000, deadline=None, phases=(Phase.generate,), suppress_health_check=_CALM
)
settings.register_profile("deep", max_examples=2000, deadline=None, suppress_health_check=_CALM)
NAME = os.environ.get("WYRD_PROFILE", "plain")
PROFILE = settings.get_profile(NAME)
"""Settings of a property, as a decorator; profiles that other folders of tests load do not change them."""


def examples(most: int) -> settings:
    """Settings of a property that the long command tries so many times, as a decorator."""
    return settings(PROFILE, max_examples=PROFILE.max_examples * most // _USUAL)
