"""Imports 500 customers, told as JSON: the address of a shop. A line per request says how many are done."""

import json
import sys

from store_api import ImportProgress, Shop
from store_api.types import NewCustomer


def customer(number: int) -> NewCustomer:
    return {
        "email": f"python-{number}@example.com",
        "firstname": "Ida",
        "lastname": f"No. {number}",
        "password": "correct horse 7",
        "website_id": 1,
    }


def tell(state: ImportProgress) -> None:
    print(f"done {state.done}", flush=True)


shop = Shop(sys.argv[1], "admin", "admin123")
items = [{"customerData": customer(number)} for number in range(500)]
outcomes = shop.import_all("customer.create", items, key="python", attempts=20, on_progress=tell)
print(json.dumps([outcome.value for outcome in outcomes]))
