"""The shop from Python: ``Shop`` has its operations, ``Control`` has the test control."""

from ._contract import VERSION as __version__
from ._connection import CallReport
from ._control import ControlError
from ._import import ImportProgress
from ._plan import Outcome
from ._portable import StoreError
from ._transport import Answer, CustomTransport, TransportError
from .batch import Batch
from .control import Control
from .errors import StoreApiError, StoreClientError
from .shop import Shop

__all__ = [
    "Answer",
    "Batch",
    "CallReport",
    "Control",
    "ControlError",
    "CustomTransport",
    "ImportProgress",
    "Outcome",
    "Shop",
    "StoreApiError",
    "StoreClientError",
    "StoreError",
    "TransportError",
    "__version__",
]
