// A grouped product has no prices; given prices are ignored.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["grouped",4,"set-1",{"name":"Set"}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product.setSpecialPrice",[1,5]]}
<< {"jsonrpc":"2.0","id":2,"result":true}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product.getSpecialPrice",[1]]}
<< {"jsonrpc":"2.0","id":3,"result":{"special_price":null,"special_from_date":null,"special_to_date":null}}
