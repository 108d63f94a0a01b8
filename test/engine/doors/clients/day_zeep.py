"""A day in the shop by zeep and SOAP v2. Argument: the address of the server."""

import json
import sys
import urllib.request

from zeep import Client, exceptions, xsd

url = sys.argv[1]
nothing = xsd.SkipValue


def control(method, path, body):
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(url + path, json.dumps(body).encode(), headers, method=method)
    with urllib.request.urlopen(request) as answer:
        return json.loads(answer.read() or b"null")


def code_of(call):
    try:
        call()
    except exceptions.Fault as fault:
        return str(fault.code)


client = Client(url + "/api/v2_soap/?wsdl")
shop = client.service
session = shop.login("admin", "admin123")


def product_info(product):
    return shop.catalogProductInfo(session, product, nothing, nothing, nothing)



def listed(element, *values):
    """The elements of a list in SOAP encoding, whose form zeep has to be told."""
    return {"_value_1": [xsd.AnyObject(xsd.Element("item", element), value) for value in values]}


def entity(name):
    return client.get_type("{urn:Magento}" + name)


condition = entity("complexFilter")(key="sku", value={"key": "in", "value": "mug-01,mug-02"})
filters = {"complex_filter": listed(entity("complexFilter"), condition)}
found = shop.catalogProductList(session, filters, nothing)
shop.catalogProductUpdate(session, "mug-01", {"name": "Renamed"}, nothing, nothing)
product = product_info("1")
shop.catalogInventoryStockItemUpdate(session, "mug-01", {"qty": "7", "is_in_stock": 1})
[stock] = shop.catalogInventoryStockItemList(session, listed(xsd.String(), "mug-01"))

placed = control("POST", "/control/orders", {"customer_id": 1, "items": [{"sku": "mug-01", "qty": 1}]})
order = placed["increment_id"]
one = entity("associativeEntity")(key="increment_id", value=order)
orders = shop.salesOrderList(session, {"filter": listed(entity("associativeEntity"), one)})
shipment = shop.salesOrderShipmentCreate(session, order, nothing, "Packed", 0, 0)
shop.salesOrderShipmentAddTrack(session, shipment, "ups", "UPS", "1Z999", nothing)
invoice = shop.salesOrderInvoiceCreate(session, order, nothing, nothing, nothing, nothing)
shop.salesOrderAddComment(session, order, "complete", "Thank you", nothing)
info = shop.salesOrderInfo(session, order)
shipped = shop.salesOrderShipmentInfo(session, shipment)

fault = code_of(lambda: product_info("nothing"))
control("PUT", "/control/clock", {"advance_seconds": 4000})
expired = code_of(lambda: product_info("1"))
session = shop.login("admin", "admin123")

print(
    json.dumps(
        {
            "found": [one["sku"] for one in found],
            "name": product["name"],
            "price": product["price"],
            "qty": stock["qty"],
            "listed": len(orders),
            "state": info["state"],
            "comment": info["status_history"][0]["comment"],
            "track": shipped["tracks"][0]["number"],
            "invoiced": invoice != "",
            "fault": fault,
            "expired": expired,
            "again": product_info("1")["sku"],
        }
    )
)
