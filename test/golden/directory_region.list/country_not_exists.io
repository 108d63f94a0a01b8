// Unknown country codes.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","directory_region.list",["ZZ"]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"country_not_exists","resource":"directory_region","parameter":"country"}},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","directory_region.list",[""]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"country_not_exists","resource":"directory_region","parameter":"country"}},"id":2}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","directory_region.list",["Austria"]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"country_not_exists","resource":"directory_region","parameter":"country"}},"id":3}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","directory_region.list",[["AT"]]]}
<< {"jsonrpc":"2.0","error":{"code":101,"message":"…","data":{"fault":"country_not_exists","resource":"directory_region","errors":[{"field":"country","message":"must be text, not [\"AT\"]"}]}},"id":4}
