// No such cart, not even by its leading digits; and one of another website.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart.create",["default"]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cart.totals",[99]]}
<< {"jsonrpc":"2.0","error":{"code":1002,"message":"…","data":{"fault":"quote_not_exists","resource":"cart","parameter":"quoteId"}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","cart.totals",["1 abc"]]}
<< {"jsonrpc":"2.0","error":{"code":1002,"message":"…","data":{"fault":"quote_not_exists","resource":"cart","parameter":"quoteId"}},"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","cart.totals",[1,2]]}
<< {"jsonrpc":"2.0","error":{"code":1002,"message":"…","data":{"fault":"quote_not_exists","resource":"cart","parameter":"store"}},"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","cart.totals",[1,0]]}
<< {"jsonrpc":"2.0","error":{"code":1002,"message":"…","data":{"fault":"quote_not_exists","resource":"cart","parameter":"store"}},"id":5}
