// On hold, in review, canceled, virtual, all shipped; arguments are checked later
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","sales_order_shipment.create",["100000005"]]}
<< {"jsonrpc":"2.0","error":{"code":102,"message":"…","data":{"fault":"order_not_shippable","resource":"sales_order_shipment","parameter":"orderIncrementId"}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","sales_order_shipment.create",["100000012","x"]]}
<< {"jsonrpc":"2.0","error":{"code":102,"message":"…","data":{"fault":"order_not_shippable","resource":"sales_order_shipment","parameter":"orderIncrementId"}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","sales_order_shipment.create",["200000002"]]}
<< {"jsonrpc":"2.0","error":{"code":102,"message":"…","data":{"fault":"order_not_shippable","resource":"sales_order_shipment","parameter":"orderIncrementId"}},"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","sales_order_shipment.create",["100000007"]]}
<< {"jsonrpc":"2.0","error":{"code":102,"message":"…","data":{"fault":"order_not_shippable","resource":"sales_order_shipment","parameter":"orderIncrementId"}},"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","sales_order_shipment.create",["100000003"]]}
<< {"jsonrpc":"2.0","error":{"code":102,"message":"…","data":{"fault":"order_not_shippable","resource":"sales_order_shipment","parameter":"orderIncrementId"}},"id":5}
