"""What all tests share."""

from collections.abc import Iterable

import pytest
from hypothesis import settings

# How long an example takes says more about a busy machine than about the code: time is tested where it is promised.
settings.register_profile("navwidget", deadline=None)
settings.load_profile("navwidget")


@pytest.hookimpl(trylast=True)  # hypothesis marks its tests in a hook of its own
def pytest_collection_modifyitems(items: Iterable[pytest.Item]) -> None:
    """Let texts that are drawn stand beside their span: with few letters, some do so by chance."""
    for item in items:
        if item.get_closest_marker("hypothesis"):
            item.add_marker(pytest.mark.filterwarnings("ignore:In .* texts of chunks stand beside their span"))
