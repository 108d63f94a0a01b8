class StoreApiError(Exception):
    """The service refused a call. Branch on ``fault``."""

    operation: str
    """The operation that was called."""
    fault: "FaultName"
    """The string code of the fault."""
    code: int
    """The number of the fault; one number may stand for several faults."""
    message: str
    """For people; one line per problem."""
    data: "FaultData"
    """What the service says besides, for example which members are wrong."""

    def __init__(self, operation: str, code: int, message: str, data: "FaultData") -> None:
        super().__init__(f"{operation}: {message} ({data['fault']})")
        self.operation = operation
        self.fault = cast("FaultName", data["fault"])
        self.code = code
        self.message = message
        self.data = data


_Reason: TypeAlias = Literal[
    "connection_failed", "timed_out", "unexpected_answer", "no_session", "not_executed"
]


class StoreClientError(Exception):
    """There is no answer of the service: no connection, no time left, a proxy's error page.

    Whether the call was carried out is not known, unless the reason is ``no_session``, or ``not_executed``: an
    earlier call of its batch failed.
    """

    operation: str
    reason: _Reason
    status: Optional[int]
    """The HTTP status, if there was an HTTP answer."""
    retry_after: Optional[int]
    """Seconds to wait before the next try, if the service named them."""

    def __init__(
        self,
        operation: str,
        reason: _Reason,
        message: str,
        status: Optional[int] = None,
        retry_after: Optional[int] = None,
    ) -> None:
        super().__init__(f"{operation}: {message}")
        self.operation = operation
        self.reason = reason
        self.status = status
        self.retry_after = retry_after


class _Session:
    """The session that clients share, and who may open it."""

    def __init__(self, username: Optional[str], api_key: Optional[str], value: Optional[str]) -> None:
        self.username = username
        self.api_key = api_key
        self.value = value
        self.lock = threading.Lock()


class _Connection:
    def __init__(
        self, address: str, session: _Session, timeout: Optional[float], headers: Mapping[str, str]
    ) -> None:
        self.address = address
        self.session = session
        self.timeout = timeout
        self.headers = headers

    def call(self, operation: str, params: Mapping[str, object], key: Optional[str] = None) -> Any:
        """The result of an operation; parameters that are None are not sent."""
        given = {name: value for name, value in params.items() if value is not None}
        return self._in_session(
            operation, lambda session, deadline: self._request(operation, given, session, deadline, key)
        )

    def batch(self, calls: Sequence[Tuple[str, Mapping[str, object]]]) -> List[Dict[str, Any]]:
        """The answers of several operations in one request."""
        deadline = self.deadline()
        requests = [
            {"jsonrpc": "2.0", "id": number, "method": operation, "params": params}
            for number, (operation, params) in enumerate(calls)
        ]
        answers: Dict[Any, Dict[str, Any]] = {}
        session = self.open("batch", deadline)
        self._send_batch(requests, answers, session, deadline)
        # After an expiry only what was refused for it is sent again.
        missing = [one for one in requests if _is_expired(answers.get(one["id"]))]
        if missing and self.session.username is not None:
            self._send_batch(missing, answers, self.open("batch", deadline, expired=session), deadline)
        return [answers[one["id"]] for one in requests]

    def _send_batch(
        self,
        requests: List[Dict[str, object]],
        answers: Dict[Any, Dict[str, Any]],
        session: str,
        deadline: Optional[float],
    ) -> None:
        headers = {"Content-Type": "application/json", **self.headers, "Authorization": f"Bearer {session}"}
        request = urllib.request.Request(self.address, json.dumps(requests).encode(), headers)
        found = self._post("batch", request, deadline)
        if not isinstance(found, list):
            raise StoreClientError("batch", "unexpected_answer", found["error"]["message"])
        for answer in found:
            answers[answer["id"]] = answer

    def builtin(self, method: str, params: Mapping[str, object]) -> Any:
        """The result of a method that takes the session among its parameters."""
        return self._in_session(
            method,
            lambda session, deadline: self._request(
                method, {**params, "sessionId": session}, None, deadline
            ),
        )

    def open(self, operation: str, deadline: Optional[float], expired: Optional[str] = None) -> str:
        """The session. Threads that need one at the same time share one login."""
        session = self.session
        with session.lock:
            if session.value is not None and session.value != expired:
                return session.value
            if session.username is None:
                raise StoreClientError(operation, "no_session", "the client has no session and no key")
            login = {"username": session.username, "apiKey": session.api_key}
            session.value = str(self._request("login", login, None, deadline))
            return session.value

    def end(self) -> None:
        with self.session.lock:
            value, self.session.value = self.session.value, None
        if value is not None:
            self._request("endSession", {"sessionId": value}, None, self.deadline())

    def deadline(self) -> Optional[float]:
        return None if self.timeout is None else time.monotonic() + self.timeout

    def _in_session(self, operation: str, send: Callable[[str, Optional[float]], Any]) -> Any:
        deadline = self.deadline()
        session = self.open(operation, deadline)
        try:
            return send(session, deadline)
        except StoreApiError as error:
            if error.fault != "session_expired" or self.session.username is None:
                raise
        return send(self.open(operation, deadline, expired=session), deadline)

    def _request(
        self,
        method: str,
        params: Mapping[str, object],
        session: Optional[str],
        deadline: Optional[float],
        key: Optional[str] = None,
    ) -> Any:
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
        headers = {"Content-Type": "application/json", **self.headers}
        if session is not None:
            headers["Authorization"] = f"Bearer {session}"
        if key is not None:
            headers["Idempotency-Key"] = key
        answer = self._post(method, urllib.request.Request(self.address, body, headers), deadline)
        if "error" not in answer:
            return answer["result"]
        error = answer["error"]
        if error["code"] < 0:
            # An error of the protocol: the request as a whole was not served.
            raise StoreClientError(method, "unexpected_answer", error["message"])
        raise StoreApiError(method, error["code"], error["message"], error["data"])

    def _post(self, method: str, request: urllib.request.Request, deadline: Optional[float]) -> Any:
        left = None if deadline is None else deadline - time.monotonic()
        status: Optional[int] = None
        retry_after: Optional[str] = None
        try:
            if left is not None and left <= 0:
                raise TimeoutError
            with urllib.request.urlopen(request, timeout=left) as response:
                status, text = response.status, response.read()
        except urllib.error.HTTPError as error:
            status, text, retry_after = error.code, error.read(), error.headers.get("Retry-After")
        except (TimeoutError, urllib.error.URLError, OSError, http.client.HTTPException) as error:
            cause = error.reason if isinstance(error, urllib.error.URLError) else error
            if isinstance(cause, TimeoutError):
                raise StoreClientError(method, "timed_out", f"no answer within {self.timeout} s") from error
            raise StoreClientError(
                method, "connection_failed", f"{self.address} cannot be reached: {cause}"
            ) from error
        try:
            answer = json.loads(text)
        except ValueError:
            answer = None
        if isinstance(answer, list):
            return answer
        if isinstance(answer, dict) and ("result" in answer or "error" in answer):
            return answer
        raise StoreClientError(
            method,
            "unexpected_answer",
            f"HTTP {status} without an answer in JSON-RPC",
            status,
            int(retry_after) if retry_after and retry_after.isdigit() else None,
        )


