// Not twice, not in review, not in a final state
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","sales_order.hold","100000005"]}
<< {"jsonrpc":"2.0","error":{"code":103,"message":"…","data":{"fault":"order_not_holdable","resource":"sales_order","parameter":"orderIncrementId"}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","sales_order.hold","100000003"]}
<< {"jsonrpc":"2.0","error":{"code":103,"message":"…","data":{"fault":"order_not_holdable","resource":"sales_order","parameter":"orderIncrementId"}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","sales_order.hold","100000014"]}
<< {"jsonrpc":"2.0","error":{"code":103,"message":"…","data":{"fault":"order_not_holdable","resource":"sales_order","parameter":"orderIncrementId"}},"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","sales_order.hold","200000002"]}
<< {"jsonrpc":"2.0","error":{"code":103,"message":"…","data":{"fault":"order_not_holdable","resource":"sales_order","parameter":"orderIncrementId"}},"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","sales_order.hold","100000011"]}
<< {"jsonrpc":"2.0","error":{"code":103,"message":"…","data":{"fault":"order_not_holdable","resource":"sales_order","parameter":"orderIncrementId"}},"id":5}
