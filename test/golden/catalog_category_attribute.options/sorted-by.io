// Attributes for sorting follow, sorted by their labels, which no store view translates.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute.create",[{"attribute_code":"firing","frontend_input":"text","scope":"global","frontend_label":[{"store_id":0,"label":"Year of firing"},{"store_id":3,"label":"Brennjahr"}],"additional_fields":{"used_for_sort_by":1}}]]}
<< {"jsonrpc":"2.0","id":1,"result":134}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute.create",[{"attribute_code":"weight_class","frontend_input":"text","scope":"global","frontend_label":[{"store_id":0,"label":"Class of weight"}],"additional_fields":{"used_for_sort_by":1}}]]}
<< {"jsonrpc":"2.0","id":2,"result":135}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_category_attribute.options",["available_sort_by","german"]]}
<< {"jsonrpc":"2.0","id":3,"result":[{"value":"position","label":"Best Value"},{"value":"name","label":"Name"},{"value":"price","label":"Price"},{"value":"weight_class","label":"Class of weight"},{"value":"firing","label":"Year of firing"}]}
