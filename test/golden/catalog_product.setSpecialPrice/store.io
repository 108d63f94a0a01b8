// A special price applies to the website of the store view.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug-1",{"name":"Mug","price":12.5,"website_ids":[1]}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product.setSpecialPrice",[1,9,"2025-07-01",null,"german"]]}
<< {"jsonrpc":"2.0","id":2,"result":true}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product.getSpecialPrice",[1,"default"]]}
<< {"jsonrpc":"2.0","id":3,"result":{"special_price":9,"special_from_date":"2025-07-01 00:00:00","special_to_date":null}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product.getSpecialPrice",[1,"second_default"]]}
<< {"jsonrpc":"2.0","id":4,"result":{"special_price":null,"special_from_date":null,"special_to_date":null}}
