"""The calls of an ERP connector: customers that changed, and stock that came in. python3 erp.py http://127.0.0.1:8080"""

import sys
import xmlrpc.client
from typing import Any

url = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"
shop = xmlrpc.client.ServerProxy(f"{url}/api/xmlrpc", allow_none=True)
session = shop.login("admin", "admin123")


def call(operation: str, *args: Any) -> Any:
    return shop.call(session, operation, list(args))


ids = call("ol_customer.search", {"website_id": {"in": [1]}, "created_at": {"from": "2000-01-01 00:00:00"}})
print("customers", ids)

print("updated", call("oerp_cataloginventory_stock_item.update", 1, {"qty": 42.0, "is_in_stock": 1}))
print("stock", call("cataloginventory_stock_item.list", [1])[0]["qty"])

try:
    call("oerp_cataloginventory_stock_item.update", 999999, {"qty": 1})
except xmlrpc.client.Fault as fault:
    print("fault", fault.faultCode, fault.faultString)
