// One is invalid: nothing changes.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cataloginventory_stock_item.multiUpdate",[[1,2],[{"qty":1},{"qty":-2}]]]}
<< {"jsonrpc":"2.0","error":{"code":102,"message":"…","data":{"fault":"not_updated","resource":"cataloginventory_stock_item","errors":[{"field":"productData[1].qty","message":"must be 0 or more, not -2"}]}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cataloginventory_stock_item.list",[1]]}
<< {"jsonrpc":"2.0","result":[{"product_id":1,"sku":"mug-01","qty":120,"is_in_stock":1}],"id":2}