def _is_expired(answer: Optional[Mapping[str, Any]]) -> bool:
    return answer is not None and answer.get("error", {}).get("data", {}).get("fault") == "session_expired"


class Shop:
    """A client of the service: the operations by namespace.

    It logs in when the first call needs a session and again after ``session_expired``. Threads may share it.

        shop = Shop("http://127.0.0.1:8080", "admin", "admin123")
        product = shop.catalog_product.info(productId=1)
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
    ) -> None:
        """
        :param url: where the service is; a path before ``/api`` stays
        :param username: the API user, with ``api_key``; not needed with a session
        :param session: an open session
        :param timeout: seconds until a call is given up, a login on the way included; None waits forever
        :param headers: further headers of every request, for example ``X-Sandbox``
        """
        if (username is None or api_key is None) and session is None:
            raise ValueError("a client needs username and api_key, or a session")
        address = f"{url.rstrip('/')}/api/jsonrpc"
        self._use(_Connection(address, _Session(username, api_key, session), timeout, headers or {}))

    def with_options(
        self, *, timeout: Union[float, None] = None, headers: Optional[Mapping[str, str]] = None
    ) -> "Shop":
        """The same client in the same session, with another time limit or further headers."""
        own = self._connection
        other = Shop.__new__(Shop)
        other._use(
            _Connection(
                own.address,
                own.session,
                own.timeout if timeout is None else timeout,
                {**own.headers, **(headers or {})},
            )
        )
        return other

    @property
    def session(self) -> Optional[str]:
        """The present session; None before the first call."""
        return self._connection.session.value

    def login(self) -> str:
        """The session, opened if there is none."""
        return self._connection.open("login", self._connection.deadline())

    def end_session(self) -> None:
        """Ends the session; the next call opens another one."""
        self._connection.end()

    def batch(self, *, stop: bool = False) -> Batch:
        """Up to 100 operations in one request, with the types of their results:

            with shop.batch() as batch:
                product = batch.catalog_product.info(productId=1)
                order = batch.sales_order.info(orderIncrementId="100000001")
            print(product.value["sku"])

        :param stop: nothing is called after the first fault (by the service's ``multiCall``)
        """
        return Batch(self._connection, stop)

    def multi_call(
        self, calls: Sequence[Tuple[str, Mapping[str, object]]], *, stop: bool = False
    ) -> List[Any]:
        """Several operations by their names: ``[("customer.info", {"customerId": 1})]``; ``batch`` knows their types.

        Answers a result or a StoreApiError for each; with ``stop`` nothing is called after the first fault.
        """
        params = {"calls": [list(call) for call in calls], "options": {"break": 1} if stop else {}}
        entries = self._connection.builtin("multiCall", params)
        return [_outcome(call[0], entry) for call, entry in zip(calls, entries)]


def _outcome(operation: str, entry: Any) -> Any:
    if isinstance(entry, dict) and entry.get("isFault") is True and "faultCode" in entry:
        return StoreApiError(operation, entry["faultCode"], entry["faultMessage"], entry["data"])
    return entry
