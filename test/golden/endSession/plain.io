// The session of the body is ended by plain HTTP, once and again.
>> POST /api/rpc/endSession {"sessionId": "$session"}
<< 200 true
>> POST /api/rpc/endSession {"sessionId": "$session"}
<< 200 true
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_type.items"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":5,"message":"The session is unknown or timed out, log in again.","data":{"fault":"session_expired"}}}
