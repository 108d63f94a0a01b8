"""The plugin hands every test a shop of its own: `pytest -p store_api.pytest_plugin`, perhaps below `store-api exec --`."""

import pytest
from store_api import ControlError
from store_api.pytest_plugin import StoreApi


def test_a_product_is_renamed(store_api: StoreApi) -> None:
    store_api.shop.catalog_product.update(product_id=1, product_data={"name": "Cup"})
    store_api.control.verify_calls({"operation": "catalog_product.update", "match": {"productId": 1}, "times": 1})


def test_what_was_not_called_names_the_nearest(store_api: StoreApi) -> None:
    store_api.shop.catalog_product.info(product_id=2)
    with pytest.raises(ControlError, match="productId is 2, expected 1"):
        store_api.control.verify_calls({"operation": "catalog_product.info", "match": {"productId": 1}})
