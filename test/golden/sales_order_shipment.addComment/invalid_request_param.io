// A value that is not text or not a flag
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","sales_order_shipment.addComment",["100000001"]]}
<< {"jsonrpc":"2.0","error":{"code":6,"message":"…","data":{"fault":"invalid_request_param","parameter":"comment"}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","sales_order_shipment.addComment",["100000001","x","maybe"]]}
<< {"jsonrpc":"2.0","error":{"code":6,"message":"…","data":{"fault":"invalid_request_param","parameter":"email"}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","sales_order_shipment.addComment",["100000001",["x"]]]}
<< {"jsonrpc":"2.0","error":{"code":6,"message":"…","data":{"fault":"invalid_request_param","parameter":"comment"}},"id":3}
