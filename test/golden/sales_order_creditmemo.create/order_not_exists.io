// There is no such order.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","sales_order_creditmemo.create",["100000001","wrong"]]}
<< {"jsonrpc":"2.0","error":{"code":103,"message":"…","data":{"fault":"order_not_exists","resource":"sales_order_creditmemo","parameter":"orderIncrementId"}},"id":1}
