"""The client of the shop."""

from __future__ import annotations

import ssl
from types import TracebackType
from typing import Any, Callable, Iterator, List, Mapping, Optional, Sequence, Tuple, Type, TypeVar, Union

from ._connection import CallReport, Connection, Session
from ._contract import OperationName
from ._import import ImportProgress, import_all
from ._plan import Outcome
from ._secrets import SecretText
from ._transport import MAX_ANSWER_BYTES, CustomTransport, Transport
from ._values import sendable
from .batch import Batch
from .errors import StoreApiError, StoreClientError, error_of
from .operations import Namespaces


_Row = TypeVar("_Row")

# A wider window has no end, so that a list ends.
_WIDEST_WINDOW = 2**20


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
        strict: bool = True,
        max_answer_bytes: int = MAX_ANSWER_BYTES,
        retries: int = 0,
        on_call: Optional[Callable[[CallReport], None]] = None,
        proxy: Optional[str] = None,
        ssl_context: Optional[ssl.SSLContext] = None,
        transport: Optional[CustomTransport] = None,
    ) -> None:
        """
        :param url: the address of the service; a path before ``/api`` stays
        :param username: the API user, with ``api_key``; not needed with a session
        :param session: an open session
        :param timeout: timeout of a call in seconds, including a necessary login; None: no limit
        :param headers: further headers of every request, for example ``X-Sandbox``
        :param strict: whether the service refuses what it would accept without effect, such as unknown members of
            data objects, with the most similar known names (``Prefer: handling=strict``)
        :param max_answer_bytes: the maximum size of an answer in bytes
        :param retries: how often a request without an answer (``connection_failed``, ``unavailable``) is repeated within
            the timeout, after the seconds of ``Retry-After`` or a growing pause; writes then have an idempotency key in
            any case, so that they are executed once
        :param on_call: called after every request to the service, for example to log it
        :param proxy: the address of an HTTP proxy, for example ``http://proxy:3128``
        :param ssl_context: for HTTPS; for a private CA ``ssl.create_default_context(cafile=...)``
        :param transport: sends the requests in another way; then ``proxy``, ``ssl_context`` and ``max_answer_bytes`` do
            not count
        """
        # Tracebacks with local variables do not show it.
        api_key = None if api_key is None else SecretText(api_key)
        session = None if session is None else SecretText(session)
        if (username is None or api_key is None) and session is None:
            raise ValueError("a client needs username and api_key, or a session")
        super().__init__(
            Connection(
                transport or Transport(url, max_answer_bytes, proxy, ssl_context),
                Session(username, api_key, session),
                timeout,
                headers or {},
                strict,
                retries,
                on_call,
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
                own.retries,
                own.on_call,
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

    def call(
        self,
        operation: Union[OperationName, str],
        params: Optional[Mapping[str, object]] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """The result of an operation by its name on the wire, for operations that this client does not know: your own
        ones, or those of a newer server."""
        return self._connection.call(operation, params or {}, idempotency_key)

    def import_all(
        self,
        operation: OperationName,
        items: Sequence[Mapping[str, object]],
        *,
        key: str,
        size: int = 20,
        concurrency: int = 2,
        attempts: int = 5,
        on_progress: Optional[Callable[[ImportProgress], None]] = None,
    ) -> List[Outcome[Any]]:
        """Calls an operation for each item of a list, in batches with keys, and returns the outcomes in the order of the
        items. Refused items do not stop it.

            customers = [{"customerData": {"email": "ida@example.com", ...}}, ...]
            outcomes = shop.import_all("customer.create", customers, key="customers-2026-11-28")

        A request that gets no answer is sent again, and what was executed is not executed again, even by another process
        that imports the same list with the same key within 24 hours. Raises StoreClientError if a request has no answer
        after all tries; then call it again with the same list and key.

        :param items: the parameters of each call, with their names on the wire
        :param key: names this import, for example by the file and its day
        :param size: calls per request, 1 to 100: 20 fits the slowest calls (customers with passwords) into the timeout, 100
            is faster for products or stock. Give the same size under the same key: calls count by their place in a request
        :param concurrency: the maximum number of requests at the same time
        :param attempts: the maximum number of tries of a request
        :param on_progress: called after every request
        """
        return import_all(self._connection, operation, items, key, size, concurrency, attempts, on_progress)

    def pages(
        self,
        operation: Callable[..., List[_Row]],
        *,
        size: int = 1000,
        filters: Optional[Mapping[str, object]] = None,
        **params: object,
    ) -> Iterator[List[_Row]]:
        """Reads a long list page by page, in the order of its IDs, so that only one page is in memory.

            for products in shop.pages(shop.catalog_product.list, filters={"type": "simple"}):
                ...

        Each record that is there from start to end comes once, and so does what is added meanwhile: pages are windows of
        IDs, not positions in a list that moves.

        :param operation: the ``list`` of products, customers, orders, invoices, shipments or credit memos
        :param size: IDs per window, which is the maximum number of records in a page
        :param filters: the filters of the operation except ``entity_id``
        :param params: its other parameters
        """
        if size < 1:
            raise ValueError(f"the size of a page is 1 or more, not {size}")
        if "entity_id" in (filters or {}):
            raise ValueError("pages sets the filter entity_id; use the other name of the ID")
        last, width, is_end = 0, size, False
        while not is_end:
            is_end = width > _WIDEST_WINDOW
            window = {"gt": last} if is_end else {"gt": last, "lteq": last + width}
            found = operation(filters={**(filters or {}), "entity_id": window}, **params)
            # After a gap in the IDs, a window is wider than a page.
            for at in range(0, len(found), size):
                yield found[at : at + size]
            last += width
            width = size if found else width * 4

    def batch(self, *, stop: bool = False, idempotency_key: Optional[str] = None) -> Batch:
        """Up to 100 operations in one request, with the types of their results:

            with shop.batch() as batch:
                product = batch.catalog_product.info(product_id=1)
                order = batch.sales_order.info(order_increment_id="100000001")
            print(product.value["sku"])

        :param stop: stops after the first fault (by the service's ``multiCall``)
        :param idempotency_key: a text of your own: within 24 hours the same batch under the same key answers what was
            executed, and executes the rest
        """
        return Batch(self._connection, stop, idempotency_key)

    def multi_call(
        self,
        calls: Sequence[Tuple[str, Mapping[str, object]]],
        *,
        stop: bool = False,
        idempotency_key: Optional[str] = None,
    ) -> List[Any]:
        """Several operations by their names on the wire: ``[("customer.info", {"customerId": 1})]``; ``batch`` knows
        their types.

        Returns a result or a StoreApiError for each; with ``stop``, it stops after the first fault.
        """
        given = [
            [operation, sendable(operation, params, f"calls[{index}]")]
            for index, (operation, params) in enumerate(calls)
        ]
        answers = self._connection.multi_call(given, stop, idempotency_key)
        return [
            error_of(operation, answer) if "error" in answer else answer["result"]
            for (operation, _), answer in zip(calls, answers)
        ]
