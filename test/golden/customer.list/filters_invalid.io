// Unknown and secret fields, unknown operators, and values that are not filters.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","customer.list",[{"nonsense":1}]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":101,"message":"…","data":{"fault":"filters_invalid","resource":"customer","parameter":"filters"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","customer.list",[{"password_hash":{"like":"%"}}]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":101,"message":"…","data":{"fault":"filters_invalid","resource":"customer","parameter":"filters"}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","customer.list",[{"email":{"regexp":"."}}]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":101,"message":"…","data":{"fault":"filters_invalid","resource":"customer","parameter":"filters"}}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","customer.list",["text"]]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":101,"message":"…","data":{"fault":"filters_invalid","resource":"customer","errors":[{"field":"filters","message":"…"}]}}}
