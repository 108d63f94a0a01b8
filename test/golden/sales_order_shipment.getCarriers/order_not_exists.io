// No such order
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","sales_order_shipment.getCarriers","1"]}
<< {"jsonrpc":"2.0","error":{"code":103,"message":"…","data":{"fault":"order_not_exists","resource":"sales_order_shipment","parameter":"orderIncrementId"}},"id":1}
