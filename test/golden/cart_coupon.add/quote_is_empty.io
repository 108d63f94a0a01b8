// Nothing to reduce.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart.create",["default"]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cart_coupon.add",[1,"TEN"]]}
<< {"jsonrpc":"2.0","error":{"code":1081,"message":"…","data":{"fault":"quote_is_empty","resource":"cart_coupon","parameter":"quoteId"}},"id":2}
