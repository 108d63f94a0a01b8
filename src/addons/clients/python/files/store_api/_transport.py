"""HTTP for the clients: one connection that stays open, and a time limit that applies whatever the server does."""

from __future__ import annotations

import base64
import functools
import http.client
import io
import platform
import re
import selectors
import socket
import ssl
import threading
import time
import urllib.parse
from typing import Any, Dict, List, Literal, Mapping, NamedTuple, Optional, Protocol, TypeAlias

from ._contract import VERSION
from ._portable import PortableError
from ._secrets import SecretText

FailureReason: TypeAlias = Literal["invalid_value", "connection_failed", "timed_out", "unexpected_answer"]

MAX_ANSWER_BYTES = 256 * 2**20

USER_AGENT = f"store-management-api-python/{VERSION} python/{platform.python_version()}"

# Servers close idle connections, Node.js after five seconds.
_IDLE_SECONDS = 4.0

_CHUNK = 64 * 1024


class TransportError(PortableError):
    """There is no complete answer."""

    def __init__(self, reason: FailureReason, message: str, status: Optional[int] = None) -> None:
        super().__init__(message)
        self.reason: FailureReason = reason
        self.message = message
        self.status = status


class Answer(NamedTuple):
    status: int
    body: bytes
    retry_after: Optional[int]
    """Seconds to wait before the next try, if the service gives them."""
    address: str = ""
    """Where it came from, for messages."""
    headers: Mapping[str, str] = {}
    """By names in lower case; empty if the transport does not give them."""

    @property
    def request_id(self) -> Optional[str]:
        """``X-Request-Id``, by which the log of the service has the request."""
        return self.headers.get("x-request-id")

    def told(self, problem: str) -> str:
        """A problem with this answer, behind its address."""
        return f"{self.address}: {problem}" if self.address else problem

    @property
    def beginning(self) -> str:
        """The beginning of an unexpected answer, for a message."""
        line = " ".join(self.body[:400].decode(errors="replace").split())
        return f": {line[:80]}…" if len(line) > 80 else f": {line}" if line else ""

    @property
    def is_busy(self) -> bool:
        """The service, or a proxy in front of it, asks for a later retry."""
        return self.status in (429, 503)


class CustomTransport(Protocol):
    """What a transport has to do. One of your own raises ``TransportError`` if there is no complete answer."""

    def send(
        self,
        method: str,
        path: str,
        headers: Mapping[str, str],
        body: Optional[bytes] = None,
        deadline: Optional[float] = None,
    ) -> Answer:
        """The answer, whatever its status, without following redirects.

        :param path: the path below the address of the service
        :param deadline: the end of the timeout, by ``time.monotonic()``
        """
        ...

    def close(self) -> None:
        """Closes the open connections."""
        ...


