// Fields that cannot be filtered are refused.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","sales_order_invoice.list",[{"billing_name":"Ada"}]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"filters_invalid","resource":"sales_order_invoice","parameter":"filters"}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","sales_order_invoice.list",["state"]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"filters_invalid","resource":"sales_order_invoice","errors":[{"field":"filters","message":"…"}]}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","sales_order_invoice.list",[{"state":{"regexp":"."}}]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"filters_invalid","resource":"sales_order_invoice","parameter":"filters"}},"id":3}
