// Numbers match only as a whole
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","sales_order.info","999"]}
<< {"jsonrpc":"2.0","error":{"code":100,"message":"…","data":{"fault":"order_not_exists","resource":"sales_order","parameter":"orderIncrementId"}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","sales_order.info",""]}
<< {"jsonrpc":"2.0","error":{"code":100,"message":"…","data":{"fault":"order_not_exists","resource":"sales_order","parameter":"orderIncrementId"}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","sales_order.info",true]}
<< {"jsonrpc":"2.0","error":{"code":100,"message":"…","data":{"fault":"order_not_exists","resource":"sales_order","parameter":"orderIncrementId"}},"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","sales_order.info","10000000"]}
<< {"jsonrpc":"2.0","error":{"code":100,"message":"…","data":{"fault":"order_not_exists","resource":"sales_order","parameter":"orderIncrementId"}},"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","sales_order.info",[null]]}
<< {"jsonrpc":"2.0","error":{"code":6,"message":"…","data":{"fault":"invalid_request_param","parameter":"orderIncrementId"}},"id":5}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","sales_order.info",[["100000001"]]]}
<< {"jsonrpc":"2.0","error":{"code":6,"message":"…","data":{"fault":"invalid_request_param","parameter":"orderIncrementId"}},"id":6}
