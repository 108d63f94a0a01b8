// No such address.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart.create",["default"]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cart_customer.set",[1,{"mode":"customer","customer_id":1}]]}
<< {"jsonrpc":"2.0","result":true,"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","cart_customer.addresses",[1,[{"mode":"billing","address_id":9999}]]]}
<< {"jsonrpc":"2.0","error":{"code":1053,"message":"…","data":{"fault":"invalid_address_id","resource":"cart_customer","parameter":"addresses[0].address_id"}},"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","cart_customer.addresses",[1,[{"mode":"billing","address_id":"home"}]]]}
<< {"jsonrpc":"2.0","error":{"code":1053,"message":"…","data":{"fault":"invalid_address_id","resource":"cart_customer","parameter":"addresses[0].address_id"}},"id":4}
