// Only orders on hold
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","sales_order.unhold","100000001"]}
<< {"jsonrpc":"2.0","error":{"code":103,"message":"…","data":{"fault":"order_not_unholdable","resource":"sales_order","parameter":"orderIncrementId"}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","sales_order.unhold","200000002"]}
<< {"jsonrpc":"2.0","error":{"code":103,"message":"…","data":{"fault":"order_not_unholdable","resource":"sales_order","parameter":"orderIncrementId"}},"id":2}
