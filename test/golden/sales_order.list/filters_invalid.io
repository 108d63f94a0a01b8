// Unknown fields, operators and forms
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","sales_order.list",[{"nothing":1}]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"filters_invalid","resource":"sales_order","parameter":"filters"}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","sales_order.list",[{"protect_code":"x"}]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"filters_invalid","resource":"sales_order","parameter":"filters"}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","sales_order.list",[{"billing_name":"Anna Becker"}]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"filters_invalid","resource":"sales_order","parameter":"filters"}},"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","sales_order.list",[{"status":{"regexp":"x"}}]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"filters_invalid","resource":"sales_order","parameter":"filters"}},"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","sales_order.list",[{"status":{}}]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"filters_invalid","resource":"sales_order","parameter":"filters"}},"id":5}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","sales_order.list",[{"grand_total":{"gt":"much"}}]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"filters_invalid","resource":"sales_order","parameter":"filters"}},"id":6}
>> {"jsonrpc":"2.0","id":7,"method":"call","params":["$session","sales_order.list",[{"created_at":{"from":"soon"}}]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"filters_invalid","resource":"sales_order","parameter":"filters"}},"id":7}
>> {"jsonrpc":"2.0","id":8,"method":"call","params":["$session","sales_order.list",["pending"]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"filters_invalid","resource":"sales_order","errors":[{"field":"filters","message":"…"}]}},"id":8}
>> {"jsonrpc":"2.0","id":9,"method":"call","params":["$session","sales_order.list",[["status"]]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"filters_invalid","resource":"sales_order","errors":[{"field":"filters","message":"…"}]}},"id":9}
