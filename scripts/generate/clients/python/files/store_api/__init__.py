"""The shop from Python: ``Shop`` has its operations, ``Control`` has the test control."""

from ._contract import VERSION as __version__
from ._control import ControlError
from ._plan import Outcome
from ._portable import StoreError
from .batch import Batch
from .control import Control
from .errors import StoreApiError, StoreClientError
from .shop import Shop

__all__ = [
    "Batch",
    "Control",
    "ControlError",
    "Outcome",
    "Shop",
    "StoreApiError",
    "StoreClientError",
    "StoreError",
    "__version__",
]
