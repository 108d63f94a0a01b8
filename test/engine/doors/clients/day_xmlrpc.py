"""A day in the shop by Python's xmlrpc.client. Argument: the address of the server."""

import json
import sys
import urllib.request
import xmlrpc.client

url = sys.argv[1]


def control(method, path, body):
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(url + path, json.dumps(body).encode(), headers, method=method)
    with urllib.request.urlopen(request) as answer:
        return json.loads(answer.read() or b"null")


def code_of(call):
    try:
        call()
    except xmlrpc.client.Fault as fault:
        return str(fault.faultCode)


client = xmlrpc.client.ServerProxy(url + "/api/xmlrpc/", allow_none=True)
session = client.login("admin", "admin123")


def call(path, *args):
    return client.call(session, path, list(args))


found = call("catalog_product.list", {"sku": {"in": ["mug-01", "mug-02"]}})
call("catalog_product.update", "mug-01", {"name": "Renamed"})
product = call("catalog_product.info", 1)
call("product_stock.update", "mug-01", {"qty": 7, "is_in_stock": 1})
[stock] = call("product_stock.list", ["mug-01"])

placed = control("POST", "/control/orders", {"customer_id": 1, "items": [{"sku": "mug-01", "qty": 1}]})
order = placed["increment_id"]
listed = call("sales_order.list", {"increment_id": order})
shipment = call("sales_order_shipment.create", order, {}, "Packed")
call("sales_order_shipment.addTrack", shipment, "ups", "UPS", "1Z999")
invoice = call("sales_order_invoice.create", order, {})
call("sales_order.addComment", order, "complete", "Thank you")
info = call("sales_order.info", order)
shipped = call("sales_order_shipment.info", shipment)

fault = code_of(lambda: call("catalog_product.info", "nothing"))
control("PUT", "/control/clock", {"advance_seconds": 4000})
expired = code_of(lambda: call("catalog_product.info", 1))
session = client.login("admin", "admin123")

together = xmlrpc.client.MultiCall(client)
together.call(session, "catalog_product.info", [1])
together.call(session, "catalog_product.list")
[first, second] = together()

print(
    json.dumps(
        {
            "found": [one["sku"] for one in found],
            "name": product["name"],
            "price": product["price"],
            "qty": stock["qty"],
            "listed": len(listed),
            "state": info["state"],
            "comment": info["status_history"][0]["comment"],
            "track": shipped["tracks"][0]["number"],
            "invoiced": invoice != "",
            "fault": fault,
            "expired": expired,
            "again": first["sku"] if len(second) > 2 else None,
        }
    )
)
