// No such shipment
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","sales_order_shipment.info","100000009"]}
<< {"jsonrpc":"2.0","error":{"code":100,"message":"…","data":{"fault":"shipment_not_exists","resource":"sales_order_shipment","parameter":"shipmentIncrementId"}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","sales_order_shipment.info",""]}
<< {"jsonrpc":"2.0","error":{"code":100,"message":"…","data":{"fault":"shipment_not_exists","resource":"sales_order_shipment","parameter":"shipmentIncrementId"}},"id":2}
