// An unknown store view, which is checked before the filters
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","sales_order.list",[{},"nope"]]}
<< {"jsonrpc":"2.0","error":{"code":105,"message":"…","data":{"fault":"store_not_exists","resource":"sales_order","parameter":"store"}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","sales_order.list",[{"nothing":1},99]]}
<< {"jsonrpc":"2.0","error":{"code":105,"message":"…","data":{"fault":"store_not_exists","resource":"sales_order","parameter":"store"}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","sales_order.list",[{},true]]}
<< {"jsonrpc":"2.0","error":{"code":105,"message":"…","data":{"fault":"store_not_exists","resource":"sales_order","parameter":"store"}},"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","sales_order.list",[{},1.5]]}
<< {"jsonrpc":"2.0","error":{"code":105,"message":"…","data":{"fault":"store_not_exists","resource":"sales_order","parameter":"store"}},"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","sales_order.list",[{},[1]]]}
<< {"jsonrpc":"2.0","error":{"code":105,"message":"…","data":{"fault":"store_not_exists","resource":"sales_order","parameter":"store"}},"id":5}
