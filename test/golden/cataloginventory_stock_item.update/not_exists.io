// Neither an ID nor a SKU; checked before the data.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cataloginventory_stock_item.update",[99999,5]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"not_exists","resource":"cataloginventory_stock_item","parameter":"productId"}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cataloginventory_stock_item.update",["nope",5]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"not_exists","resource":"cataloginventory_stock_item","parameter":"productId"}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","cataloginventory_stock_item.update",["",5]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"not_exists","resource":"cataloginventory_stock_item","parameter":"productId"}},"id":3}
