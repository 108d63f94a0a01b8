// Labels and search flags of a system attribute can change.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute.update",["name",{"is_comparable":true,"scope":"store","frontend_label":[{"store_id":0,"label":"Title"}]}]]}
<< {"jsonrpc":"2.0","result":true,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute.info",["name"]]}
<< {"jsonrpc":"2.0","result":{"attribute_id":73,"attribute_code":"name","frontend_input":"text","default_value":null,"is_unique":false,"is_required":true,"is_configurable":true,"is_searchable":true,"is_visible_in_advanced_search":true,"is_comparable":true,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":true,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Title"}],"scope":"store","additional_fields":{"frontend_class":null,"is_html_allowed_on_front":0,"used_for_sort_by":1},"options":[]},"id":2}
