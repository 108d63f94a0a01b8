// The store is checked after type and set, before the values.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product.create",["simple",4,"a",{},99]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":100,"message":"…","data":{"fault":"store_not_exists","resource":"catalog_product","parameter":"store"}}}
