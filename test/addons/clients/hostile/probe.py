"""What the Python client finds at a hostile server, told as JSON: behaviour → what → reason, status, retryAfter, named, seconds."""

import json
import sys
import time
from typing import Callable, Dict

from store_api import Control, ControlError, Shop, StoreApiError, StoreClientError

url, secret, most = sys.argv[1], sys.argv[2], int(sys.argv[3])


def found(address: str, call: Callable[[], object]) -> Dict[str, object]:
    started = time.monotonic()
    entry: Dict[str, object] = {}
    try:
        entry["reason"] = f"answered {call()!r}"
    except (StoreClientError, ControlError) as error:
        entry = {
            "reason": error.fault,
            "status": error.status or None,
            "retryAfter": error.retry_after,
            "named": address in str(error),
        }
    except StoreApiError as error:
        entry["reason"] = f"refused with {error.fault}"
    return {**entry, "seconds": time.monotonic() - started}


told: Dict[str, Dict[str, object]] = {}
for behaviour in sys.argv[4:]:
    name, seconds = behaviour.split("=")
    timeout = float(seconds)
    shop_url = f"{url}/{name}"
    shop = Shop(
        shop_url,
        session=secret,
        timeout=timeout,
        max_answer_bytes=most,
        strict=True,
        headers={"prefer": "wait=5"},
    )
    control = Control(shop_url, token=secret, timeout=timeout, max_answer_bytes=most)
    batch = shop.batch()
    batch.catalog_product_type.items()
    batch.catalog_category.level()
    told[name] = {
        "call": found(shop_url, lambda: shop.catalog_product.info(product_id=1)),
        "batch": found(shop_url, batch.send),
        "control": found(shop_url, control.get_clock),
    }
print(json.dumps(told))
