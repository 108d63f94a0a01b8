"""The features of docs/clients.md in Python, told as JSON: the address of a shop."""

import json
import sys
import threading
import traceback
import warnings
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from functools import partial
from typing import Any, Callable, Dict, List, Mapping, Optional, Union

from store_api import (
    Answer,
    CallReport,
    ControlError,
    ImportProgress,
    Shop,
    StoreApiError,
    StoreClientError,
    StoreError,
    TransportError,
)
from store_api._transport import Transport
from store_api.types import NewCategory, NewCustomer, ProductChanges

url = sys.argv[1]
told: Dict[str, object] = {}


class Changes(ProductChanges, total=False):
    """With an attribute of a shop."""

    fabric: str


class Recorded:
    """A transport that keeps the requests, and may lose answers."""

    def __init__(self) -> None:
        self.inner = Transport(url)
        self.sent: List[Any] = []
        self.headers: List[Mapping[str, str]] = []
        self.lost = 0
        self.busy = 0

    def send(
        self,
        method: str,
        path: str,
        headers: Mapping[str, str],
        body: Optional[bytes] = None,
        deadline: Optional[float] = None,
    ) -> Answer:
        content = json.loads(body or b"null")
        is_login = isinstance(content, dict) and content["method"] == "login"
        if not is_login:
            self.sent.append(content)
            self.headers.append(headers)
            if self.busy > 0:
                self.busy -= 1
                return Answer(503, b"", 0)
        answer = self.inner.send(method, path, headers, body, deadline)
        if self.lost > 0 and isinstance(content, list):
            self.lost -= 1
            raise TransportError("connection_failed", "the answer is lost")
        return answer

    def close(self) -> None:
        self.inner.close()


def refusal(call: Callable[[], object]) -> Union[StoreApiError, StoreClientError]:
    try:
        call()
    except (StoreApiError, StoreClientError) as error:
        return error
    raise AssertionError("the call was not refused")


recorded = Recorded()
shop = Shop(url, "admin", "admin123", transport=recorded)
product = {"product_id": 1}


def update(**members: Any) -> object:
    return shop.call("catalog_product.update", {"productId": 1, "productData": members})


# Values that JSON lacks, and values that it has in another form.
shop.login()
endless: List[object] = []
endless.append(endless)
rows: List[Dict[str, object]] = [{"productId": 1 if number < 25 else b""} for number in range(26)]
told["refused"] = [
    [error.fault, str(error)]
    for error in (
        refusal(lambda: update(price=float("nan"))),
        refusal(lambda: update(tier_price=[{"price": 9}, {"price": Decimal("Infinity")}])),
        refusal(lambda: update(price=Decimal("1.2345678901234567891"))),
        refusal(lambda: update(name=b"Mug")),
        refusal(lambda: update(website_ids={1, 2})),
        refusal(lambda: update(special_from_date=datetime(2026, 11, 28, 9))),
        refusal(lambda: shop.multi_call([("catalog_product.update", {"productId": float("inf")})])),
        refusal(lambda: update(name=endless)),
        refusal(lambda: shop.import_all("catalog_product.update", rows, key="x")),
    )
]
told["unsendable"] = [
    refusal(lambda: Shop(url, "admin", "admin123", headers={"X-Note": note}).login()).fault
    for note in ("one\r\nX-Sandbox: two", "€")
]
told["sent"] = len(recorded.sent)
berlin = timezone(timedelta(hours=1))
changes: Changes = {
    "price": Decimal("12.3400"),
    "special_price": Decimal("9.99"),
    "special_from_date": datetime(2026, 11, 27, 23, 30, 15, tzinfo=berlin),
    "special_to_date": date(2026, 12, 1),
    "category_ids": (3,),
}
shop.catalog_product.update(product_id=1, product_data=changes)
info = shop.catalog_product.info(product_id=1)
told["accepted"] = [
    info["price"],
    info["special_price"],
    info["special_from_date"],
    info["special_to_date"],
]

# Strict handling, by default and by the call.
told["strict"] = refusal(lambda: update(pricee=5)).fault
lenient = Shop(url, session=shop.session, strict=False)
told["lenient"] = lenient.call("catalog_product.update", {"productId": 1, "productData": {"pricee": 5}})
told["by_header"] = shop.with_options(headers={"Prefer": "handling=lenient"}).call(
    "catalog_product.update", {"productId": 1, "productData": {"pricee": 5}}
)

