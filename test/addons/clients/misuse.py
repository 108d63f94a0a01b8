"""Mistakes that a checker of types must find, one per line that says so."""

from store_api import Shop, StoreApiError
from store_api.types import ProductChanges

shop = Shop("http://127.0.0.1:8080", "admin", "admin123")
shop.catalog_product.info(product_id=[1])  # wrong
shop.catalog_product.info(productId=1)  # wrong
shop.catalog_category.assignedProducts(category_id=1)  # wrong
shop.catalog_product.infos(product_id=1)  # wrong
shop.catalog_product.list()[0]["no_such_member"]  # wrong
number: str = shop.customer.create(customer_data={"email": "a@example.com", "firstname": "A", "lastname": "B"})  # wrong
with shop.batch() as batch:
    types = batch.catalog_product_type.items()
    batch.catalog_product.info(product_id=[1])  # wrong
types.value[0]["no_such_member"]  # wrong
shop.catalog_product.info(product_id=1, idempotency_key="k")  # wrong
shop.catalog_product.update(product_id=1, product_data={"pricee": 5})  # wrong
shop.catalog_category.update(category_id=3, category_data={"nam": "A"})  # wrong
shop.customer.update(customer_id=1, customer_data={"firstnam": "A"})  # wrong
shop.catalog_product.list(filters={"skuu": "mug-01"})  # wrong
shop.import_all("customer.creat", [], key="k")  # wrong
shop.cart_customer.addresses(quote_id=1, addresses=[{"mode": "billing", "citty": "A"}])  # wrong


class Changes(ProductChanges, total=False):
    fabric: str


own: Changes = {"fabric": "wool", "price": 5}
shop.catalog_product.update(product_id=1, product_data=own)
mistaken: Changes = {"fabrics": "wool"}  # wrong
try:
    shop.sales_order.hold(order_increment_id="100000001")
except StoreApiError as error:
    if error.fault == "no_such_fault":  # wrong
        pass
