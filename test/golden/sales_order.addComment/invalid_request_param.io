// A value that is not text or not a flag
// @dataset sample
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","sales_order.addComment",["100000001",null]]}
<< {"jsonrpc":"2.0","error":{"code":6,"message":"…","data":{"fault":"invalid_request_param","parameter":"status"}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","sales_order.addComment",["100000001"]]}
<< {"jsonrpc":"2.0","error":{"code":6,"message":"…","data":{"fault":"invalid_request_param","parameter":"status"}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","sales_order.addComment",["100000001",["pending"]]]}
<< {"jsonrpc":"2.0","error":{"code":6,"message":"…","data":{"fault":"invalid_request_param","parameter":"status"}},"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","sales_order.addComment",["100000001","pending",{}]]}
<< {"jsonrpc":"2.0","error":{"code":6,"message":"…","data":{"fault":"invalid_request_param","parameter":"comment"}},"id":4}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","sales_order.addComment",["100000001","pending","","yes"]]}
<< {"jsonrpc":"2.0","error":{"code":6,"message":"…","data":{"fault":"invalid_request_param","parameter":"notify"}},"id":5}
