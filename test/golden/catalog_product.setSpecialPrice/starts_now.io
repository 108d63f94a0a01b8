// Without a first day the period starts now; null keeps, an empty text clears.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug-1",{"name":"Mug","price":12.5,"website_ids":[1]}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product.setSpecialPrice",[1,9.99]]}
<< {"jsonrpc":"2.0","id":2,"result":true}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product.getSpecialPrice",[1]]}
<< {"jsonrpc":"2.0","id":3,"result":{"special_price":9.99,"special_from_date":"2025-06-01 12:00:00","special_to_date":null}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product.setSpecialPrice",[1,null,"2025-07-01","2025-06-15"]]}
<< {"jsonrpc":"2.0","id":4,"result":true}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product.getSpecialPrice",[1]]}
<< {"jsonrpc":"2.0","id":5,"result":{"special_price":9.99,"special_from_date":"2025-07-01 00:00:00","special_to_date":"2025-06-15 00:00:00"}}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_product.setSpecialPrice",[1,"","",""]]}
<< {"jsonrpc":"2.0","id":6,"result":true}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","catalog_product.getSpecialPrice",[1]]}
<< {"jsonrpc":"2.0","id":7,"result":{"special_price":null,"special_from_date":null,"special_to_date":null}}
