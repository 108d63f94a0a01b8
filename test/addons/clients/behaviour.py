"""What the Python client does, told as JSON to other-languages.test.ts: the address of a shop and of a server that never answers."""

import json
import sys
import threading
import time
from typing import Dict, List, Optional

from store_api import Control, ControlError, Shop, StoreApiError, StoreClientError

url, silent = sys.argv[1:3]
told: Dict[str, object] = {}

shop = Shop(url, "admin", "admin123")
told["typed"] = shop.catalog_product_type.items()[0]["type"]
first = shop.session


def expire(session: Optional[str]) -> None:
    Shop(url, session=session).end_session()


expire(first)
names: List[Optional[str]] = []


def read() -> None:
    names.append(shop.catalog_product.info(product_id=1, attributes=["name"])["name"])


threads = [threading.Thread(target=read) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
told["concurrent"] = names
told["session_changed"] = shop.session != first

try:
    shop.customer.info(customer_id=999)
except StoreApiError as error:
    told["fault"] = [error.operation, error.fault, error.code, error.data["resource"]]

try:
    shop.catalog_product.create(type="simple", set=4, sku="py-1", product_data={"name": "", "color": 9_999})
except StoreApiError as error:
    told["errors"] = [error.fault, "errors" in error.data]

told["multi_call"] = [
    entry.fault if isinstance(entry, StoreApiError) else entry
    for entry in shop.multi_call(
        [
            ("catalog_product.currentStore", {"store": "german"}),
            ("sales_order.info", {"orderIncrementId": "nope"}),
            ("catalog_product.currentStore", {"store": "default"}),
        ],
        stop=True,
    )
]

expire(shop.session)
with shop.batch() as batch:
    product = batch.catalog_product.info(product_id=1, attributes=["name"])
    missing = batch.sales_order.info(order_increment_id="nope")
    level = batch.catalog_category.level()
sku: str = product.value["sku"]
told["batch"] = [sku, missing.error.fault if isinstance(missing.error, StoreApiError) else None, len(level.value) > 0]
try:
    missing.value
except StoreApiError as error:
    told["batch_raises"] = error.operation

with shop.batch(stop=True) as batch:
    current = batch.catalog_product.current_store(store="german")
    refused = batch.sales_order.info(order_increment_id="nope")
    skipped = batch.catalog_product.current_store(store="default")
reason = skipped.error.fault if isinstance(skipped.error, StoreClientError) else None
told["stopped"] = [current.value, refused.error is not None, reason]

category: List[int] = [
    shop.catalog_category.create(
        parent_id=2,
        category_data={"name": "Once", "is_active": True, "include_in_menu": True, "available_sort_by": ["name"]},
        idempotency_key="py-once",
    )
    for _ in range(2)
]
order_control = Control(url)
orders = [
    order_control.place_order({"customer_id": 1, "items": [{"sku": "mug-01", "qty": 1}]}, idempotency_key="py-once")
    for _ in range(2)
]
told["once"] = [category[0] == category[1], orders[0] == orders[1]]

try:
    shop.with_options(headers={"Prefer": "fault=store_not_exists"}).catalog_product.info(product_id=1)
except StoreApiError as error:
    told["headers"] = error.fault

try:
    Shop(url, "admin", "wrong-key-1").sales_order.list()
except StoreApiError as error:
    told["refused"] = error.fault

started = time.monotonic()
try:
    Shop(silent, "admin", "admin123", timeout=0.2).sales_order.list()
except StoreClientError as client_error:
    told["timed_out"] = [client_error.fault, time.monotonic() - started < 5]

try:
    Shop("http://127.0.0.1:1", session="s").sales_order.list()
except StoreClientError as client_error:
    told["unreachable"] = client_error.fault

try:
    Control(url).place_order({"customer_id": 999, "items": [{"sku": "mug-01", "qty": 1}]})
except ControlError as control_error:
    told["control"] = [control_error.operation, control_error.status, str(control_error)]
told["clock"] = Control(url).get_clock()["frozen"]

print(json.dumps(told))
