"""A day in the shop by suds and SOAP v2. Argument: the address of the server."""

import json
import logging
import sys
import urllib.request

from suds import WebFault
from suds.client import Client

url = sys.argv[1]
# Faults are looked at here.
logging.getLogger("suds").setLevel(logging.CRITICAL)


def control(method, path, body):
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(url + path, json.dumps(body).encode(), headers, method=method)
    with urllib.request.urlopen(request) as answer:
        return json.loads(answer.read() or b"null")


client = Client(url + "/api/v2_soap/?wsdl", cache=None)
service = client.service


def code_of(call, *args):
    try:
        call(*args)
    except WebFault as fault:
        return str(fault.fault.faultcode)


session = service.login("admin", "admin123")
in_list = {"complex_filter": [{"key": "sku", "value": {"key": "in", "value": "mug-01,mug-02"}}]}
found = service.catalogProductList(session, in_list)
service.catalogProductUpdate(session, "mug-01", {"name": "Renamed"})
product = service.catalogProductInfo(session, "1")
service.catalogInventoryStockItemUpdate(session, "mug-01", {"qty": "7", "is_in_stock": 1})
[stock] = service.catalogInventoryStockItemList(session, ["mug-01"])

placed = control("POST", "/control/orders", {"customer_id": 1, "items": [{"sku": "mug-01", "qty": 1}]})
order = placed["increment_id"]
listed = service.salesOrderList(session, {"filter": [{"key": "increment_id", "value": order}]})
shipment = service.salesOrderShipmentCreate(session, order, [], "Packed")
service.salesOrderShipmentAddTrack(session, shipment, "ups", "UPS", "1Z999")
invoice = service.salesOrderInvoiceCreate(session, order, [])
service.salesOrderAddComment(session, order, "complete", "Thank you")
info = service.salesOrderInfo(session, order)
shipped = service.salesOrderShipmentInfo(session, shipment)

fault = code_of(service.catalogProductInfo, session, "nothing")
control("PUT", "/control/clock", {"advance_seconds": 4000})
expired = code_of(service.catalogProductInfo, session, "1")
session = service.login("admin", "admin123")

print(
    json.dumps(
        {
            "found": [one.sku for one in found],
            "name": product.name,
            "price": product.price,
            "qty": stock.qty,
            "listed": len(listed),
            "state": info.state,
            "comment": info.status_history[0].comment,
            "track": shipped.tracks[0].number,
            "invoiced": invoice != "",
            "fault": fault,
            "expired": expired,
            "again": service.catalogProductInfo(session, "1").sku,
        }
    )
)
