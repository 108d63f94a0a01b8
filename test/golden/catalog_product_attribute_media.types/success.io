// The roles of a product set; other sets have none, and what is no ID is refused.
>> {"jsonrpc":"2.0","id":1,"method":"call","params":["$session","catalog_product_attribute_media.types",[4]]}
<< {"jsonrpc":"2.0","id":1,"result":[{"code":"image","scope":"store"},{"code":"small_image","scope":"store"},{"code":"thumbnail","scope":"store"}]}
>> {"jsonrpc":"2.0","id":2,"method":"call","params":["$session","catalog_product_attribute_media.types",[3]]}
<< {"jsonrpc":"2.0","id":2,"result":[]}
>> {"jsonrpc":"2.0","id":3,"method":"call","params":["$session","catalog_product_attribute_media.types",[999]]}
<< {"jsonrpc":"2.0","id":3,"result":[]}
>> {"jsonrpc":"2.0","id":4,"method":"call","params":["$session","catalog_product_attribute_media.types",["x"]]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":6,"message":"…","data":{"fault":"invalid_request_param","parameter":"setId"}}}
