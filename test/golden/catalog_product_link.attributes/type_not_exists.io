// Types are matched exactly.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_link.attributes",["super"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":100,"message":"…","data":{"fault":"type_not_exists","resource":"catalog_product_link","parameter":"type"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_link.attributes",["Related"]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":100,"message":"…","data":{"fault":"type_not_exists","resource":"catalog_product_link","parameter":"type"}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_link.attributes",[""]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":100,"message":"…","data":{"fault":"type_not_exists","resource":"catalog_product_link","parameter":"type"}}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_link.attributes",[1]]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":100,"message":"…","data":{"fault":"type_not_exists","resource":"catalog_product_link","parameter":"type"}}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_product_link.attributes",[true]]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":100,"message":"…","data":{"fault":"type_not_exists","resource":"catalog_product_link","parameter":"type"}}}
