// No such cart, and one of another website.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart.create",["default"]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cart_payment.list",[99]]}
<< {"jsonrpc":"2.0","error":{"code":1002,"message":"…","data":{"fault":"quote_not_exists","resource":"cart_payment","parameter":"quoteId"}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","cart_payment.list",[1,2]]}
<< {"jsonrpc":"2.0","error":{"code":1002,"message":"…","data":{"fault":"quote_not_exists","resource":"cart_payment","parameter":"store"}},"id":3}
