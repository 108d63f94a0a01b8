// Unknown addresses.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer_address.delete",99]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":102,"message":"…","data":{"fault":"address_not_exists","resource":"customer_address","parameter":"addressId"}}}
