// Only given members change.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute.create",[{"attribute_code":"glaze","frontend_input":"select","scope":"store","frontend_label":[{"store_id":0,"label":"Glaze"}]}]]}
<< {"jsonrpc":"2.0","result":134,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute.update",["glaze",{"is_comparable":true,"additional_fields":{"position":3},"attribute_code":"other","frontend_input":"text"}]]}
<< {"jsonrpc":"2.0","result":true,"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute.update",["134",{"frontend_label":[{"store_id":0,"label":"Coating"},{"store_id":3,"label":"Überzug"}],"default_value":""}]]}
<< {"jsonrpc":"2.0","result":true,"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_attribute.info",["glaze"]]}
<< {"jsonrpc":"2.0","result":{"attribute_id":134,"attribute_code":"glaze","frontend_input":"select","default_value":"","is_unique":false,"is_required":false,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":true,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Coating"},{"store_id":3,"label":"Überzug"}],"scope":"store","additional_fields":{"is_filterable":0,"is_filterable_in_search":0,"position":3,"used_for_sort_by":0},"options":[]},"id":4}
