// The first becomes the default, the second does not.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute.addOption",["color",{"label":[{"store_id":[0,1],"value":"<i>Sand</i>"},{"store_id":3,"value":"Sandfarben"}],"is_default":true}]]}
<< {"jsonrpc":"2.0","result":true,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute.addOption",[94,{"label":[{"store_id":0,"value":"Blue"}],"order":"1","is_default":false}]]}
<< {"jsonrpc":"2.0","result":true,"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute.info",["color"]]}
<< {"jsonrpc":"2.0","result":{"attribute_id":94,"attribute_code":"color","frontend_input":"select","default_value":"3","is_unique":false,"is_required":false,"is_configurable":true,"is_searchable":true,"is_visible_in_advanced_search":true,"is_comparable":true,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":["simple"],"frontend_label":[{"store_id":0,"label":"Color"}],"scope":"global","additional_fields":{"is_filterable":1,"is_filterable_in_search":0,"position":0,"used_for_sort_by":0},"options":[{"value":"3","label":"Sand"},{"value":"4","label":"Blue"}]},"id":3}
