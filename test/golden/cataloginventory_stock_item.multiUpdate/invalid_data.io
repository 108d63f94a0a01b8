// Lists of different lengths, and a value that is not a list.
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cataloginventory_stock_item.multiUpdate",[[1,2],[{"qty":1}]]]}
<< {"jsonrpc":"2.0","error":{"code":103,"message":"…","data":{"fault":"invalid_data","resource":"cataloginventory_stock_item","errors":[{"field":"productData","message":"must have as many elements as productIds: 2, not 1"}]}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cataloginventory_stock_item.multiUpdate",[[1],{"qty":1}]]}
<< {"jsonrpc":"2.0","error":{"code":103,"message":"…","data":{"fault":"invalid_data","resource":"cataloginventory_stock_item","errors":[{"field":"productData","message":"must be a list of objects, not {\"qty\":1}"}]}},"id":2}
