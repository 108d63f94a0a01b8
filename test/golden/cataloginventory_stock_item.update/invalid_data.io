// The answer in strict mode (`Prefer: handling=strict`).
// @dataset sample
>> POST /control/faults {"operation":"cataloginventory_stock_item.update","fault":"invalid_data"}
<< 201
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","cataloginventory_stock_item.update",[1,{"qyt":5}]]}
<< {"jsonrpc":"2.0","error":{"code":103,"message":"…","data":{"fault":"invalid_data","resource":"cataloginventory_stock_item","errors":[{"field":"…","message":"…"}]}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","cataloginventory_stock_item.update",[1,{"qyt":5}]]}
<< {"jsonrpc":"2.0","result":true,"id":2}
