"""The client of the shop."""

from __future__ import annotations

from types import TracebackType
from typing import Any, List, Mapping, Optional, Sequence, Tuple, Type

from ._connection import Connection, Session
from ._transport import MAX_ANSWER_BYTES, Transport
from .batch import Batch
from .errors import StoreApiError, StoreClientError
from .operations import Namespaces


class Shop(Namespaces):
    """A client of the service: the operations by namespace.

    It logs in when the first call needs a session and again after ``session_expired``. Threads may share it.

        with Shop("http://127.0.0.1:8080", "admin", "admin123") as shop:
            product = shop.catalog_product.info(product_id=1)
    """

    def __init__(
        self,
        url: str,
        username: Optional[str] = None,
        api_key: Optional[str] = None,
        *,
        session: Optional[str] = None,
        timeout: Optional[float] = 30.0,
        headers: Optional[Mapping[str, str]] = None,
        strict: bool = False,
        max_answer_bytes: int = MAX_ANSWER_BYTES,
    ) -> None:
        """
        :param url: the address of the service; a path before ``/api`` stays
        :param username: the API user, with ``api_key``; not needed with a session
        :param session: an open session
        :param timeout: timeout of a call in seconds, including a necessary login; None: no limit
        :param headers: further headers of every request, for example ``X-Sandbox``
        :param strict: refuses unknown members of data objects, with the most similar known names, instead of
            ignoring them (``Prefer: handling=strict``)
        :param max_answer_bytes: the maximum size of an answer in bytes
        """
        if (username is None or api_key is None) and session is None:
            raise ValueError("a client needs username and api_key, or a session")
        super().__init__(
            Connection(
                Transport(url, max_answer_bytes),
                Session(username, api_key, session),
                timeout,
                headers or {},
                strict,
            )
        )

    def with_options(
        self, *, timeout: Optional[float] = None, headers: Optional[Mapping[str, str]] = None
    ) -> "Shop":
        """The same client in the same session, with another time limit or further headers."""
        own = self._connection
        other = Shop.__new__(Shop)
        Namespaces.__init__(
            other,
            Connection(
                own.transport,
                own.session,
                own.timeout if timeout is None else timeout,
                {**own.headers, **(headers or {})},
                own.strict,
            ),
        )
        return other

    @property
    def session(self) -> Optional[str]:
        """The current session; None before the first call."""
        return self._connection.session.value

    def login(self) -> str:
        """The session, opened if there is none."""
        return self._connection.open("login", self._connection.deadline())

    def end_session(self) -> None:
        """Ends the session; the next call opens another one."""
        self._connection.end()

    def close(self) -> None:
        """Ends the session, if this client opened it, and closes the connection."""
        try:
            if self._connection.session.username is not None:
                self.end_session()
        except (StoreApiError, StoreClientError):
            # The session expires by itself.
            pass
        finally:
            self._connection.transport.close()

    def __enter__(self) -> "Shop":
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def batch(self, *, stop: bool = False) -> Batch:
        """Up to 100 operations in one request, with the types of their results:

            with shop.batch() as batch:
                product = batch.catalog_product.info(product_id=1)
                order = batch.sales_order.info(order_increment_id="100000001")
            print(product.value["sku"])

        :param stop: stops after the first fault (by the service's ``multiCall``)
        """
        return Batch(self._connection, stop)

    def multi_call(
        self, calls: Sequence[Tuple[str, Mapping[str, object]]], *, stop: bool = False
    ) -> List[Any]:
        """Several operations by their names on the wire: ``[("customer.info", {"customerId": 1})]``; ``batch`` knows
        their types.

        Returns a result or a StoreApiError for each; with ``stop``, it stops after the first fault.
        """
        params = {"calls": [list(call) for call in calls], "options": {"break": 1} if stop else {}}
        entries = self._connection.builtin("multiCall", params)
        return [_outcome(call[0], entry) for call, entry in zip(calls, entries)]


def _outcome(operation: str, entry: Any) -> Any:
    if isinstance(entry, dict) and entry.get("isFault") is True and "faultCode" in entry:
        return StoreApiError(operation, entry["faultCode"], entry["faultMessage"], entry["data"])
    return entry
