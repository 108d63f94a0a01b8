// Unknown, omitted, and text.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart.create",["default"]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cart_customer.set",[1,{"mode":"customer","customer_id":999}]]}
<< {"jsonrpc":"2.0","error":{"code":1042,"message":"…","data":{"fault":"customer_not_exists","resource":"cart_customer","parameter":"customer.customer_id"}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","cart_customer.set",[1,{"mode":"customer"}]]}
<< {"jsonrpc":"2.0","error":{"code":1042,"message":"…","data":{"fault":"customer_not_exists","resource":"cart_customer"}},"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","cart_customer.set",[1,{"mode":"customer","customer_id":"john"}]]}
<< {"jsonrpc":"2.0","error":{"code":1042,"message":"…","data":{"fault":"customer_not_exists","resource":"cart_customer","parameter":"customer.customer_id"}},"id":4}
