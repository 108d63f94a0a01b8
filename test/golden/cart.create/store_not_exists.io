// An unknown store view.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart.create",["nowhere"]]}
<< {"jsonrpc":"2.0","error":{"code":1001,"message":"…","data":{"fault":"store_not_exists","resource":"cart","parameter":"store"}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cart.create",[99]]}
<< {"jsonrpc":"2.0","error":{"code":1001,"message":"…","data":{"fault":"store_not_exists","resource":"cart","parameter":"store"}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","cart.create",[true]]}
<< {"jsonrpc":"2.0","error":{"code":1001,"message":"…","data":{"fault":"store_not_exists","resource":"cart","parameter":"store"}},"id":3}
