// Statuses are compared exactly
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","sales_order.addComment",["100000001","Pending"]]}
<< {"jsonrpc":"2.0","error":{"code":104,"message":"…","data":{"fault":"status_not_exists","resource":"sales_order","parameter":"status"}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","sales_order.addComment",["100000001",""]]}
<< {"jsonrpc":"2.0","error":{"code":104,"message":"…","data":{"fault":"status_not_exists","resource":"sales_order","parameter":"status"}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","sales_order.addComment",["100000001","shipped","x",true]]}
<< {"jsonrpc":"2.0","error":{"code":104,"message":"…","data":{"fault":"status_not_exists","resource":"sales_order","parameter":"status"}},"id":3}
