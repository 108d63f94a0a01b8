// Unknown fields and forms
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","sales_order_shipment.list",[{"carrier":"ups"}]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"filters_invalid","resource":"sales_order_shipment","parameter":"filters"}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","sales_order_shipment.list",["x"]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"filters_invalid","resource":"sales_order_shipment","errors":[{"field":"filters","message":"…"}]}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","sales_order_shipment.list",[{"total_qty":{"like":[]}}]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"filters_invalid","resource":"sales_order_shipment","parameter":"filters"}},"id":3}
