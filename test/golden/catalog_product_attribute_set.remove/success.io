// The products of the set are also deleted.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute_set.create",["Mugs",4]]}
<< {"jsonrpc":"2.0","result":9,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product.create",["simple",9,"mug",{"name":"Mug"}]]}
<< {"jsonrpc":"2.0","result":1,"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute_set.remove",[9,true]]}
<< {"jsonrpc":"2.0","result":true,"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product.list"]}
<< {"jsonrpc":"2.0","result":[],"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_attribute_set.items"]}
<< {"jsonrpc":"2.0","result":[{"set_id":4,"name":"Default"}],"id":5}
