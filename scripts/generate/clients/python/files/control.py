class ControlError(Exception):
    """The test control refused a call, or could not be reached: ``status`` is 0 then."""

    operation: str
    status: int
    """400 breaks the schema, 422 a rule, 403 not allowed, 404 not there; 0 = no answer."""
    errors: List[Dict[str, str]]
    """``message`` and, where a member is to blame, ``field``."""

    def __init__(self, operation: str, status: int, errors: List[Dict[str, str]]) -> None:
        super().__init__(f"{operation}: {'; '.join(error['message'] for error in errors)}")
        self.operation = operation
        self.status = status
        self.errors = errors


class _Connection:
    def __init__(self, url: str, timeout: Optional[float], headers: Mapping[str, str]) -> None:
        self.url = url.rstrip("/")
        self.timeout = timeout
        self.headers = headers

    def send(
        self,
        operation: str,
        method: str,
        path: str,
        query: Mapping[str, object],
        body: Optional[object] = None,
        key: Optional[str] = None,
    ) -> Any:
        given = {name: str(value) for name, value in query.items() if value is not None}
        address = self.url + path + (f"?{urllib.parse.urlencode(given)}" if given else "")
        data = None if body is None else json.dumps(body).encode()
        headers = {"Accept": "application/json", **self.headers}
        if data is not None:
            headers["Content-Type"] = "application/json"
        if key is not None:
            headers["Idempotency-Key"] = key
        request = urllib.request.Request(address, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=self.timeout) as response:
                text = response.read()
        except urllib.error.HTTPError as error:
            raise ControlError(operation, error.code, _problems(error.read(), error.code)) from None
        except OSError as error:
            message = f"{address} cannot be reached: {error}"
            raise ControlError(operation, 0, [{"message": message}]) from error
        return json.loads(text) if text else None


def _problems(text: bytes, status: int) -> List[Dict[str, str]]:
    try:
        errors = json.loads(text)["errors"]
        return errors if isinstance(errors, list) and errors else [{"message": f"HTTP {status}"}]
    except (ValueError, KeyError, TypeError):
        return [{"message": f"HTTP {status}"}]


def _segment(value: object) -> str:
    return urllib.parse.quote(str(value), safe="")


class Control:
    """A client of the test control of a running service.

        control = Control("http://127.0.0.1:8080")
        order = control.placeOrder({"customer_id": 1, "items": [{"sku": "mug-01", "qty": 2}]})
    """

    def __init__(
        self,
        url: str,
        *,
        token: Optional[str] = None,
        sandbox: Optional[str] = None,
        timeout: Optional[float] = 30.0,
    ) -> None:
        """
        :param url: where the service is
        :param token: the service's CONTROL_TOKEN, if it has one
        :param sandbox: the sandbox that is spoken to; without it the shop itself
        :param timeout: seconds until a call is given up; None waits forever
        """
        headers: Dict[str, str] = {}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        if sandbox is not None:
            headers["X-Sandbox"] = sandbox
        self._connection = _Connection(url, timeout, headers)
