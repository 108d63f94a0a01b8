// The website is checked first.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_category.level",[99,99,99]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":101,"message":"…","data":{"fault":"website_not_exists","resource":"catalog_category","parameter":"website"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category.level",["nope"]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":101,"message":"…","data":{"fault":"website_not_exists","resource":"catalog_category","parameter":"website"}}}
