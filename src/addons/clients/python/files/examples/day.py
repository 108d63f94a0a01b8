"""A typical day in the shop, with only the typed clients. The created objects stay in the shop.

    python3 examples/day.py http://127.0.0.1:8080

The address is the first argument or STORE_API_URL; user and key are those of the sample shop.
"""

import json
import os
import sys
import time
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from store_api import Control, Shop, StoreApiError  # noqa: E402

# A minimal PNG.
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="


def day(url: str) -> None:
    with Shop(url, "admin", "admin123") as shop, Control(url) as control:
        work(shop, control, url)


def work(shop: Shop, control: Control, url: str) -> None:
    stamp = format(time.time_ns(), "x")

    print(f"session {shop.login()[:8]}…")

    sku = f"day-{stamp}"
    product_id = shop.catalog_product.create(
        type="simple",
        set=4,
        sku=sku,
        product_data={
            "name": "Breakfast Mug",
            "price": 14.9,
            "weight": 0.4,
            "status": 1,
            "visibility": 4,
            "description": "Holds 300 ml.",
            "short_description": "A mug.",
            "website_ids": [1],
            "stock_data": {"qty": 50, "is_in_stock": 1, "manage_stock": 1, "use_config_manage_stock": 0},
        },
    )
    product = shop.catalog_product.info(product_id=product_id, attributes=["name", "price", "stock_data"])
    # Only the members that were asked for are there.
    stock = product.get("stock_data")
    qty = stock["qty"] if stock else 0
    print(f"product {product['product_id']}: {product.get('name')}, {product.get('price')}, {qty} in stock")

    mugs = shop.catalog_product.list(filters={"sku": {"like": "%mug%"}, "status": 1})
    print(f"{len(mugs)} products have \"mug\" in their SKU, the first is {mugs[0]['name']}")

    category_id = shop.catalog_category.create(
        parent_id=2,
        category_data={
            "name": f"Breakfast {stamp}",
            "is_active": True,
            "include_in_menu": True,
            "available_sort_by": ["name"],
        },
    )
    shop.catalog_category.assign_product(category_id=category_id, product_id=product_id, position=1)
    assigned = shop.catalog_category.assigned_products(category_id=category_id)
    print(f"category {category_id} holds {', '.join(one['sku'] for one in assigned)}")

    file = shop.catalog_product_attribute_media.create(
        product_id=product_id,
        data={
            "file": {"content": PIXEL, "mime": "image/png", "name": "mug"},
            "label": "A mug",
            "types": ["image", "thumbnail"],
        },
    )
    image = shop.catalog_product_attribute_media.info(product_id=product_id, file=file)
    print(f"image {image['file']} at {image['url']}")

    customer_id = shop.customer.create(
        customer_data={
            "email": f"ada-{stamp}@example.com",
            "firstname": "Ada",
            "lastname": "King",
            "password": "analytical1",
            "website_id": 1,
            "group_id": 1,
        }
    )
    address_id = shop.customer_address.create(
        customer_id=customer_id,
        address_data={
            "firstname": "Ada",
            "lastname": "King",
            "street": ["1 Main Street", "Floor 2"],
            "city": "Berlin",
            "postcode": "10115",
            "country_id": "DE",
            "region": "Berlin",
            "telephone": "030 123456",
            "is_default_billing": True,
            "is_default_shipping": True,
        },
    )
    print(f"customer {customer_id} with address {address_id}")

    order = control.place_order({"customer_id": customer_id, "items": [{"sku": sku, "qty": 2}]})
    number = order["increment_id"]
    item_id = order["items"][0]["item_id"]
    invoice = shop.sales_order_invoice.create(order_increment_id=number, comment="Thank you.")
    shipment = shop.sales_order_shipment.create(
        order_increment_id=number, items_qty=[{"order_item_id": item_id, "qty": 2}]
    )
    shop.sales_order_shipment.add_track(
        shipment_increment_id=shipment, carrier="custom", title="By bicycle", track_number="B-1"
    )
    creditmemo = shop.sales_order_creditmemo.create(
        order_increment_id=number,
        creditmemo_data={"items": [{"order_item_id": item_id, "qty": 1}], "shipping_amount": 0},
    )
    info = shop.sales_order.info(order_increment_id=number)
    print(f"order {number}: invoice {invoice}, shipment {shipment}, credit memo {creditmemo}")
    print(f"it is {info['state']}, {info['total_refunded']} refunded")

    control.add_fault({"operation": "catalog_product.info", "fault": "product_not_exists"})
    try:
        shop.catalog_product.info(product_id=product_id)
    except StoreApiError as error:
        if error.fault == "product_not_exists":
            print("the forced fault came: there is no such product")
        else:
            raise

    headers = {"Accept": "application/json", "Authorization": f"Bearer {shop.session}"}
    request = urllib.request.Request(f"{url}/api/rest/customers/{customer_id}", headers=headers)
    with urllib.request.urlopen(request) as response:
        print(f"by REST: {json.load(response)['email']}")


if __name__ == "__main__":
    day(sys.argv[1] if len(sys.argv) > 1 else os.environ.get("STORE_API_URL", "http://127.0.0.1:8080"))
