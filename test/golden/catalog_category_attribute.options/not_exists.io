// Codes are matched exactly, and attributes of products are not found.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_category_attribute.options",["IS_ACTIVE"]]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":101,"message":"…","data":{"fault":"not_exists","resource":"catalog_category_attribute","parameter":"attributeId"}}}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_category_attribute.options",[77]]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":101,"message":"…","data":{"fault":"not_exists","resource":"catalog_category_attribute","parameter":"attributeId"}}}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_category_attribute.options",["price"]]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":101,"message":"…","data":{"fault":"not_exists","resource":"catalog_category_attribute","parameter":"attributeId"}}}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_category_attribute.options",[""]]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":101,"message":"…","data":{"fault":"not_exists","resource":"catalog_category_attribute","parameter":"attributeId"}}}
>> {"jsonrpc":"2.0","id":5,"method":"call","params":["$session","catalog_category_attribute.options",[0]]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":101,"message":"…","data":{"fault":"not_exists","resource":"catalog_category_attribute","parameter":"attributeId"}}}
>> {"jsonrpc":"2.0","id":6,"method":"call","params":["$session","catalog_category_attribute.options",[true]]}
<< {"jsonrpc":"2.0","id":6,"error":{"code":101,"message":"…","data":{"fault":"not_exists","resource":"catalog_category_attribute","parameter":"attributeId"}}}
