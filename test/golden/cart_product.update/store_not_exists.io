// An unknown store view, before the unknown cart.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cart.create",["default"]]}
<< {"jsonrpc":"2.0","result":1,"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cart_product.update",[99,[{"sku":"mug-01"}],"nowhere"]]}
<< {"jsonrpc":"2.0","error":{"code":1001,"message":"…","data":{"fault":"store_not_exists","resource":"cart_product","parameter":"store"}},"id":2}
