// No such order
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","sales_order.hold","1"]}
<< {"jsonrpc":"2.0","error":{"code":100,"message":"…","data":{"fault":"order_not_exists","resource":"sales_order","parameter":"orderIncrementId"}},"id":1}
