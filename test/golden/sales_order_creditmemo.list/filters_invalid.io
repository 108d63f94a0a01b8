// Fields that cannot be filtered are refused.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","sales_order_creditmemo.list",[{"nothing":1}]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"filters_invalid","resource":"sales_order_creditmemo","parameter":"filters"}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","sales_order_creditmemo.list",[{"grand_total":"much"}]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"filters_invalid","resource":"sales_order_creditmemo","parameter":"filters"}},"id":2}