# Retries and reports.
category: NewCategory = {
    "name": "Later",
    "is_active": True,
    "include_in_menu": True,
    "available_sort_by": ["position"],
    "default_sort_by": "position",
}
reports: List[CallReport] = []
patient = Shop(url, session=shop.session, transport=recorded, retries=2, on_call=reports.append)
recorded.headers.clear()
recorded.busy = 2
created = patient.catalog_category.create(parent_id=3, category_data=category)
keys = [headers.get("Idempotency-Key") for headers in recorded.headers]
told["retried"] = [isinstance(created, int), len(keys), len(set(keys)), all(keys)]
told["reports"] = [[report.operation, report.status, report.fault, report.attempt] for report in reports]
recorded.busy = 1
told["not_retried"] = refusal(lambda: shop.catalog_category.create(parent_id=3, category_data=category)).fault


# Who calls, and which answer it was.
last: List[CallReport] = []
named = Shop(url, "admin", "admin123", on_call=last.append, headers={"User-Agent": "sync/2"})
missing = refusal(lambda: named.catalog_product.info(product_id=999))
assert last[-1].request_id and last[-1].request_id == last[-1].headers["x-request-id"] == missing.request_id
planned = named.batch(stop=True)
lost = planned.catalog_product.info(product_id=999)
planned.send()
assert isinstance(lost.error, StoreApiError) and lost.error.request_id == last[-1].request_id
(entry,) = named.multi_call([("catalog_product.info", {"productId": 999})])
assert entry.request_id == last[-1].request_id
once = partial(named.catalog_category.create, parent_id=3, category_data=category, idempotency_key="again")
told["once"] = [once() and last[-1].replayed for _ in range(2)]

# Pages of a long list, with a record that is added and one that is removed meanwhile.
whole = shop.catalog_product.list()
pages = shop.pages(shop.catalog_product.list, size=20)
read = next(pages)
added = shop.catalog_product.create(type="simple", set=4, sku="py-last", product_data={"name": "Last"})
shop.catalog_product.delete(product_id=whole[-1]["product_id"])
read += [product for page in pages for product in page]
told["pages"] = [product["product_id"] for product in read] == [
    *(product["product_id"] for product in whole[:-1]),
    added,
]
shop.catalog_product.delete(product_id=added)

# Keys and sessions are not in tracebacks with local variables.
session, key = str(shop.session), "admin" + "123"
texts: List[str] = []
failing: List[Callable[[], object]] = [
    lambda: shop.catalog_product.info(product_id=999),
    lambda: Shop("http://127.0.0.1:1", "admin", key).login(),
    lambda: Shop("http://127.0.0.1:1", session=session).catalog_product.list(),
    lambda: Shop("nowhere", "admin", key),
    lambda: Shop(url, "admin", key, timeout=1e-5).login(),
]
for broken in failing:
    try:
        broken()
    except (StoreError, ValueError) as error:
        shown = traceback.TracebackException.from_exception(error, capture_locals=True)
        # The lines of this program, which has them itself, are left out.
        frames = [frame.locals or {} for frame in shown.stack if frame.filename != __file__]
        cause = shown.__cause__.format() if shown.__cause__ else ()
        texts.append(repr(frames) + "".join(cause))
told["secrets"] = [len(texts), [text for text in texts if session in text or key in text]]

# A batch with a key.
def send_batch() -> List[object]:
    with shop.batch(idempotency_key="batch-1") as batch:
        made = batch.catalog_category.create(parent_id=3, category_data=category)
        types = batch.catalog_product_type.items()
    return [made.value, len(types.value)]


first = send_batch()
Shop(url, session=shop.session).end_session()
told["batch"] = first == send_batch()

# An import that is cut in the middle, and goes on in another client.
customers: List[NewCustomer] = [
    {
        "email": f"py-import-{number}@example.com",
        "firstname": "Ida",
        "lastname": f"No. {number}",
        "password": "correct horse 7",
        "website_id": 1,
    }
    for number in range(45)
]
items = [{"customerData": customer} for customer in customers]
progress: List[ImportProgress] = []


class Cut(Exception):
    pass


def cut(state: ImportProgress) -> None:
    progress.append(state)
    if state.done == 40:
        raise Cut


recorded.lost = 1
try:
    shop.import_all("customer.create", items, key="py", concurrency=1, on_progress=cut)
except Cut:
    told["cut"] = [list(state) for state in progress]
outcomes = Shop(url, "admin", "admin123").import_all("customer.create", items, key="py")
told["imported"] = [
    len({outcome.value for outcome in outcomes}),
    len(shop.customer.list(filters={"email": {"like": "py-import-%"}})),
]
twice = shop.import_all("customer.create", [items[0], items[0]], key="py-twice")
told["import_refused"] = [getattr(outcome.error, "fault", None) for outcome in twice]

# Errors: one base class, one name of the reason.
told["base"] = [issubclass(kind, StoreError) for kind in (StoreApiError, StoreClientError, ControlError)]
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    unsent = refusal(lambda: update(price=float("nan")))
    told["reason"] = [getattr(unsent, "reason"), [str(warning.message) for warning in caught]]

print(json.dumps(told))
