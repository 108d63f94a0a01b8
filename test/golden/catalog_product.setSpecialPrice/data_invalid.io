// Prices below 0 and impossible days are refused.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"mug-1",{"name":"Mug","price":12.5,"website_ids":[1]}]]}
<< {"jsonrpc":"2.0","id":1,"result":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product.setSpecialPrice",[1,-1,"2024-02-30","tomorrow"]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":102,"message":"…","data":{"fault":"data_invalid","resource":"catalog_product","errors":[{"field":"specialPrice","message":"…"},{"field":"fromDate","message":"…"},{"field":"toDate","message":"…"}]}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product.getSpecialPrice",[1]]}
<< {"jsonrpc":"2.0","id":3,"result":{"special_price":null,"special_from_date":null,"special_to_date":null}}
