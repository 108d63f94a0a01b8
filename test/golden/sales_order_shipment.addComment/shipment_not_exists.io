// No such shipment
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","sales_order_shipment.addComment",["1","x"]]}
<< {"jsonrpc":"2.0","error":{"code":100,"message":"…","data":{"fault":"shipment_not_exists","resource":"sales_order_shipment","parameter":"shipmentIncrementId"}},"id":1}