class Transport:
    """Sends requests to one server. Threads may share it, because each request has its own connection.

    Redirects are not followed, because they would send the session to another server. Proxies of the
    environment are not used.
    """

    def __init__(
        self,
        url: str,
        max_answer_bytes: int = MAX_ANSWER_BYTES,
        proxy: Optional[str] = None,
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:
        """
        :param url: the address of the service; a path stays
        :param proxy: the address of an HTTP proxy
        """
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{url!r} is not an address of the form http://host:port")
        self.url = url.rstrip("/")
        self.max_answer_bytes = max_answer_bytes
        self._parts = parts
        self._proxy = None if proxy is None else urllib.parse.urlsplit(proxy)
        if self._proxy is not None and (self._proxy.scheme != "http" or not self._proxy.hostname):
            raise ValueError(f"{proxy!r} is not an address of an HTTP proxy, such as http://host:3128")
        self._place = self.url if self._proxy is None else f"{self.url} by the proxy {_without_key(self._proxy)}"
        self._ssl_context = ssl_context
        self._path = parts.path.rstrip("/")
        self._idle: List[_Connection] = []
        self._lock = threading.Lock()

    def send(
        self,
        method: str,
        path: str,
        headers: Mapping[str, str],
        body: Optional[bytes] = None,
        deadline: Optional[float] = None,
    ) -> Answer:
        """The answer, whatever its status.

        :param deadline: the end of the timeout, by ``time.monotonic()``
        """
        if not any(name.lower() == "user-agent" for name in headers):
            headers = {"User-Agent": USER_AGENT, **headers}
        for name, value in headers.items():
            if re.search(r"[^\t\x20-\x7e\x80-\xff]", value):
                raise TransportError("invalid_value", f"{name} has a character that a header of HTTP cannot have")
        connection = self._take(deadline)
        try:
            # By a proxy, HTTPS goes through a tunnel, and HTTP names the whole address.
            is_whole = self._proxy is not None and self._parts.scheme == "http"
            address = f"http://{self._parts.netloc}{self._path}" if is_whole else self._path
            own = _proxy_headers(self._proxy) if is_whole and self._proxy is not None else {}
            connection.request(method, address + path, body, {**own, **headers})
            response = connection.getresponse()
            answer = self._read(response)
        except TransportError:
            connection.close()
            raise
        # The frames of http.client hold the headers with the session.
        except TimeoutError as error:
            connection.close()
            raise TransportError(
                "timed_out", f"no answer of {self._place} in time"
            ) from error.with_traceback(None)
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise TransportError(
                "connection_failed", f"{self._place}: {_cause(error)}"
            ) from error.with_traceback(None)
        except BaseException:
            connection.close()
            raise
        if response.will_close:
            connection.close()
        else:
            self._put_back(connection)
        return answer

    def close(self) -> None:
        """Closes the open connections; the next request opens another one."""
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def _take(self, deadline: Optional[float]) -> "_Connection":
        while True:
            with self._lock:
                connection = self._idle.pop() if self._idle else None
            if connection is None:
                kind = _SecureConnection if self._parts.scheme == "https" else _Connection
                connection = kind(str(self._parts.hostname), self._parts.port)
                connection.proxy = self._proxy
                connection.ssl_context = self._ssl_context
            elif not connection.is_usable():
                connection.close()
                continue
            connection.deadline = deadline
            return connection

    def _put_back(self, connection: "_Connection") -> None:
        connection.used_at = time.monotonic()
        with self._lock:
            self._idle.append(connection)

    def _read(self, response: http.client.HTTPResponse) -> Answer:
        status = response.status
        if 300 <= status < 400:
            target = response.getheader("Location", "another address")
            message = f"{self._place}: HTTP {status} leads to {target}, which is not followed"
            raise TransportError("unexpected_answer", message, status)
        body = bytearray()
        while chunk := response.read(_CHUNK):
            body += chunk
            if len(body) > self.max_answer_bytes:
                message = f"{self._place}: the answer has more than {self.max_answer_bytes} bytes"
                raise TransportError("unexpected_answer", message, status)
        # The rest of the announced length; reading in chunks does not report a missing part.
        if response.length:
            raise TransportError("connection_failed", f"{self._place}: the answer broke off")
        wait = response.getheader("Retry-After", "")
        seconds = int(wait) if wait.isascii() and wait.isdigit() else None
        received = {name.lower(): value for name, value in response.getheaders()}
        return Answer(status, bytes(body), seconds, self._place, received)


def check_timeout(timeout: Optional[float]) -> None:
    if timeout is not None and not timeout > 0:
        raise ValueError(f"timeout is {timeout}; give seconds, or None for no limit")


def _without_key(proxy: urllib.parse.SplitResult) -> str:
    return f"{proxy.scheme}://{proxy.hostname}:{proxy.port or 80}"


def _proxy_headers(proxy: urllib.parse.SplitResult) -> Dict[str, str]:
    """The user and password in the address of the proxy, if it has them."""
    if proxy.username is None:
        return {}
    user = f"{urllib.parse.unquote(proxy.username)}:{urllib.parse.unquote(proxy.password or '')}"
    return {"Proxy-Authorization": SecretText(f"Basic {base64.b64encode(user.encode()).decode()}")}


def _cause(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".rstrip(": ")


def _left(deadline: Optional[float]) -> Optional[float]:
    """The seconds until then."""
    if deadline is None:
        return None
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError("the time is up")
    return left


class _Connection(http.client.HTTPConnection):
    """A connection in which every step ends at one deadline. The time limit of a socket restarts with each byte."""

    deadline: Optional[float] = None
    used_at = 0.0
    proxy: Optional[urllib.parse.SplitResult] = None
    ssl_context: Optional[ssl.SSLContext] = None

    def is_usable(self) -> bool:
        """Whether it is still open. If there is data before a request, the server has closed the connection."""
        if self.sock is None or time.monotonic() - self.used_at > _IDLE_SECONDS:
            return False
        with selectors.DefaultSelector() as selector:
            selector.register(self.sock, selectors.EVENT_READ)
            return not selector.select(0)

    def connect(self) -> None:
        self.sock = self._secured(self._opened())

    def _opened(self) -> socket.socket:
        failure: Optional[OSError] = None
        host = self.host if self.proxy is None else str(self.proxy.hostname)
        port = self.port if self.proxy is None else self.proxy.port or 80
        for family, kind, protocol, _, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
            sock = socket.socket(family, kind, protocol)
            try:
                sock.settimeout(_left(self.deadline))
                sock.connect(address)
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                return sock
            except OSError as error:
                sock.close()
                failure = error
        raise failure or OSError(f"{host} has no address")

    def _secured(self, sock: socket.socket) -> "_Socket":
        return _Socket(sock, self)


class _SecureConnection(_Connection):
    default_port = 443

    def _secured(self, sock: socket.socket) -> "_Socket":
        if self.proxy is not None:
            self._open_tunnel(sock, self.proxy)
        context = self.ssl_context or _tls()
        return _Socket(context.wrap_socket(sock, server_hostname=self.host), self)

    def _open_tunnel(self, sock: socket.socket, proxy: urllib.parse.SplitResult) -> None:
        target = f"{self.host}:{self.port}"
        sock.settimeout(_left(self.deadline))
        own = "".join(f"{name}: {value}\r\n" for name, value in _proxy_headers(proxy).items())
        sock.sendall(f"CONNECT {target} HTTP/1.1\r\nHost: {target}\r\n{own}\r\n".encode())
        answer = b""
        # Byte by byte: what follows belongs to the server behind the proxy.
        while not answer.endswith(b"\r\n\r\n"):
            sock.settimeout(_left(self.deadline))
            byte = sock.recv(1)
            if not byte or len(answer) > 16_384:
                raise OSError("the proxy gave no answer")
            answer += byte
        status = answer.split(b" ", 2)[1:2]
        if status != [b"200"]:
            raise OSError(f"the proxy answered {answer.splitlines()[0].decode(errors='replace')}")


@functools.cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


class _Socket:
    """The part of a socket that ``http.client`` needs."""

    def __init__(self, sock: socket.socket, connection: _Connection) -> None:
        self._sock = sock
        self._connection = connection
        self.fileno = sock.fileno
        self.close = sock.close

    def sendall(self, data: Any) -> None:
        # This limit applies to the data as a whole.
        self._sock.settimeout(_left(self._connection.deadline))
        self._sock.sendall(data)

    def makefile(self, *_: object) -> io.BufferedReader:
        return io.BufferedReader(_Received(self._sock, self._connection))


class _Received(io.RawIOBase):
    def __init__(self, sock: socket.socket, connection: _Connection) -> None:
        self._sock = sock
        self._connection = connection
        # Keeps the socket open until the answer is read, even if the connection is closed before.
        self._file = sock.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> Optional[int]:
        self._sock.settimeout(_left(self._connection.deadline))
        return self._file.readinto(buffer)

    def close(self) -> None:
        self._file.close()
        super().close()
