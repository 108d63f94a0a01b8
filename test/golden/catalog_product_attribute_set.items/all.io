// Sets for products only.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute_set.items"]}
<< {"jsonrpc":"2.0","result":[{"set_id":4,"name":"Default"}],"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_set.create",["Mugs",4]]}
<< {"jsonrpc":"2.0","result":9,"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute_set.items"]}
<< {"jsonrpc":"2.0","result":[{"set_id":4,"name":"Default"},{"set_id":9,"name":"Mugs"}],"id":3}
