"""What all tests share."""

from hypothesis import settings

# How long an example takes says more about a busy machine than about the code: time is tested where it is promised.
settings.register_profile("navwidget", deadline=None)
settings.load_profile("navwidget")
