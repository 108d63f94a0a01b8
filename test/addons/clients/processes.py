"""What arrives of an error in another process, told as JSON: the address of a shop and of a server that never answers."""

import copy
import importlib
import json
import multiprocessing
import pickle
import pkgutil
import sys
from concurrent.futures import ProcessPoolExecutor
from typing import Callable, List, Optional, Set, Type

import store_api
from store_api import Control, Shop, StoreApiError, StoreClientError


class OwnError(StoreApiError):
    """A subclass of a caller, with a constructor of its own."""

    def __init__(self, line: int) -> None:
        super().__init__("catalog_product.create", 101, "no such product", {"fault": "product_not_exists"})
        self.line = line


def name_of(url: str, product_id: int) -> Optional[str]:
    return Shop(url, "admin", "admin123").catalog_product.info(product_id=product_id)["name"]


def raised(call: Callable[[], object]) -> Exception:
    try:
        call()
    except Exception as error:
        return error
    raise AssertionError("the call was not refused")


def ways(error: Exception) -> List[Exception]:
    pickled = [pickle.loads(pickle.dumps(error, version)) for version in range(pickle.HIGHEST_PROTOCOL + 1)]
    return [*pickled, copy.copy(error), copy.deepcopy(error)]


def is_whole(error: Exception) -> bool:
    return all(
        other is not error
        and type(other) is type(error)
        and vars(other) == vars(error)
        and str(other) == str(error)
        and other.args == error.args
        for other in ways(error)
    )


def error_classes() -> Set[Type[BaseException]]:
    # The plugin needs pytest.
    names = {module.name for module in pkgutil.iter_modules(store_api.__path__)} - {"pytest_plugin"}
    modules = [importlib.import_module(f"store_api.{name}") for name in names]
    return {
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, BaseException) and value.__module__.startswith("store_api")
    }


def main(url: str, silent: str) -> None:
    shop = Shop(url, "admin", "admin123")
    client_error = raised(lambda: Shop(silent, "admin", "admin123", timeout=0.2).sales_order.list())
    transport_error = client_error.__cause__
    assert isinstance(transport_error, Exception)
    errors = [
        raised(lambda: shop.catalog_product.create(type="simple", set=4, sku="p-1", product_data={"name": ""})),
        client_error,
        raised(lambda: Control(url).place_order({"customer_id": 999, "items": [{"sku": "mug-01", "qty": 1}]})),
        transport_error,
    ]
    errors[0].add_note("line 7 of the import")
    own = OwnError(7)

    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        refused = pool.submit(name_of, url, 999_999).exception()
        unanswered = pool.submit(name_of, "http://127.0.0.1:1", 1).exception()
        after = pool.submit(name_of, url, 1).result()
    assert isinstance(refused, StoreApiError)
    assert isinstance(unanswered, StoreClientError)

    untested = error_classes() - {type(error) for error in errors}
    print(
        json.dumps(
            {
                "whole": {type(error).__name__: is_whole(error) for error in errors},
                "untested": sorted(kind.__name__ for kind in untested),
                "subclass": [is_whole(own), [getattr(other, "line") for other in ways(own)][0]],
                "refused": [refused.operation, refused.fault, refused.code],
                "unanswered": [unanswered.operation, unanswered.fault],
                "after": after,
            }
        )
    )


if __name__ == "__main__":
    main(*sys.argv[1:3])
