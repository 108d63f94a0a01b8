// Three nulls without a special price; otherwise the values of the store.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug-1",{"name":"Mug","price":12.5,"website_ids":[1],"special_price":9.99,"special_from_date":"2024-05-01","special_to_date":"2024-05-31 23:59:59"}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug-2",{"name":"Mug","price":12.5,"website_ids":[1]}]]}
<< {"jsonrpc":"2.0","id":2,"result":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product.getSpecialPrice",[1]]}
<< {"jsonrpc":"2.0","id":3,"result":{"special_price":9.99,"special_from_date":"2024-05-01 00:00:00","special_to_date":"2024-05-31 23:59:59"}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product.getSpecialPrice",[2,"german"]]}
<< {"jsonrpc":"2.0","id":4,"result":{"special_price":null,"special_from_date":null,"special_to_date":null}}
